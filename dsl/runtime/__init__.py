"""Runners of a game's program: the reference runner in Python and the compiled one in WebAssembly."""
