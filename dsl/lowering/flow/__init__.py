"""Lowering of statements: functions for what happens at once, steps (basic blocks) for what may wait for a choice."""
