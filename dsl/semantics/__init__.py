"""The checker: a tree in; typed rules, or problems, out. Names, types, what a player may see, that every loop ends.

`typed` is the result: every name resolved, every expression with its type. It still speaks of options and of any number
of players: `dsl.lowering` makes programs of it.
"""

from dsl.semantics.checker import check

__all__ = ["check"]
