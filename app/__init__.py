"""The window and the network: show views and send choices. Rules are executed in `dsl`; no particular game is known."""

from app.base.compat import keep_singletons_alive

__version__ = "0.1.0"

keep_singletons_alive()  # before anything of Qt is imported
