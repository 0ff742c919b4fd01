"""Observation of a position by a seat: views, events, decisions, notation, and the information set that bots get."""
