"""A match: state, events, views for each seat, decisions, journal, replay, and the table that answers commands."""
