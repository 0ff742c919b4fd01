"""The table: the board and the panels around it. It shows views and sends choices; it decides nothing.

From bottom to top: `model` (pure data), `painting`, `board`, `panels`, `layout`, `control`, `page`.
"""
