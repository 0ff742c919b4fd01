"""Questions: who must choose, the options, and the conditions that forbid other values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dsl.ir.layout import Domain
from dsl.ir.program import AskEntry, DecisionPoint
from dsl.match.observation.event_decoder import option_parts
from dsl.match.observation.notation import Notation, NotationError
from dsl.match.observation.state_reader import StateReader
from dsl.match.table_messages import FailedCondition
from dsl.match.view import DecisionView, EntryView, OptionView, Value
from dsl.runtime.runner import Runner

OFFERED, UNSPOKEN = -1, -2  #: what an entry's `why` says besides the number of a condition


@dataclass(frozen=True, slots=True)
class Question:
    """One question at one position, with its options."""

    runner: Runner
    notation: Notation
    contents: StateReader
    position: int
    ask: DecisionPoint
    chooser: int
    options: Sequence[int]

    @property
    def seat(self) -> str:
        """The colour that must choose."""
        return self.contents.program.colours[self.chooser]

    def domain(self, entry: AskEntry) -> Domain:
        """Return the domain of the values asked now."""
        return entry.domain

    def view(self, open_to_viewer: bool) -> DecisionView:
        """Return the decision as data; a viewer who may not see it learns only who chooses."""
        if not open_to_viewer:
            return DecisionView(self.position, self.seat, (), 0, (), (), "", self._budgets())
        parts = [(option, *option_parts(option, self.ask.combined)) for option in self.options]
        possible = {entry for _, entry, _ in parts}
        return DecisionView(
            self.position,
            self.seat,
            tuple(self._entry(entry, index in possible) for index, entry in enumerate(self.ask.entries)),
            self.ask.parameter,
            self.chosen(),
            tuple(OptionView(option, entry, self._value(entry, value)) for option, entry, value in parts),
            self.rule,
            self._budgets(),
        )

    def _entry(self, entry: AskEntry, possible: bool) -> EntryView:
        action = self.contents.program.actions.get(entry.action)
        return EntryView(
            entry.action or entry.word,
            entry.text or (action.text if action else ""),
            tuple(name for name, _ in action.params) if action else (),
            entry.price,
            entry.budget,
            possible,
            not entry.action,
            self._given_values(entry),
        )

    def _given_values(self, entry: AskEntry) -> tuple[tuple[str, str], ...]:
        """Return the arguments that the asking rule gives to an action, as the chooser knows them, by parameter."""
        values = ((name, of, self.runner.call(self.contents.state, made)) for name, of, made in entry.supplied)
        describe = self.notation.describe
        return tuple((name, describe(of, value, self.contents, self.chooser).text) for name, of, value in values)

    def _value(self, entry: int, value: int) -> Value:
        return self.notation.describe(self.domain(self.ask.entries[entry]), value, self.contents, self.chooser)

    def value_text(self, entry: int, value: int) -> str:
        """Return the text of a value of an entry, offered or not, for the chooser; "" if the action asks for none."""
        return self._value(entry, value).text

    @property
    def rule(self) -> str:
        """The anchor of the rule that asks."""
        return self.contents.program.anchors[self.ask.anchor].name if self.ask.anchor >= 0 else ""

    def _budgets(self) -> tuple[tuple[str, int], ...]:
        """Return what is left of the budgets that pay the entries; each is a slot of the asking rule."""
        names = dict.fromkeys(entry.budget for entry in self.ask.entries if entry.budget)
        slots = {name: f"{self.rule}.{name}" for name in names}
        return tuple(
            (name, self.contents.get(slot)) for name, slot in slots.items() if slot in self.contents.layout.slots
        )

    def chosen(self) -> tuple[Value, ...]:
        """Return the values chosen already for the present action."""
        return tuple(
            self.notation.describe(domain, value, self.contents, self.chooser) for domain, value in self._given()
        )

    def _given(self) -> list[tuple[Domain, int]]:
        """Return the values chosen already with their domains."""
        if not self.ask.given:
            return []
        params = self.contents.program.actions[self.ask.entries[0].action].params
        return [(domain, self.contents.get(slot)) for (_, domain), slot in zip(params, self.ask.given, strict=False)]

    def cells(self) -> list[tuple[str, str, int]]:
        """Return the values chosen already and the options as (sort, name, value), for the places that a view must
        show: also the place that was chosen for a piece that is still to be turned."""
        found: list[tuple[str, str, int]] = [(domain.sort, domain.name, value) for domain, value in self._given()]
        for option in self.options:
            entry, value = option_parts(option, self.ask.combined)
            domain = self.domain(self.ask.entries[entry])
            found.append((domain.sort, domain.name, value))
        return found

    # ---- reading and refusing ----

    def read(self, entry: int, text: str) -> int:
        """Return the value that `text` writes for an entry. Raises NotationError."""
        domain = self.domain(self.ask.entries[entry])
        meant = self.notation.meanings(domain, text.split(), self.contents, self.chooser)
        return next((value for value in meant if self.option(entry, value) is not None), meant[0])

    def option(self, entry: int, value: int) -> int | None:
        """Return the option that takes `value`, None if it is not offered."""
        return next((o for o in self.options if option_parts(o, self.ask.combined) == (entry, value)), None)

    def failed(self, entry: int, value: int) -> int:
        """Return the number of the first condition that forbids a value, OFFERED or UNSPOKEN."""
        if self.option(entry, value) is not None:
            return OFFERED
        why = self.ask.entries[entry].why
        return self.runner.call(self.contents.state, why, value) if why else UNSPOKEN

    def why_not(self, entry: int, text: str) -> tuple[FailedCondition, ...]:
        """Return the conditions that forbid `text` for one entry, or for the entry (-1) that allows most of it; empty
        if there is no such entry."""
        best: tuple[int, FailedCondition] | None = None
        all_entries = range(len(self.ask.entries))
        for index in all_entries if entry < 0 else all_entries[entry : entry + 1]:
            try:
                value = self.read(index, text)
            except NotationError:
                continue
            number = self.failed(index, value)
            if number == OFFERED:
                return ()
            if number >= 0 and (best is None or number > best[0]):
                best = number, self.condition(index, number, self.value_text(index, value))
        return (best[1],) if best else ()

    def condition(self, entry: int, number: int, text: str) -> FailedCondition:
        """Return condition `number` of an entry's action as data, with the values in its message."""
        action = self.contents.program.actions[self.ask.entries[entry].action]
        texts = [*(value.text for value in self.chosen()), text]
        names = [name for name, _ in action.params]
        args = (*self._given_values(self.ask.entries[entry]), *zip(names, texts, strict=False))
        if number == len(action.conditions):  # the `where` of the rule that asks
            return FailedCondition(f"{self.rule}.where", "", args)
        condition = action.conditions[number]
        return FailedCondition(f"{action.name}.{condition.name}", condition.message, args)
