"""Runners: they run a program on a state. Same program, same state, same choice: same result, bit for bit."""
