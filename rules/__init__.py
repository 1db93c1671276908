"""The games of Haugbui as pure values: no I/O, clock, randomness or logging."""
