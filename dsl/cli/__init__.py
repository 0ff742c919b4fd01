"""The command line: everything that needs no window. Each failure is one clear line; exit code 1 says that something
does not hold, 2 that the command line was not understood.
"""

from dsl.cli.main import main

__all__ = ["main"]
