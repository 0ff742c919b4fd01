"""The reference runner: executes a program as readable Python. Its behaviour defines the meaning of a program."""
