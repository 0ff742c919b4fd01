"""How the table speaks and looks just now: the reader's language, the game's look, the window's theme."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from app.table.look import Look
from app.texts import Texts
from app.theme import Theme
from dsl.engine.messages import FailedCondition
from dsl.engine.view import DecisionView, EntryView, EventView, OptionView, ScoreLine


class Speech(Protocol):
    """What the table needs of `dsl.words`: sentences about the game in one language."""

    def event(self, event: EventView) -> str | None: ...  # noqa: D102

    def decision(self, decision: DecisionView) -> str: ...  # noqa: D102

    def entry(self, entry: EntryView) -> str: ...  # noqa: D102

    def option(self, option: OptionView, decision: DecisionView) -> str: ...  # noqa: D102

    def condition(self, condition: FailedCondition) -> str: ...  # noqa: D102

    def name(self, word: str, amount: int = 1) -> str: ...  # noqa: D102

    def refusal(self, reason: str, args: tuple[tuple[str, str], ...] = ()) -> str: ...  # noqa: D102

    def anchor(self, name: str) -> str: ...  # noqa: D102

    def score_line(self, line: ScoreLine) -> str: ...  # noqa: D102


@dataclass(frozen=True, slots=True)
class Tone:
    """Handed to every part of the table; a new one when language or theme change."""

    texts: Texts
    words: Speech
    look: Look
    theme: Theme
    names: Mapping[str, str] = field(default_factory=dict)  #: of the players, by colour

    def player(self, colour: str) -> str:
        """A player's name, or the colour's name if nobody gave one."""
        return self.names.get(colour) or self.words.name(colour).capitalize()
