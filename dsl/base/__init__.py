"""Shared foundations: problems and their report, sources and spans, records, serialization, user files under limits."""
