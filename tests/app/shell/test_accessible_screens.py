"""Every screen as a screen reader has it: what takes the focus has a name and a role, and differs from its siblings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QDialog, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.base.announcements import set_accessible_role
from app.shell.window import MainWindow
from app.table.panels.piles_and_figures import PileWidget
from tests.app.network import Person

Role = QAccessible.Role
#: A screen reader says nothing of use for these.
MEANINGLESS = {Role.Client, Role.NoRole, Role.Pane, Role.Grouping, Role.Window}
#: Parts of a list, where equal things have equal names.
OF_A_LIST = {Role.ListItem, Role.Cell, Role.TreeItem, Role.MenuItem}


def parts(node: QAccessibleInterface) -> Iterator[tuple[QAccessibleInterface, QAccessibleInterface]]:
    """Yield every visible part below a node, with the node that contains it."""
    for number in range(node.childCount()):
        child = node.child(number)
        if child is not None and not child.state().invisible:
            yield child, node
            yield from parts(child)


def takes_focus(node: QAccessibleInterface) -> bool:
    """Whether Tab or a screen reader can go to a part; what passes the focus on to another part is none."""
    widget = node.object()
    passes_on = isinstance(widget, QWidget) and widget.focusProxy() is not None
    return bool(node.state().focusable) and not node.state().disabled and not passes_on


def called(node: QAccessibleInterface) -> str:
    """Return what a screen reader says of a part besides its value."""
    if isinstance(node.object(), QComboBox):  # its name may be the text that is chosen in it
        return node.text(QAccessible.Text.Description)
    return node.text(QAccessible.Text.Name)


def faults(window: QWidget) -> list[str]:
    """Return what is wrong on the screen: in the window, and in dialogs over it."""
    over = [each for each in QApplication.topLevelWidgets() if isinstance(each, QDialog) and each.isVisible()]
    found = []
    for shown in (window, *over):
        root = QAccessible.queryAccessibleInterface(shown)
        assert root is not None
        seen: Counter[tuple[int, Role, str]] = Counter()
        for node, parent in parts(root):
            if not takes_focus(node):
                continue
            what = f"{node.role().name} {type(node.object()).__name__} {called(node)!r}"
            if not called(node).strip():
                found.append(f"no name: {what}")
            if node.role() in MEANINGLESS:
                found.append(f"no role: {what}")
            if node.role() not in OF_A_LIST and not isinstance(node.object(), PileWidget):
                container = parent.object()
                seen[id(container), node.role(), called(node)] += 1
        found += [f"{amount} alike: {role.name} {name!r}" for (_, role, name), amount in seen.items() if amount > 1]
    return found


class Strays(QObject):
    """Collects widgets that are shown as windows of their own, which takes the keyboard from the window."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            windows = (Qt.WindowType.Popup, Qt.WindowType.Tool, Qt.WindowType.ToolTip)
            is_meant = isinstance(watched, MainWindow | QDialog) or watched.windowType() in windows
            self.found += [] if is_meant else [f"{type(watched).__name__} {watched.accessibleName()}"]
        return False


@pytest.fixture
def no_strays(qapp: QApplication) -> Iterator[None]:
    strays = Strays()
    qapp.installEventFilter(strays)
    yield
    qapp.removeEventFilter(strays)
    assert strays.found == []


def game(window: MainWindow, name: str) -> None:
    """Show the set-up page of a game, and wait for its rules."""
    window.set_up(next(card for card in window._games.cards if card.name == name))


@pytest.mark.usefixtures("no_strays")
def test_the_pages_before_a_match_are_named(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1366, 768)
    wrong: dict[str, list[str]] = {}

    def look(screen: str) -> None:
        QApplication.processEvents()
        wrong[screen] = faults(window)

    look("start")
    window.start.nearby.show_form()
    look("address")
    window.show_lessons()
    look("lessons")
    window._show_statistics()
    look("statistics")
    window._show_over(window.preferences)
    look("settings")
    window._show_over(window.about)
    look("about")
    window.show_start()
    window.menus.new_game_requested.emit()
    look("new game")
    for name in ("dinosaures", "chess", "trias"):
        game(window, name)
        qtbot.waitUntil(window.setup.start.isEnabled)
        look(f"set-up of {name}")
    for _ in range(2):  # the second time, its widgets are replaced
        window._show_box()
        box = window._box
        assert box is not None
        qtbot.waitUntil(lambda box=box: box._content.count() > 2 and not box._waiting)  # type: ignore[misc]
        look("box")
        assert window.isActiveWindow()
        assert QApplication.focusWidget() is box.done
        window._show_previous()
    window._show_box()
    window._show_previous()
    window._show_rulebook_before()
    look("rulebook")
    window._show_previous()
    window.setup.network.click()
    look("host")
    assert {screen: found for screen, found in wrong.items() if found} == {}


