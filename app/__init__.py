"""The window: it shows what the engine says and asks the engine; it decides nothing and knows no game."""

__version__ = "0.1.0"
