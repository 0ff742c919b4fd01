"""The reference runner: a program as readable Python. What it does is what a program means."""
