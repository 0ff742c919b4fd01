"""The table: the board and what stands around it. It shows views and reports gestures; it decides nothing."""

from app.immortal import keep_singletons_alive

keep_singletons_alive()
