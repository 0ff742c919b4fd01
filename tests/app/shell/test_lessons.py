"""Learning a game in the window: from "New here?" through a lesson by clicks, and back with what is done."""

from __future__ import annotations

from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.base.announcements import ANNOUNCEMENTS
from app.base.i18n import Translations
from app.controllers.lesson_session import LessonSession
from app.controllers.local_session import LocalSession
from app.session.courses import Courses
from app.shell.window import MainWindow
from app.table.model.things import Thing
from dsl.cli.common import RULESETS
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


def test_a_lesson_is_played_by_clicks_from_the_first_page_on(qtbot: QtBot, window: MainWindow) -> None:
    window.start.lessons.click()
    games = window.lessons.page.games
    games.setCurrentText("Trias")
    games.activated.emit(games.currentIndex())
    window.lessons.page.buttons["break_up"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    learner, panel = Learner(session, qtbot), session.panel
    spoken: list[str] = []
    ANNOUNCEMENTS.made.connect(lambda text, urgent: spoken.append(text))
    for _ in range(2):
        assert learner.driver.decision is None
        assert session.page.table_layout.prompt.headline.text() == "The panel on the right says what comes next."
        learner.go_on()
    assert panel.task.text() == "Let the land in the east break off, and score."
    assert panel.task.text() in spoken[-1]
    assert session.page.table_layout.scene.marks.mentioned == {"1,0"}
    assert not panel.next.isEnabled()
    learner.play("breed", "2,0")  # wrong
    assert learner.reaction == "✗ A birth does not break a land. You need a drift."
    assert learner.reaction in spoken
    assert session.page.view is not None
    assert session.page.view.position == 0
    panel.hint.click()
    assert panel.hints == ("Let the shown steppe drift.",)
    learner.play("drift", "1,0")
    learner.play("drift", "-1,-1")  # wrong after a value that was right: all is taken back
    assert learner.reaction.startswith("✗ The tile has come to the part with the South Pole.")
    assert session.page.view.position == 0
    learner.play("drift", "1,0")
    learner.play("drift", "4,-1")
    assert learner.reaction.startswith("✓ You have three herds there")
    panel.back.click()
    learner.go_on()
    panel.solution.click()
    assert learner.reaction.startswith("✓")
    learner.go_on()
    assert panel.next.text() == "Finish"
    assert window.settings.current.lessons == {"trias": ("break_up",)}
    learner.go_on()
    assert window.session is None
    assert window.pages.currentWidget() is window.lessons.page
    assert window.lessons.page.buttons["break_up"].text() == "Again"
    assert window.lessons.page.buttons["first_turn"].property("role") == "primary"


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
    panel, view, driver = session.panel, session.page.view, PageDriver(session.page)
    assert view is not None
    assert not view.decisions
    wanted = session.lesson_link.course.places_to_find(0)
    assert wanted is not None
    for place in sorted(wanted | {"h8"}):
        driver.click_board(place)
    assert {spot.place for spot in session.page.table_layout.scene.marks.chosen} == wanted | {"h8"}
    driver.click(panel.check)
    assert panel.reaction.text() == "✗ Not yet. Not possible: 1 of those you have marked. Missing: 0."
    driver.click_board("h8")
    driver.click(panel.check)
    assert panel.reaction.text().startswith("✓ Right.")
    assert panel.check.isHidden()
    panel.next.click()
    assert page.puzzle_buttons[name].accessibleName() == "Puzzle 1, solved"
    list(page.puzzle_buttons.values())[1].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    panel = session.panel
    answers = {text: number for number, text in enumerate(session.lesson_link.progress.answers)}
    assert set(answers) == {"Yes", "No"}
    for text in ("Yes", "No"):
        assert not panel.next.isEnabled()
        panel.answered.emit(answers[text])
    assert panel.reaction.text() == "✓ The king does not go there."
    panel.next.click()
    assert window.pages.currentWidget() is page
    assert list(page.puzzle_buttons.values())[1].accessibleName() == "Puzzle 2, solved"


def test_games_are_offered_to_learn_in_the_order_of_the_first_page(window: MainWindow) -> None:
    window.start.lessons.click()
    games = window.lessons.page.games
    offered = [games.itemText(index) for index in range(games.count())]
    assert offered.index("Trias") < offered.index("Chess")
    assert offered == [game.title("en") for game in window.start.gallery.shown]


def test_lessons_stay_whole_above_the_puzzles_in_another_theme(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1366, 768)
    window.show_lessons()
    page = window.lessons.page
    page.open_puzzles.click()
    for theme in ("dark", "contrast", "light"):
        window.settings.set_theme(theme)
        qtbot.waitUntil(lambda: page._lessons.height() >= page._lessons.minimumSizeHint().height() > 300)


def test_a_puzzle_shows_what_its_answer_depends_on() -> None:
    """Who wins a fight cannot be told without the face of the challenged figurine."""
    courses = Courses(RULESETS / "dinosaures")
    fight = courses.puzzle(courses.puzzles()[0].name, Translations("en"))
    view = fight.enter(0, None).match.view(fight.learner)
    there = next(cell.pieces for cell in view.boards[0].cells if cell.place == "e8")
    assert [each.kind for each in there if each.piece == "figurine"] == ["dilo"]


def test_the_last_lesson_leads_to_a_first_match_with_bots(qtbot: QtBot, window: MainWindow) -> None:
    window.lessons.show(next(game for game in window.start.gallery.shown if game.name == "tic-tac-toe"))
    page = window.lessons.page
    assert page.match is not None
    assert page.match.property("role") is None
    page.buttons["three"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    panel = session.panel
    while session.lesson_link.progress.step < session.lesson_link.progress.steps - 1:
        panel.solution.click()
        panel.next.click()
    assert panel.match.isHidden()
    panel.solution.click()
    assert not panel.match.isHidden()
    panel.next.click()
    assert page.match.property("role") == "primary"
    page.match.click()
    qtbot.waitUntil(lambda: window.session is not None)
    match = window.session
    assert isinstance(match, LocalSession)
    assert [seat.player for seat in match.match.table.seats] == ["human", "bot:gentle"]


def test_a_gesture_that_may_mean_two_actions_gets_the_reaction_of_the_lesson(qtbot: QtBot, window: MainWindow) -> None:
    window.start.lessons.click()
    games = window.lessons.page.games
    games.setCurrentText("English Draughts")
    games.activated.emit(games.currentIndex())
    window.lessons.page.buttons["turn"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    learner = Learner(session, qtbot)
    learner.go_on()
    session.panel.solution.click()
    learner.go_on()
    qtbot.waitUntil(lambda: learner.driver.decision is not None)
    learner.driver.click_board("f2")  # it cannot jump, and as another man can, it may not step
    qtbot.waitUntil(lambda: bool(learner.reaction))
    assert learner.reaction == "✗ You can jump, so you may not step."


def test_a_reaction_covers_no_lesson_and_goes_with_the_next_refusal(qtbot: QtBot, window: MainWindow) -> None:
    window.lessons.show(next(game for game in window.start.gallery.shown if game.name == "trias"))
    window.lessons.page.buttons["first_turn"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    learner, panel, bubble = Learner(session, qtbot), session.panel, session.page.table_layout.bubble
    while panel.solution.isHidden():
        learner.go_on()
    qtbot.waitUntil(lambda: learner.driver.decision is not None)
    driver = learner.driver
    last = session.page.table_layout.prompt.entry_button(1)
    assert last is not None
    driver.click(last)
    assert learner.reaction.startswith("✗ You may do that in a match")
    left, top = bubble.mapTo(window, QPoint(0, 0)), panel.mapTo(window, QPoint(0, 0))
    assert left.x() + bubble.width() <= top.x()
    panel.solution.click()
    learner.go_on()
    qtbot.waitUntil(lambda: driver.decision is not None)
    driver.click_board("-2,1")
    assert learner.reaction.startswith("✗ Your own two herds")
    driver.click_board("-2,2")
    assert bubble.text == "The card asks for another terrain."
    assert not learner.reaction


def test_a_click_on_a_pawn_that_rests_gets_a_reaction_that_says_so(qtbot: QtBot, window: MainWindow) -> None:
    window.lessons.show(next(game for game in window.start.gallery.shown if game.name == "dinosaurs-and-unicorns"))
    window.lessons.page.buttons["jump"].click()
    session = window.session
    assert isinstance(session, LessonSession)
    qtbot.waitUntil(lambda: session.page.view is not None)
    learner, panel = Learner(session, qtbot), session.panel
    while panel.task.text() != "Bring a red pawn onto the plain behind the double mountain.":
        if not panel.next.isEnabled():
            panel.solution.click()
        learner.go_on()
    qtbot.waitUntil(lambda: learner.driver.decision is not None)
    learner.driver.click_board("1,-3", Thing("counter", "pawn", "red", "tired_done", ""))
    qtbot.waitUntil(lambda: bool(learner.reaction))
    assert learner.reaction == (
        "✗ Take the red pawn on the steppe. The one that has jumped takes no further step in this action."
    )
