"""The frame of a table at which sets are at stake."""

from render.kit import Kit


def gilded(base: Kit) -> Kit:
    """The theme's kit with a gilded frame."""
    return base
