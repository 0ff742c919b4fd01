"""The table: the board and the panels around it. `page` has its widget, `TablePage`; it shows views and sends choices.

From bottom to top: `model` (pure data), `painting`, `board`, `panels`, `layout`, `control`, `page`, `network_controls`.
"""
