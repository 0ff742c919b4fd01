"""Why a choice that must be made had no option: the conditions that refuse, as `why not` finds them.

An author reads all of it. At a table the values belong to whoever was to choose: others are told only where nothing is
hidden.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dsl.engine.contents import Contents
from dsl.engine.decisions import OFFERED, UNSPOKEN, Question
from dsl.engine.messages import FailedCondition
from dsl.engine.notation import Notation
from dsl.engine.views import has_secrets
from dsl.ir.program import Entry
from dsl.run.runner import RuleError

_MOST_VALUES = 400  #: of one entry: each is a condition after the other
_MOST_REASONS = 6
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def stuck_seat(error: RuleError) -> str:
    """Return who had to choose, empty if the error is another one."""
    question = _question(error)
    return question.seat if question else ""


def tells_secrets(error: RuleError) -> bool:
    """Return whether the reasons may say what only the chooser knows."""
    question = _question(error)
    return question is not None and has_secrets(question.contents)


def reasons(error: RuleError) -> tuple[str, ...]:
    """Return why each option was refused, the most frequent reason first and no more than anybody reads."""
    question = _question(error)
    if question is None:
        return ()
    found = [said for index, entry in enumerate(question.ask.entries) for said in _of_entry(question, index, entry)]
    more = len(found) - _MOST_REASONS
    return (*found[:_MOST_REASONS], *([f"and {more} more"] if more > 0 else []))


def _question(error: RuleError) -> Question | None:
    if error.stuck is None:
        return None
    runner, state = error.stuck
    contents = Contents(runner.program, state)
    ask = runner.program.asks[contents.get("ask")]
    return Question(runner, Notation(runner.program), contents, 0, ask, contents.get("chooser"), ())


def _of_entry(question: Question, index: int, entry: Entry) -> Iterator[str]:
    """Yield the reasons of one entry with how many values each refuses, and one of these as the example."""
    if not entry.why:
        return
    first, count = entry.values
    refused: dict[int, list[int]] = {}
    for value in range(first, first + min(count, _MOST_VALUES)):
        refused.setdefault(question.failed(index, value), []).append(value)
    refused.pop(UNSPOKEN, None)
    if not refused:
        yield f"{entry.action} has nothing to choose from"
    for number, values in sorted(refused.items(), key=lambda item: -len(item[1])):
        if number == OFFERED:  # nothing refuses it but its price
            yield f"{entry.action} costs more than is left of {entry.budget or 'what it is paid from'}"
            continue
        condition = question.condition(index, number, question.value_text(index, values[0]))
        times = f"{len(values)} x " if len(values) > 1 else ""
        yield f"{times}{condition.anchor}" + (f": {said}" if (said := _said(condition)) else "")


def _said(condition: FailedCondition) -> str:
    values = dict(condition.args)
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), condition.message)
