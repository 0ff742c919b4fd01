"""A match: decisions, events, views, reasons, undo, journal; and the table that seats play it at.

`pack` loads a ruleset, `match` plays it, `view` is all that a seat may know, `table` seats people and bots and speaks
in the messages that a network will carry. A window, a client or a bot gets views, never the match.
"""
