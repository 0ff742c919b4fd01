"""The window and the network: show views and send choices. Rules are executed in `dsl`; no particular game is known."""

from app.base.compat import keep_singletons_alive

keep_singletons_alive()  # before anything of Qt is imported
