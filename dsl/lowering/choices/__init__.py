"""Lowering of choices: the options of an action as bitsets, its conditions, and searches for ways along paths."""
