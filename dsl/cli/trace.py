"""Command `trace`: why an action is not offered at some position, condition by condition."""

from __future__ import annotations

import argparse
import re
from dataclasses import replace
from pathlib import Path

from dsl.base.control_characters import printable
from dsl.base.suggestions import nearest
from dsl.cli.common import folder_of, load_drawn, load_game, options_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.cli.match_text import option_typed
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.condition_trace import ActionTrace, TraceError, trace
from dsl.match.diagnosis import explanation_of
from dsl.match.journal import JournalError, read
from dsl.match.match import Match
from dsl.match.observation.notation import NotationError
from dsl.match.replay import replay_content
from dsl.match.rulesets.examples import match_of_example
from dsl.match.rulesets.ruleset import OptionError, Ruleset
from dsl.runtime.runner import RuleError
from dsl.syntax import ast as t

_CALL = re.compile(r"\s*(\w+)\s*(?:\((.*)\))?\s*")
_MARKS = {"holds": "yes", "fails": "NO", "not tried": "-"}


def trace_action(arguments: argparse.Namespace) -> int:
    """Say for an action, at the position that the arguments give, which conditions hold and with which values."""
    found = _CALL.fullmatch(arguments.action)
    if found is None:
        raise MisuseError(f"an action is written as `drift` or `drift(marsh 2,0, 2,1)`, not `{arguments.action}`")
    action, values = found[1], _split(found[2] or "")
    try:
        pack, match = _position(arguments, action)
        told = trace(match, pack.sources, pack.rules, action, values)
    except (TraceError, NotationError) as error:
        elsewhere = "; another position: --choices, --example or --journal" if str(error).count("not asked") else ""
        raise FailedError(f"{error}{elsewhere}") from None
    except RuleError as error:
        raise FailedError(explanation_of(error, {})) from None
    _print(told)
    return GOOD


def _split(text: str) -> list[str]:
    """Return the values between the brackets of an action. A comma without a space belongs to a coordinate."""
    return [value.strip() for value in re.split(r",\s+|;", text) if value.strip()]


def _position(arguments: argparse.Namespace, action: str) -> tuple[Ruleset, Match]:
    given = [name for name in ("journal", "example", "choices") if getattr(arguments, name)]
    if len(given) > 1:
        raise MisuseError(f"--{given[0]} and --{given[1]} both give the position; give one of them")
    if arguments.journal:
        return _in_journal(arguments)
    if arguments.example:
        return _in_example(arguments, action)
    pack = load_game(arguments)
    try:
        match = pack.start(arguments.players or pack.players[0], options_of(arguments), arguments.seed)
    except OptionError as error:
        raise MisuseError(str(error)) from None
    for typed in [each.strip() for each in arguments.choices.split(";") if each.strip()]:
        if match.over:
            raise FailedError(f"the game is over before `{typed}` can be chosen")
        decision = match.decisions[0]
        number = option_typed(decision, typed)
        if number is None:
            raise FailedError(f"`{typed}` is not offered to {decision.seat} then; trace it without this choice")
        match.choose(decision.number, number, decision.seat)
    return pack, match


def _in_journal(arguments: argparse.Namespace) -> tuple[Ruleset, Match]:
    try:
        content = read(Path(arguments.journal))
        if arguments.at is not None:
            content = replace(content, entries=content.entries[: arguments.at])
        replayed = replay_content(content, arguments.journal, verify=False)
    except JournalError as error:
        raise FailedError(translation_in(FALLBACK).said(error.reason, dict(error.args_by_name))) from None
    return replayed.pack, replayed.match


def _in_example(arguments: argparse.Namespace, action: str) -> tuple[Ruleset, Match]:
    pack = load_drawn(folder_of(arguments.game), examples=True)
    try:
        return pack, match_of_example(pack, arguments.example, action)
    except ValueError:
        titles = [each.text.title for each in pack.rules.examples if isinstance(each.text, t.ExampleSection)]
        meant = nearest(arguments.example, titles)
        hint = f"; did you mean `{meant}`?" if meant else ""
        raise MisuseError(f"there is no example called `{arguments.example}`{hint}") from None


def _print(told: ActionTrace) -> None:
    values = ", ".join(f"{name} = {value}" for name, value in told.values)
    offered = "offered" if told.offered else "not offered"
    print(printable(f"{told.action}{f' ({values})' if values else ''}: {offered} to {told.seat}"))
    for condition in told.conditions:
        text = f": {condition.text}" if condition.text else ""
        later = "".join(f"  ({value})" for expression, value in condition.values if not expression)
        print(printable(f"  {_MARKS[condition.verdict]:<4} {condition.name}{text}{later}"))
        for expression, value in condition.values:
            if expression:
                print(printable(f"         {expression} = {value}"))
    if told.note:
        print(printable(f"  {told.note}"))
