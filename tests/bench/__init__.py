"""Measures of speed and memory, run by hand; no test among them, and none that asserts a time."""
