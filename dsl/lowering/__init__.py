"""Lowering: typed rules to a program for one set of options and one number of players.

`lower` is the entry. `unit`, `environment` and `context` are shared by all parts; `geometry`, `spaces`, `state_layout`,
`piece_slots` and `counters` lay out boards and state; `expressions`, `sets`, `lists`, `boards`, `pieces`, `paths` and
`vectorize` lower values; `choices` lowers options; `statements`, `asks` and `flow` lower what happens.
"""

from dsl.lowering.driver import FUEL, lower

__all__ = ["FUEL", "lower"]
