"""Parts of the rules that a match can come to under its options.

A fixed point over the rules: at first no variable is taken to change and no zone to receive a piece. What can be
reached then changes some of them, and so more can be reached, until nothing is added (as in the analysis of constants
by Wegman and Zadeck, 1991, without a flow of control).
"""

from __future__ import annotations

from collections.abc import Iterator

from dsl.base.node_fields import names_inside
from dsl.base.records import Record
from dsl.rulebook.phrases import Phrases
from dsl.semantics import typed as t


def parts_in_force(phrases: Phrases, *, setup: bool = True) -> set[str]:
    """Return the names of the actions, routines and awards that a match can come to under the options of `phrases`;
    without `setup` those that only the set-up uses are left out.

    From then on `phrases` knows the value of each variable that never changes, and which zones stay empty.
    """
    rules = phrases.rules
    changing: set[str] = set()
    filled: set[str] = set()
    while True:
        before = len(changing), len(filled)
        phrases.assume({name: each.initial for name, each in rules.variables.items() if name not in changing},
                       rules.zones.keys() - filled)  # fmt: skip
        for node in _reached(phrases, setup=True):
            match node:
                case t.AssignVariable(variable=name) | t.AwardDecl(variable=name):
                    changing.add(name)
                case t.MovePiece(zone=zone) | t.CreatePieces(zone=zone) | t.MoveZone(target=zone) if zone is not None:
                    filled.add(zone.zone)
        if before == (len(changing), len(filled)):
            break
    kinds = t.ActionDecl | t.RoutineDecl | t.AwardDecl
    return {node.name for node in _reached(phrases, setup=setup) if isinstance(node, kinds)}


def _reached(phrases: Phrases, *, setup: bool) -> Iterator[object]:
    """Yield every part of the rules that can be reached, once; not the texts and numbers in it."""
    rules, known = phrases.rules, phrases.known
    found: set[str] = set()
    waiting: list[object] = [
        rules.setup if setup else (),
        rules.play,
        *(each.block for each in rules.consequences.values()),
    ]
    while waiting:
        node = waiting.pop()
        yield node
        names: list[str] = []
        match node:
            case tuple():
                waiting += node
                continue
            case t.IfElse(condition=condition, then=then, otherwise=otherwise) if known(condition) is not None:
                waiting.append(then if known(condition) else otherwise)
                continue
            case t.RepeatBlock(bound="up to" | "while", value=value) if known(value) == 0:
                continue
            case t.ChooseOf(high=high) if high is not None and known(high) == 0:
                continue
            case t.Loop(set=members) if phrases.is_empty(members):
                continue
            case t.CallRoutine(routine=name) | t.GiveAward(award=name):
                names = [name]
            case t.ChoiceRef(action=name) if name in rules.actions:
                if phrases.is_ruled_out(name):
                    continue
                names = [name]
        for name in names:
            if name not in found:
                found.add(name)
                declared = (rules.routines.get(name), rules.actions.get(name), rules.awards.get(name))
                waiting += [part for part in declared if part is not None]
        waiting += _below(node)


def _below(node: object) -> list[object]:
    """Return what a part of the rules directly holds, but for texts and numbers: nothing is in those."""
    held = [getattr(node, name) for name in names_inside(type(node))]
    return [each for each in held if isinstance(each, (Record, tuple)) and each]


def parts(inside: object) -> Iterator[object]:
    """Yield a part of the rules and everything in it, but for texts and numbers."""
    waiting = [inside]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node if isinstance(node, tuple) else _below(node)
