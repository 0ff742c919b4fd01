"""Sentences about games in the user's language: names, events, rule changes, simulation reports."""
