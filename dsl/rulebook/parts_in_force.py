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
    """Yield every part of the rules that can be reached and decides something (see `_Outline`), once."""
    rules, known = phrases.rules, phrases.known
    below = _outline_of(rules).below
    found: set[str] = set()
    waiting: list[object] = [
        *below(rules.setup if setup else ()),
        *below(rules.play),
        *(part for each in rules.consequences.values() for part in below(each.block)),
    ]
    while waiting:
        node = waiting.pop()
        yield node
        names: list[str] = []
        match node:
            case t.IfElse(condition=condition, then=then, otherwise=otherwise) if known(condition) is not None:
                waiting += below(then if known(condition) else otherwise)
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
        waiting += below(node)


class _Outline:
    """The parts of rules that decide what a match can come to, without what lies between them."""

    def __init__(self, rules: t.TypedRules) -> None:
        self.rules = rules  #: kept, so that no other part gets the number of one of its parts
        self._below: dict[int, tuple[object, ...]] = {}

    def below(self, node: object) -> tuple[object, ...]:
        """Return the nearest parts in a part that decide something, in the order of the text."""
        known = self._below.get(id(node))
        if known is None:
            found: list[object] = []
            waiting = _below(node)
            while waiting:
                part = waiting.pop()
                if isinstance(part, _DECIDING):
                    found.append(part)
                else:
                    waiting += _below(part)
            known = self._below[id(node)] = tuple(reversed(found))
        return known


_DECIDING = (
    *(t.AssignVariable, t.MovePiece, t.CreatePieces, t.MoveZone, t.IfElse, t.RepeatBlock, t.ChooseOf, t.Loop),
    *(t.CallRoutine, t.GiveAward, t.ChoiceRef, t.ActionDecl, t.RoutineDecl, t.AwardDecl),
)
_OUTLINES = 2  #: that are kept: one rulebook after another asks for those of the same rules
_outlines: dict[int, _Outline] = {}


def _outline_of(rules: t.TypedRules) -> _Outline:
    if id(rules) not in _outlines:
        if len(_outlines) >= _OUTLINES:
            _outlines.pop(next(iter(_outlines)), None)
        _outlines[id(rules)] = _Outline(rules)
    return _outlines[id(rules)]


def _below(node: object) -> list[object]:
    """Return what a part of the rules directly holds, but for texts and numbers: nothing is in those."""
    if isinstance(node, tuple):
        return list(node)
    held = [getattr(node, name) for name in names_inside(type(node))]
    return [each for each in held if isinstance(each, (Record, tuple)) and each]


def parts(inside: object) -> Iterator[object]:
    """Yield a part of the rules and everything in it, but for texts and numbers."""
    waiting = [inside]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += _below(node)
