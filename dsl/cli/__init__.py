"""The command line: everything that needs no window. Each failure is one clear line; exit code 1 means that a check
failed, 2 that the command line was wrong."""

from dsl.cli.main import main

__all__ = ["main"]
