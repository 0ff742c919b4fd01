"""The window: it shows what the engine says and asks the engine; it decides nothing and knows no game."""

from app.base.compat import keep_singletons_alive

__version__ = "0.1.0"

keep_singletons_alive()  # before anything of Qt is imported
