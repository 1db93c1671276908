"""The tafl match (T1-T19): squares, ruleset, position, notation, match, record."""
