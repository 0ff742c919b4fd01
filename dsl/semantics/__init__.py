"""Checker: translates a tree to typed rules, or reports problems: names, types, visibility, termination.

`check` is the interface, and `typed` has the types of its result: every name is resolved, every expression typed.
Options and the number of players are still open; `dsl.lowering` makes a program for given ones.
"""

from dsl.semantics.checker import check

__all__ = ["check"]
