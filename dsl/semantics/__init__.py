"""Type checker: turns a syntax tree into typed rules, or reports problems. It resolves names, infers types, checks what
players may see, and proves that every loop ends.

`typed` holds the result: every name resolved, every expression with its type. Typed rules still cover all options and
all numbers of players; `dsl.lowering` makes a program for one choice of both.
"""

from dsl.semantics.checker import check

__all__ = ["check"]
