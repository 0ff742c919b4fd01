"""Checker of expressions: names and calls, sets and phrases, properties, arithmetic and directions."""
