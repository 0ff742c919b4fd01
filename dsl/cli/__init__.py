"""Command line: the commands of `gondwana` that need neither window nor network.

A failure prints one line. Exit code 1: a check failed or the command could not finish; 2: wrong command line."""

from dsl.cli.main import main

__all__ = ["main"]
