"""Lowering of statements: functions for those that never suspend, steps (basic blocks) for those that may wait for a
choice."""
