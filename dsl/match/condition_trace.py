"""Why an action or a value is not offered, for authors: each condition with the values of what it is made of.

The conditions are those of the program, tried by the function that also explains refusals at the table; the values come
from the same function in a program that records each expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from dsl.base.records import Record
from dsl.base.source import Source, Span
from dsl.base.suggestions import nearest
from dsl.ir.layout import Domain
from dsl.lowering.compilation_unit import TypeSizes
from dsl.lowering.traversal import inside
from dsl.match.match import Match
from dsl.match.observation.decisions import OFFERED, Question
from dsl.match.observation.notation import NotationError
from dsl.runtime.failure_tracing import values_in_call
from dsl.semantics import typed as t

Verdict = Literal["holds", "fails", "not tried"]
_DEEPEST = 2  #: definitions inside one another that are looked into
_MOST_MEMBERS = 10  #: of a set that are named
_MOST_TEXT = 70  #: signs of an expression that is quoted


class TracedCondition(Record, frozen=True):
    """A condition, and the values of the expressions in it as they are written."""

    name: str
    verdict: Verdict
    text: str
    span: Span
    values: tuple[tuple[str, str], ...] = ()


class ActionTrace(Record, frozen=True):
    """What becomes of a value that is tried for an action."""

    seat: str
    action: str
    values: tuple[tuple[str, str], ...]  #: parameter and value: those chosen before, then the one that is tried
    offered: bool
    conditions: tuple[TracedCondition, ...]
    note: str = ""  #: what else keeps it from being offered, or what is offered instead


class TraceError(Exception):
    """What cannot be traced; the message says what could."""


def trace(
    match: Match, sources: Mapping[str, Source], rules: t.TypedRules, action: str, values: Sequence[str]
) -> ActionTrace:
    """Return what becomes of an action with these values in a match: of the last one, or the first that is refused.

    Raises TraceError if the action is not asked now, or a value is none.
    """
    match = match.fork()
    for number in range(max(1, len(values))):
        text = values[number] if values else ""
        question, entry = _asked(match, action, rules)
        if number and not question.ask.parameter:
            raise TraceError(f"`{action}` asks for fewer values than are given here")
        try:
            value = question.read(entry, text) if values else question.domain(question.ask.entries[entry]).sort
        except NotationError as error:
            raise TraceError(f"`{text}` is no value for `{action}`: {error}") from None
        if isinstance(value, str):
            return _without_value(question, entry, action, sources, rules)
        option = question.option(entry, value)
        if option is None or number == len(values) - 1:
            told = _Trace(question, entry, sources, rules).of(value, text)
            untried = ", ".join(f"`{each}`" for each in values[number + 1 :])
            note = f"{told.note}; not tried: {untried}".removeprefix("; ") if untried else told.note
            return replace(told, note=note)
        match.choose(question.position, option, question.seat)
    raise AssertionError("the last value returns")


def _asked(match: Match, action: str, rules: t.TypedRules) -> tuple[Question, int]:
    """Return the question that asks an action now, and its entry: one that has options if there are several."""
    found: list[tuple[bool, Question, int]] = []
    for question in match.questions:
        view = question.view(open_to_viewer=True)
        for index, entry in enumerate(question.ask.entries):
            if action in (entry.action, entry.word):
                found.append((view.entries[index].possible, question, index))
    if not found:
        asked = dict.fromkeys(
            entry.action or entry.word for question in match.questions for entry in question.ask.entries
        )
        if action not in rules.actions and action not in asked:
            meant = nearest(action, rules.actions)
            hint = (
                f"did you mean `{meant}`?" if meant else f"there are {', '.join(f'`{name}`' for name in rules.actions)}"
            )
            raise TraceError(f"there is no action `{action}`; {hint}")
        named = f"; asked now: {', '.join(f'`{name}`' for name in asked)}" if asked else "; nothing is asked now"
        raise TraceError(f"`{action}` is not asked here{named}")
    _, question, index = max(found, key=lambda each: each[0])
    return question, index


def _without_value(
    question: Question, entry: int, action: str, sources: Mapping[str, Source], rules: t.TypedRules
) -> ActionTrace:
    """Return the trace of an action for which no value is given: of the only value of one that asks for none; else of
    the value that most of the conditions hold for."""
    asked = question.ask.entries[entry]
    tracer = _Trace(question, entry, sources, rules)
    if asked.domain.sort == "nothing":
        return tracer.of(0, "")
    first, number = asked.values
    offered = [value for value in range(first, first + number) if question.option(entry, value) is not None]
    if offered:
        texts = ", ".join(question.value_text(entry, value) for value in offered)
        return ActionTrace(question.seat, action, tracer.chosen(), True, (), f"offered: {texts}")
    best = max(range(first, first + number), key=lambda value: question.failed(entry, value), default=None)
    if best is None or question.failed(entry, best) < OFFERED:
        return ActionTrace(question.seat, action, tracer.chosen(), False, (), "there is nothing to choose from")
    return tracer.of(best, question.value_text(entry, best))


class _Trace:
    """The conditions of one entry of a question."""

    def __init__(self, question: Question, entry: int, sources: Mapping[str, Source], rules: t.TypedRules) -> None:
        self._question = question
        self._entry = entry
        self._asked = question.ask.entries[entry]
        self._sources = sources
        self._rules = rules
        self._types = TypeSizes(rules, len(question.contents.program.colours), {})

    def chosen(self) -> tuple[tuple[str, str], ...]:
        """Return the values chosen already, by parameter."""
        names = [name for name, _ in self._question.contents.program.actions[self._asked.action].params]
        return tuple(zip(names, (value.text for value in self._question.chosen()), strict=False))

    def of(self, value: int, text: str) -> ActionTrace:
        """Return what becomes of a value."""
        question, asked = self._question, self._asked
        number = question.failed(self._entry, value)
        offered = question.option(self._entry, value) is not None
        if not asked.action:
            return ActionTrace(question.seat, asked.word, (), offered, (), "" if offered else "the price is too high")
        info = question.contents.program.actions[asked.action]
        chosen = self.chosen()
        names = [name for name, _ in info.params]
        text = (question.value_text(self._entry, value) if number >= OFFERED else "") or text
        given = (*chosen, (names[len(chosen)], text)) if text and len(chosen) < len(names) else chosen
        known = {name for name, _ in given} | {name for name, *_ in asked.supplied}
        conditions = tuple(self._conditions(value, number, known, offered))
        note = ""
        if not offered and number == OFFERED:
            price = question.view(open_to_viewer=True).entries[self._entry]
            left = dict(question.view(open_to_viewer=True).budget).get(price.budget, 0)
            note = f"it costs {price.price} {price.budget}, and {left} are left"
        elif number < OFFERED:
            note = "it is no value that could be chosen"
        elif number == len(info.conditions):
            note = f"the `where` of `{question.rule}` excludes it"
        return ActionTrace(question.seat, asked.action, given, offered, conditions, note)

    def _conditions(self, value: int, failed: int, known: set[str], offered: bool) -> Iterator[TracedCondition]:
        info = self._question.contents.program.actions[self._asked.action]
        needs = {line.name: line for line in self._rules.actions[info.name].lines if isinstance(line, t.NeedDecl)}
        found = self._found(value)
        params = {name for name, _ in info.params}
        for number, condition in enumerate(info.conditions):
            need = needs.get(condition.name)
            if need is None:
                continue
            later = (_names_in(need.condition) & params) - known
            text = self._quote(need.condition.span)
            verdict: Verdict = "holds"
            if number == failed:
                verdict = "fails"
            elif later or (number > failed >= 0) or failed < OFFERED:
                verdict = "not tried"
            depth = _DEEPEST if verdict == "fails" else 0
            values = tuple(self._values(need.condition, found, depth)) if verdict != "not tried" and not later else ()
            if later:
                names = ", ".join(f"`{name}`" for name in sorted(later))
                if verdict == "fails":
                    values = (("", f"fails for every {names} that the conditions above leave"),)
                else:
                    values = (("", f"depends on {names}, which is chosen later"),)
            yield TracedCondition(f"{info.name}.{condition.name}", verdict, text, need.span, values)

    def _found(self, value: int) -> dict[Span, tuple[int, t.Type]]:
        """Return the values of expressions by their places."""
        program = self._question.contents.program
        ask = self._question.contents.get("ask")
        if program.traced is None or not 0 <= ask < len(program.asks):
            return {}
        made = program.traced()
        entries = made.program.asks[ask].entries
        why = entries[self._entry].why if self._entry < len(entries) else ""
        if not why:
            return {}
        seen = values_in_call(made, list(self._question.contents.state), why, value)
        nodes = (point.node for point in made.places)
        return {
            node.span: (seen[id(node)], node.type) for node in nodes if isinstance(node, t.Typed) and id(node) in seen
        }

    def _values(self, expr: t.Expr, found: Mapping[Span, tuple[int, t.Type]], depth: int) -> Iterator[tuple[str, str]]:
        """Yield the expressions in a condition, and in `depth` definitions inside one another, with their values.

        What is asked of every member of a set has no single value, and is left out.
        """
        told: set[str] = set()
        action = self._rules.actions[self._asked.action]
        lets = {line.name for line in action.lines if isinstance(line, t.LetDecl)}
        for part in self._parts(expr, {param.name for param in action.params} | lets, depth):
            text = self._quote(part.span)
            if part.span in found and part.span != expr.span and text and text not in told:
                written = self._written(*found[part.span])
                if written:
                    told.add(text)
                    yield text, written

    def _parts(self, expr: t.Expr, names: set[str], depth: int) -> Iterator[t.Expr]:
        """Yield an expression and all parts of it in which no other names stand, and those of its definitions."""
        if _names_in(expr) <= names:
            yield expr
        for part in inside(expr):
            yield from self._parts(part, names, depth)
        if isinstance(expr, t.DefineValue) and depth and _names_in(expr) <= names:
            define = self._rules.defines[expr.define]
            params = {param.name for param in define.params}
            for case in define.cases:
                for value in (case.condition, case.value):
                    if value is not None:
                        yield from self._parts(value, params, depth - 1)

    def _written(self, value: int, kind: t.Type) -> str:
        """Return a value in the notation; empty if it cannot be written."""
        domain = self._types.domain(kind)
        if isinstance(kind, t.SetType) and isinstance(kind.of, t.PieceType) and self._types.by_cell(kind.of.piece):
            domain = Domain("cells", self._rules.pieces[kind.of.piece].board)
        is_set = domain.sort in ("cells", "kinds", "players", "pieces")
        if (is_set and value == 0) or (value == -1 and domain.sort != "number"):
            return "none"
        try:
            written = self._question.notation.write(domain, value, self._question.contents)
        except (IndexError, KeyError, ValueError):
            return ""
        more = value.bit_count() - _MOST_MEMBERS if is_set else 0
        return f"{' '.join(written.split(' ')[:_MOST_MEMBERS])} and {more} more" if more > 0 else written

    def _quote(self, span: Span) -> str:
        """Return the text at a place, shortened; empty if it is not at hand."""
        source = self._sources.get(span.file)
        if source is None or span.line != span.end_line:
            return ""
        text = source.line(span.line)[span.column - 1 : span.end_column - 1]
        return text if len(text) <= _MOST_TEXT else f"{text[: _MOST_TEXT - 3]}..."


def _names_in(expr: t.Expr) -> set[str]:
    own = {expr.name} if isinstance(expr, t.LocalValue) else set()
    return own.union(*(_names_in(part) for part in inside(expr)))
