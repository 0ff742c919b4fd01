"""Lowering: compiles typed rules to a program for one set of options and one number of players.

`driver` runs the parts in order; all of them share `compilation_unit`, `environment`, `protocols` and `lowerers`.
`geometry`, `teams` and `state_layout` lay out boards and state; `values` lowers expressions and sets, `choices` lowers
the options of actions, `flow` lowers statements to steps.
"""

from dsl.lowering.driver import FUEL, lower

__all__ = ["FUEL", "lower"]