@pytest.mark.usefixtures("no_strays")
@pytest.mark.parametrize("name", ["trias", "triassic-terror", "dinosaurs-and-unicorns", "chess", "oware"])
def test_a_table_and_the_pages_over_it_are_named(qtbot: QtBot, window: MainWindow, name: str) -> None:
    window.resize(1366, 768)
    game(window, name)
    qtbot.waitUntil(window.setup.start.isEnabled)
    window.setup.start.click()
    session = window.session
    assert session is not None
    qtbot.waitUntil(lambda: session.table_page is not None and session.table_page.view is not None)
    page = session.table_page
    assert page is not None
    layout = page.table_layout
    wrong = {}
    for number in range(layout.tabs.count()):
        layout.tabs.setCurrentIndex(number)
        wrong[layout.tabs.tabText(number)] = faults(window)
    page.show_keys()
    wrong["keys"] = faults(window)
    page.keys.close_button.click()
    layout.rules.click()
    wrong["rules"] = faults(window)
    page.rules.close_button.click()
    layout.prompt.score_requested.emit()
    wrong["score"] = faults(window)
    page.score.board.click()
    layout.replay_button.click()
    wrong["replay"] = faults(window)
    assert {screen: found for screen, found in wrong.items() if found} == {}


def test_a_lobby_is_named(qtbot: QtBot, tmp_path: Path) -> None:
    person = Person(qtbot, tmp_path, "Ann")
    person.open_table("tic-tac-toe", 2)
    try:
        assert faults(person.window) == []
    finally:
        person.end()


def test_a_nameless_or_meaningless_part_is_a_fault(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    layout = QVBoxLayout(window)
    plain, nameless, twice, again = QWidget(), QPushButton(), QPushButton("Go"), QPushButton("Go")
    plain.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    plain.setAccessibleName("Ann")
    plain.setMinimumSize(20, 20)
    for each in (plain, nameless, twice, again):
        layout.addWidget(each)
    window.show()
    assert [fault.partition(":")[0] for fault in faults(window)] == ["no role", "no name", "2 alike"]
    set_accessible_role(plain, Role.Button)
    nameless.setText("Stay")
    again.setText("Go on")
    assert [fault for fault in faults(window) if not fault.startswith("no role")] == []


def test_tab_goes_through_the_set_up_page_as_it_is_laid_out(qtbot: QtBot, window: MainWindow) -> None:
    window.resize(1366, 768)
    game(window, "trias")
    qtbot.waitUntil(window.setup.start.isEnabled)
    first = QApplication.focusWidget()
    assert first is window.setup.start
    order: list[str] = []
    while True:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is first:
            break
        order.append(now.accessibleName() or getattr(now, "text", str)())
    steps = ["Learn this game", "Number of players", "Player for Blue", "Time of the players", "Five action points"]
    steps += ["Rings of tiles around the South Pole", "Other games", "Play on the network"]
    places = [order.index(step) for step in steps]
    assert places == sorted(places), order
    assert len(order) == len(set(order))


def test_a_role_is_set_although_a_screen_reader_has_met_the_widget(qtbot: QtBot) -> None:
    page = QWidget()
    qtbot.addWidget(page)
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    try:
        page.setAccessibleName("page")
        part = QWidget(page)
        met = QAccessible.queryAccessibleInterface(part)
        assert met is not None
        assert met.role() == Role.Client
        set_accessible_role(part, Role.Button)
        found = QAccessible.queryAccessibleInterface(part)
        assert found is not None
        assert found.role() == Role.Button
    finally:
        QAccessible.setActive(was_active)
