"""The hunt: the Draugr solitaire (D1–D24)."""
