"""The window and the network: shows views and sends choices; it decides nothing and knows no particular game."""

from app.base.compat import keep_singletons_alive

__version__ = "0.1.0"

keep_singletons_alive()  # before anything of Qt is imported
