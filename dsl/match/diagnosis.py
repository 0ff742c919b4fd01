"""Diagnosis of rule errors: why a mandatory choice had no option, and which part of the rules failed.

An author reads all of it. At a table the values belong to the seat that had to choose: other seats get them only if
nothing is secret.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from dsl.base.records import Record
from dsl.base.source import Source, Span
from dsl.ir.layout import Domain
from dsl.ir.program import AskEntry
from dsl.lowering.traversal import inside
from dsl.match.observation.decisions import OFFERED, UNSPOKEN, Question
from dsl.match.observation.notation import Notation
from dsl.match.observation.state_reader import StateReader
from dsl.match.observation.view_builder import has_secrets
from dsl.match.table_messages import FailedCondition
from dsl.runtime.failure_tracing import Failure, TraceFrame, traced
from dsl.runtime.runner import RuleError
from dsl.semantics import typed as t

_MOST_VALUES = 400  #: of one entry: each is a condition after the other
_MOST_REASONS = 6
_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def stuck_seat(error: RuleError) -> str | None:
    """Return the seat that had no option; None if the error is another one."""
    question = _question(error)
    return question.seat if question else None


def reveals_secrets(error: RuleError) -> bool:
    """Return whether the reasons may contain what only the chooser knows."""
    question = _question(error)
    return question is not None and has_secrets(question.contents)


def reasons(error: RuleError) -> tuple[str, ...]:
    """Return why each option was refused, the most frequent reason first, limited to a readable number."""
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
    contents = StateReader(runner.program, state)
    ask = runner.program.asks[contents.get("ask")]
    return Question(runner, Notation(runner.program), contents, 0, ask, contents.get("chooser"), ())


def _of_entry(question: Question, index: int, entry: AskEntry) -> Iterator[str]:
    """Yield the reasons of one entry with the number of values that each refuses and one of these as an example."""
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
        yield f"{times}{condition.anchor}" + (f": {said}" if (said := _condition_text(condition)) else "")


def _condition_text(condition: FailedCondition) -> str:
    values = dict(condition.args)
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], found[0]), condition.message)


# ---- the place of a rule error, and the values there ----


_MOST_TEXT = 60  #: signs of a quoted expression
_MANY_TURNS = 50  #: from here on a loop is at fault for not ending, below it what is in it
_KNOWN = 6  #: most names whose values are shown


class RuleFault(Record, frozen=True):
    """A rule error as shown to an author."""

    span: Span
    slug: str
    text: str
    values: str = ""  #: of the names in the statement at fault: "s = a3, me = red"
    caller: Span | None = None  #: from where the declaration at fault was used
    secret: bool = False  #: whether the game hides things that the values may tell

    @property
    def why(self) -> str:
        """The text with all values."""
        known = [f"with {self.values}"] if self.values else []
        known += [f"used at {self.caller}"] if self.caller else []
        return f"{self.text} ({', '.join(known)})" if known else self.text

    def __str__(self) -> str:
        return f"{self.span}: {self.slug}: {self.why}"


def locate_fault(error: RuleError, sources: Mapping[str, Source]) -> RuleFault:
    """Return the fault of an error. The step is executed again with tracing; if that finds nothing, the fault is what
    the error itself says."""
    plain = RuleFault(error.span, error.slug, error.text)
    failure = traced(error.attempt, error.slug) if error.attempt is not None and error.stuck is None else None
    if failure is None:
        return plain
    if failure.loop is not None and failure.iterations >= _MANY_TURNS:
        text = f"this `repeat` was carried out {failure.iterations} times, and may never end"
        return RuleFault(failure.loop.span, error.slug, text)
    return _Finding(error, failure, sources).fault() if failure.frames else plain


def explanation_of(error: RuleError, sources: Mapping[str, Source]) -> str:
    """Return an error in one line for an author, with the reasons if a choice had no option."""
    found = reasons(error)
    return (
        f"{error}; refused to {stuck_seat(error)}: {'; '.join(found)}" if found else str(locate_fault(error, sources))
    )


class _Finding:
    """Describes the place and the values that tracing found for a rule error."""

    def __init__(self, error: RuleError, failure: Failure, sources: Mapping[str, Source]) -> None:
        self._error = error
        self._failure = failure
        self._sources = sources
        self._frame = failure.frames[0]
        self._notation = Notation(failure.program)
        self._contents = StateReader(failure.program, failure.state)
        #: whether a choice waited, so that `me` is the player who made it
        before = StateReader(failure.program, error.attempt.before) if error.attempt is not None else self._contents
        self._acting = before.get("ask") >= 0 or before.get("secretly") != 0

    def fault(self) -> RuleFault:
        span, text = self._place_at_fault()
        layout = self._failure.program.layout
        sights = {it.sight for them in (layout.pieces, layout.zones, layout.variables) for it in them.values()}
        return RuleFault(span, self._error.slug, text, self._values(), self._caller(), bool(sights - {"all"}))

    def _place_at_fault(self) -> tuple[Span, str]:
        """Return the place at fault, and why."""
        node, span, error = self._frame.place.node, self._frame.place.span, self._error
        if _within(error.span, span):  # the rules name it, and better
            return error.span, error.text
        missing = next(self._missing_things(node), None) if error.slug == "outside" else None
        if missing is None:
            quoted = self._quote(span) if isinstance(node, t.Typed) else ""
            return span, f"{quoted}: {error.text}" if quoted else error.text
        if isinstance(node, t.Typed) or isinstance(missing, t.LocalValue):
            quoted = self._quote(span) if isinstance(node, t.Typed) else ""
            return span, f"{quoted}: {self._why(missing)}" if quoted else self._why(missing)
        return missing.span, self._why(missing)

    def _missing_things(self, node: object) -> Iterator[t.Expr]:
        """Yield what in a statement or expression is no thing, and must be one."""
        for part in inside(node):
            if isinstance(part.type, (t.NumberType, t.TruthType, t.SetType, t.ListType, t.MaybeType)):
                continue
            if isinstance(part, t.LocalValue):
                value = self._frame.values.get(part.name, (0, None))[0]
            else:
                value = self._failure.found.get(id(part), 0)
            if value == -1:
                yield part

    def _why(self, missing: t.Expr) -> str:
        quoted = self._quote(missing.span)
        if isinstance(missing, t.ZoneTop):
            empty = f"the zone `{missing.zone.zone}` is empty"
            return f"{quoted} is none, as {empty}" if quoted else empty
        return f"{quoted} is none" if quoted else self._error.text

    def _quote(self, span: Span) -> str:
        """Return the text at a place, in back ticks; empty if it is not at hand or takes more than a line."""
        source = self._sources.get(span.file)
        if source is None or span.line != span.end_line:
            return ""
        text = source.line(span.line)[span.column - 1 : span.end_column - 1]
        return f"`{text}`" if 0 < len(text) <= _MOST_TEXT else ""

    def _values(self) -> str:
        """Return the values of the names in the statement at fault."""
        known: dict[str, tuple[int, Domain]] = {}
        for frame in self._statement():
            known = frame.values | known
        values = [f"{name} = {self._value(*held)}" for name, held in known.items() if held[1].sort != "nothing"][
            :_KNOWN
        ]
        if self._acting:
            values.append(f"me = {self._value(self._contents.get('me'), Domain('player'))}")
        return ", ".join(values)

    def _statement(self) -> Iterator[TraceFrame]:
        """Yield the frames of the expression at fault and of what it stands in."""
        for frame in self._failure.frames:
            if not _within(self._frame.place.span, frame.place.span):
                return
            yield frame

    def _value(self, value: int, domain: Domain) -> str:
        if value == -1 and domain.sort != "number":
            return "none"
        try:
            return self._notation.write(domain, value, self._contents)
        except (IndexError, KeyError, ValueError):  # no such thing: that may be the very fault
            return str(value)

    def _caller(self) -> Span | None:
        """Return the innermost place outside what was being carried out, if that is part of another declaration."""
        around = len(list(self._statement()))
        return self._failure.frames[around].place.span if around < len(self._failure.frames) else None


def _within(inner: Span, outer: Span) -> bool:
    start, end = (inner.line, inner.column), (inner.end_line, inner.end_column)
    return (
        inner.file == outer.file and (outer.line, outer.column) <= start and end <= (outer.end_line, outer.end_column)
    )
