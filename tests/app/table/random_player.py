"""Random player of a table page: plays a match by clicks, keys and drags."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from pytestqt.qtbot import QtBot

from app.table.model.things import Spot
from app.table.page import TablePage
from dsl.match.table_messages import AskPreview, Preview
from dsl.match.view import DecisionView, OptionView
from tests.app.table.page_driver import PageDriver, thing_of
from tests.app.table.table_pages import OpenTable

_OFTEN = 0.85  #: probability of an action where passing is possible


@dataclass(slots=True)
class RandomPlayer:
    """Plays at a page, prefers actions to passing, and records the questions of the prompt."""

    qtbot: QtBot
    opened: OpenTable
    seed: int
    questions: set[str] = field(default_factory=set)
    dragged: int = 0
    dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.dice = random.Random(self.seed)

    @property
    def page(self) -> TablePage:
        """The table page."""
        return self.opened.page

    @property
    def driver(self) -> PageDriver:
        """The driver of the page."""
        return self.opened.driver

    def play_to_the_end(self) -> set[str]:
        """Play until the match is over; return all questions of the prompt."""
        while self.play_once():
            pass
        return self.questions

    def play_once(self) -> bool:
        """Lift the curtain or make a choice; return whether the match goes on."""
        self.qtbot.waitUntil(self._asked)
        if self.driver.over:
            return False
        if self.page.curtain.colour:
            self.driver.click(self.page.curtain.ready)
            return True
        if self.driver.decision is None:
            self.driver.click(self.page.table_layout.prompt.hand_over)
            self.qtbot.waitUntil(lambda: bool(self.page.curtain.colour) or self.driver.decision is not None)
            return True
        decision = self.driver.decision
        assert decision is not None
        self.questions.add(self.page.table_layout.prompt.headline.text())
        self.make(self.wanted(decision))
        return True

    def _asked(self) -> bool:
        page = self.page
        asked = self.driver.over or self.driver.decision is not None or bool(page.curtain.colour)
        return asked or page.table_layout.prompt.hand_over.isVisible()

    def wanted(self, decision: DecisionView) -> OptionView:
        """Return a random option: first an entry, then one of its values."""
        deeds = {option.entry for option in decision.options if not decision.entries[option.entry].is_word}
        words = {option.entry for option in decision.options} - deeds
        entries = deeds if deeds and (not words or self.dice.random() < _OFTEN) else words
        entry = self.dice.choice(sorted(entries))
        return self.dice.choice([option for option in decision.options if option.entry == entry])

    def make(self, option: OptionView) -> None:
        """Choose an option by a random kind of gesture, and wait until the match has advanced."""
        before = self._position()
        goals = self._goals(option) if self.dice.random() < 0.5 else ()
        if goals:
            self._drag(option, self.dice.choice(goals))
        elif self.dice.random() < 0.3 and self._by_number(option):
            pass
        else:
            self.driver.play(option)
        self.qtbot.waitUntil(lambda: self._position() > before)

    def _position(self) -> int:
        return self.driver.view.position

    def _goals(self, option: OptionView) -> tuple[str, ...]:
        """Return the possible ends of a drag, if a drag of this piece is unambiguous."""
        decision, value = self.driver.decision, option.value
        assert decision is not None
        if not value.place or decision.parameter or len(decision.entries[option.entry].params) < 2:
            return ()
        same = [each for each in decision.options if each.value.place == value.place]
        if len(same) > 1:
            return ()
        answer = self.opened.table.handle(AskPreview(0, decision.seat, decision.number, option.number))
        assert isinstance(answer, Preview)
        where = self.page.table_layout.scene.hit_test
        return tuple(place for place in answer.next_places if place != value.place and where.middle_of(Spot(place)))

    def _drag(self, option: OptionView, goal: str) -> None:
        self.dragged += 1
        before = self._position()
        self.driver.drag(option.value.place, thing_of(option.value), goal)
        self.qtbot.waitUntil(lambda: self._position() >= before + 2 or self.driver.menu is not None)
        menu = self.driver.menu
        if menu is not None:  # several ways lead there
            self.driver.click_action(menu, self.dice.choice(menu.actions()))

    def _by_number(self, option: OptionView) -> bool:
        """Press the number key of an entry without values; return whether there is one."""
        made = self.page.table_layout.prompt.entry_button(option.entry)
        if option.value.text or made is None or not made.text()[:1].isdigit():
            return False
        self.page.table_layout.board.setFocus()
        self.driver.key(made.text()[0])
        return True
