"""Picture of the start: the position that a rulebook shows below the set-up.

Some games begin with empty boards, which the players fill in phases of their own before the main one. Of such a game
the position is shown at which its last phase begins, after random choices.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping

from dsl.match.match import Match
from dsl.match.observation.event_decoder import option_parts
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import View
from dsl.rulebook.parts_in_force import parts
from dsl.rulebook.phrases import Phrases
from dsl.runtime.runner import RuleError
from dsl.semantics import typed as t

_CHOICES = 600  #: that are made at most before the last phase


def opening_phase(phrases: Phrases) -> str:
    """Return the name of the last phase of a game whose set-up leaves the boards empty and whose earlier phases fill
    them; empty for other games."""
    rules = phrases.rules
    phases = list(_phases(rules.play, phrases))
    if len(phases) < 2 or any(_reaches_board(node) for node in _carried_out(rules.setup, phrases)):
        return ""
    earlier = [node for phase in phases[:-1] for node in _carried_out(phase.block, phrases)]
    return phases[-1].name if any(map(_reaches_board, earlier)) else ""


def start_position(pack: Ruleset, players: int, options: Mapping[str, int | str] | None, phase: str = "") -> View:
    """Return the start of a match as a spectator sees it; with `phase` the position at which this phase begins, as the
    first player sees it. The same rules give the same position. Raises OptionError."""
    match = pack.start(players, options)
    if not phase:
        return match.view("")
    try:
        _play_to(match, f"phase {phase}")
    except RuleError:
        return pack.start(players, options).view("")
    return match.view(match.program.colours[0])


def _play_to(match: Match, phase: str) -> None:
    dice = random.Random(0)
    for _ in range(_CHOICES):
        question = match.question
        if question is None or match.view("").phase == phase:
            return
        by_entry: dict[int, list[int]] = {}
        for option in question.options:
            by_entry.setdefault(option_parts(option, question.ask.combined)[0], []).append(option)
        match.choose(match.position, dice.choice(by_entry[dice.choice(sorted(by_entry))]))


def _phases(inside: object, phrases: Phrases) -> Iterator[t.PhaseBlock]:
    """Yield the phases of a match in order, each before those in it."""
    match inside:
        case tuple():
            for each in inside:
                yield from _phases(each, phrases)
        case t.IfElse(condition=condition, then=then, otherwise=otherwise):
            known = phrases.known(condition)
            yield from _phases(then if known != 0 else (), phrases)
            yield from _phases(otherwise if not known else (), phrases)
        case t.PhaseBlock():
            yield inside
        case _:
            yield from _phases(getattr(inside, "block", ()), phrases)


def _carried_out(block: t.Block, phrases: Phrases) -> Iterator[object]:
    """Yield everything in a block, in the routines that it calls, and in the actions that it offers."""
    rules, found, waiting = phrases.rules, set[str](), [*parts(block)]
    while waiting:
        node = waiting.pop()
        yield node
        name = node.routine if isinstance(node, t.CallRoutine) else node.action if isinstance(node, t.ChoiceRef) else ""
        if name and name not in found:
            found.add(name)
            waiting += parts(rules.routines.get(name) or rules.actions.get(name) or ())


def _reaches_board(node: object) -> bool:
    """Whether a statement puts something on a board."""
    match node:
        case t.CreatePieces(cell=cell) | t.MovePiece(cell=cell):
            return cell is not None
        case t.MoveCounters(target=target):
            return target is not None
    return False
