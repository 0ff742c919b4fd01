"""Learning a game in the window: from "New here?" through a lesson by clicks, and back with what is done."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.base.announcements import ANNOUNCEMENTS
from app.controllers.lesson_session import LessonSession
from app.shell.window import MainWindow
from app.table.model.things import Spot
from dsl.match.view import OptionView
from tests.app.table.page_driver import PageDriver


class Learner:
    """Plays a lesson with the mouse."""

    def __init__(self, session: LessonSession, qtbot: QtBot) -> None:
        self.session, self.panel, self.driver = session, session.panel, PageDriver(session.page)
        self._qtbot = qtbot

    @property
    def reaction(self) -> str:
        return self.panel.reaction.text() if not self.panel.reaction.isHidden() else ""

    def option(self, action: str, place: str = "") -> OptionView:
        """An option of an action that waits; at this place, if one is named."""
        self._qtbot.waitUntil(lambda: self.driver.decision is not None)
        decision = self.driver.decision
        assert decision is not None
        entries = [index for index, entry in enumerate(decision.entries) if entry.action == action]
        found = (option for option in decision.options if option.entry in entries)
        return next(option for option in found if place in ("", option.value.place))

    def play(self, action: str, place: str = "") -> None:
        self.driver.play(self.option(action, place))

    def go_on(self) -> None:
        assert self.panel.next.isEnabled()
        self.driver.click(self.panel.next)


def test_a_first_lesson_is_played_by_clicks_from_the_first_page_on(qtbot: QtBot, window: MainWindow) -> None:
    window.start.learn.click()
    games = window.lessons.page.games
    games.setCurrentText("Trias")
    games.activated.emit(games.currentIndex())
    window.lessons.page.buttons["first_turn"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    learner, panel = Learner(session, qtbot), session.panel
    spoken: list[str] = []
    ANNOUNCEMENTS.made.connect(lambda text, urgent: spoken.append(text))
    for _ in range(3):
        assert learner.driver.decision is None
        learner.go_on()
    assert "Play the card in your hand." in spoken[-1]
    assert panel.task.text() == "Play the card in your hand."
    assert not panel.next.isEnabled()
    learner.play("play_pile")  # wrong
    assert learner.reaction.startswith("✗ You may do that in a match")
    assert session.page.view is not None
    assert session.page.view.position == 0
    panel.hint.click()
    assert panel.hints == ("The buttons above the board are your choices now.",)
    assert panel.hint.isHidden()
    learner.play("play_hand")
    assert learner.reaction == "✓ Now a steppe has to drift."
    assert "✓ Now a steppe has to drift." in spoken
    learner.go_on()
    marks = session.page.table_layout.scene.marks
    assert marks.mentioned == {"2,0", "1,-2", "-1,-1", "0,2"}
    assert Spot("-2,1") in marks.selectable
    learner.play("drift", "-2,1")
    assert learner.reaction.startswith("✗ Your own two herds")
    learner.play("drift", "-1,-1")
    learner.play("drift")
    assert learner.reaction.startswith("✓ Done, and the herds of Blue swim.")
    panel.back.click()
    panel.next.click()  # the step before is open again
    assert panel.task.text() == "Play the card in your hand."
    panel.solution.click()
    learner.go_on()
    panel.solution.click()
    learner.go_on()
    for action in ("breed", "move"):
        learner.play(action)
        while not panel.next.isEnabled():
            learner.play(action)
        learner.go_on()
    panel.solution.click()
    learner.go_on()
    assert panel.next.text() == "Finish"
    assert window.settings.current.lessons == {"trias": ("first_turn",)}
    learner.go_on()
    assert window.session is None
    assert window.pages.currentWidget() is window.lessons.page
    assert window.lessons.page.buttons["first_turn"].text() == "Again"
    assert window.lessons.page.buttons["break_up"].property("role") == "primary"


def test_a_puzzle_is_answered_at_the_table_and_marked_as_solved(qtbot: QtBot, window: MainWindow) -> None:
    window.lessons.show(next(game for game in window.start.gallery.shown if game.name == "chess"))
    page = window.lessons.page
    page.open_puzzles.click()
    window.show_lessons()
    name, button = next(iter(page.puzzle_buttons.items()))
    button.click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    panel, view = session.panel, session.page.view
    assert view is not None
    assert not view.decisions
    answers = {text: number for number, text in enumerate(session.lesson_link.progress.answers)}
    assert set(answers) == {"Yes", "No"}
    for text in ("No", "Yes"):
        assert not panel.next.isEnabled()
        panel.answered.emit(answers[text])
    assert panel.reaction.text().startswith("✓ Right.")
    panel.next.click()
    assert window.pages.currentWidget() is page
    assert page.puzzle_buttons[name].accessibleName() == "Puzzle 1, solved"
