"""The table: the board and the panels around it. `page` has its widget, `TablePage`; it shows views and sends choices.

From bottom to top: `model` (data without Qt), `context`, `painting`, `board`, `panels`, `layout`, `replay`, `control`,
`page`, `network_controls`.
"""
