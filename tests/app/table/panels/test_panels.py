"""Panels beside the board: everything is available as text, and only what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.base.widgets import FlowLayout
from app.session.rules_summary import ruled_out_actions
from app.table.context import TableContext
from app.table.model.board_layout import names_hidden_by
from app.table.model.key_bindings import KEYS
from app.table.model.selection import Selection
from app.table.panels.accessible_lists import cell_text
from app.table.panels.log import log_lines
from app.table.panels.players import PlayersPanel, player_summaries
from app.table.panels.prompt import prompt_model_of
from app.table.panels.score import ScoreSheet, current_ranking, deciding_line
from app.table.panels.zones import ZonesPanel, piles
from dsl.cli.common import RULESETS
from dsl.i18n.translations import languages
from dsl.i18n.translator import Translator
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import build, load
from tests.app.table.decisions import decision, deeds, entry, tile
from tests.app.table.views import finished, moved, position
from tests.dsl.i18n.small_games import FLATS


class PaintWatch(QObject):
    """Reports which of some widgets are painted."""

    def __init__(self, widgets: Sequence[QWidget], report: Callable[[QWidget], None]) -> None:
        super().__init__()
        self._report = report
        for each in widgets:
            each.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint and isinstance(watched, QWidget):
            self._report(watched)
        return False


def test_player_rows_show_leader_active_and_eliminated_players(context: TableContext):
    red, blue, black = player_summaries(position(), context)
    assert (red.name, red.score, red.share, red.is_active, red.eliminated) == ("Red", "12", 1.0, True, False)
    assert blue.name == "Bea"
    assert 0 < blue.share < 1
    assert black.eliminated
    assert red.accessible_text(context) == "Red, you, points: 12, 9 herds in reserve, hand: 1, to play"


def test_cards_of_others_are_only_counted(context: TableContext):
    assert [standing.backs for standing in player_summaries(position("red"), context)] == [0, 1, 0]
    assert [standing.backs for standing in player_summaries(position("blue"), context)] == [1, 0, 0]


def test_a_revealed_card_has_no_back(context: TableContext):
    view = position("red")
    (known,) = (zone.pieces for zone in position("blue").zones if (zone.name, zone.owner) == ("hand", "blue"))
    zones = (structs.replace(zone, pieces=known) if zone.owner == "blue" else zone for zone in view.zones)
    assert [standing.backs for standing in player_summaries(structs.replace(view, zones=tuple(zones)), context)] == [
        0,
        0,
        0,
    ]


def test_own_cards_are_face_up_and_piles_show_their_back(context: TableContext):
    pile, hand, discards = piles(position(), context, frozenset())
    assert pile.hidden
    assert pile.accessible_text(context) == "Draw pile: 21 cards"
    assert (hand.value, hand.hidden) == ("wood 1", False)
    assert discards.top is not None
    assert discards.top.kind == "mountain"


def test_an_empty_zone_is_shown_once_it_had_contents(context: TableContext):
    titles = [heap.title for heap in piles(position(), context, frozenset({"bag"}))]
    assert len(titles) == 4


def test_a_card_is_activated_by_click_and_by_enter(qtbot: QtBot, context: TableContext):
    panel = ZonesPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(position(), frozenset({"wood 1"}))
    panel.show()
    own = next(widget for widget in panel.widgets if widget.pile.value)
    with qtbot.waitSignal(panel.activated) as touched:
        QTest.mouseClick(own, Qt.MouseButton.LeftButton)
    assert touched.args == ["wood 1"]
    with qtbot.waitSignal(panel.activated):
        QTest.keyClick(own, Qt.Key.Key_Return)


def test_cards_leave_room_for_the_log_in_a_low_window(qtbot: QtBot, context: TableContext):
    view = position()
    more = tuple(structs.replace(view.zones[-1], name=f"pile_{number}", size=3) for number in range(3))
    many = structs.replace(view, zones=(*view.zones, *more))
    heights = {}
    for height in (738, 1000):
        window = QWidget()
        qtbot.addWidget(window)
        window.resize(400, height)
        panel = ZonesPanel(context, window)
        panel.show_state(many, frozenset())
        heights[height] = panel.widgets[-1].sizeHint().height()
        panel.show_state(view, frozenset())
        assert panel.widgets[-1].sizeHint().height() >= heights[height]
    assert heights[738] < heights[1000]


def test_what_stays_the_same_keeps_its_widgets(qtbot: QtBot, context: TableContext):
    """A choice pays only for what it changes, and the card under the pointer stays as it is."""
    panel, view = ZonesPanel(context), position("red")
    qtbot.addWidget(panel)
    for _ in range(2):  # it has its width only then
        panel.show_state(view, frozenset())
        QApplication.processEvents()
    kept = panel.widgets
    assert kept
    panel.show_state(structs.replace(view, position=view.position + 1), frozenset())
    assert panel.widgets == kept
    cards = frozenset(each.pile.value for each in panel.hand.cards)
    panel.show_state(view, cards)
    assert not set(kept) & set(panel.widgets), "they can be chosen now"
    kept = panel.widgets
    panel.set_context(replace(context, names={"red": "Mara"}))
    panel.show_state(view, cards)
    assert not set(kept) & set(panel.widgets), "another language or look"


def test_only_rows_of_players_that_change_are_painted(qtbot: QtBot, context: TableContext):
    panel, view = PlayersPanel(context), position("red")
    qtbot.addWidget(panel)
    panel.show_state(view)
    painted: list[QWidget] = []
    watch = PaintWatch(panel.rows, painted.append)
    panel.show()
    qtbot.waitUntil(lambda: set(painted) == set(panel.rows))
    QApplication.processEvents()
    painted.clear()
    panel.show_state(structs.replace(view, position=view.position + 1))
    panel.show_state(structs.replace(view, given_up=("blue",)))
    qtbot.waitUntil(lambda: bool(painted))
    assert set(painted) == {panel.rows[1]}
    del watch


def test_player_rows_have_accessible_names(qtbot: QtBot, context: TableContext):
    panel = PlayersPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(position())
    assert [row.accessibleName().split(",")[0] for row in panel.rows] == ["Red", "Bea", "Black"]


def test_a_cell_is_described_with_all_its_contents(context: TableContext, french_context: TableContext):
    cell = next(cell for cell in position().boards[0].cells if cell.place == "2,0")
    said = cell_text(cell, context, offered=True)
    assert said.startswith("2,0: steppe; Red: 2 herds")
    assert "Bea: 1 herd" in said
    assert said.endswith("(can be chosen)")
    assert "troupeaux" in cell_text(cell, french_context)


def test_the_prompt_shows_cost_and_availability_of_each_entry(context: TableContext):
    asked = prompt_model_of(position(), Selection().with_decision(deeds()), context)
    assert [(entry.price, entry.possible) for entry in asked.entries][:4] == [
        (3, True),
        (1, True),
        (1, True),
        (0, False),
    ]
    assert asked.mine
    assert asked.budget == (("points", 3),)


def test_the_prompt_leaves_out_what_the_options_never_allow(context: TableContext):
    bought = replace(context, ruled_out=lambda: {"drift"})
    ways = (entry("drift", "t", "goal", possible=False), entry("breed", "t"), entry("move", "h", possible=False))
    asked = Selection().with_decision(decision(ways, ((1, tile("3,0")),)))
    assert [each.action for each in prompt_model_of(position(), asked, context).entries] == ["drift", "breed", "move"]
    assert [each.action for each in prompt_model_of(position(), asked, bought).entries] == ["breed", "move"]


def test_the_actions_of_variants_that_are_not_played_are_ruled_out():
    pack = load(RULESETS / "dinosaures")
    words = Translator(pack, "en")
    official = ruled_out_actions(pack, words, "en", 2)
    assert {"first_step", "come_back"} <= official
    assert "first_step" not in ruled_out_actions(pack, words, "en", 2, {"double_opening": 1})
    assert not {"step", "fly", "challenge"} & official


def test_the_headline_leaves_out_places_that_the_board_does_not_name(context: TableContext):
    goals = decision((entry("drift", "t", "goal"),), ((0, tile("4,0")),), parameter=1, chosen=(tile("3,0"),))
    selection = Selection().with_decision(goals)
    assert prompt_model_of(position(), selection, context).headline == "Red: Where does the wood 3,0 drift?"
    assert prompt_model_of(position(), selection, context).brief, "a row for the hint would move the board"
    spoken = context.without_places(names_hidden_by(position().boards, context.look))
    asked = prompt_model_of(position(), selection, context, spoken=spoken)
    assert asked.headline == "Red: Where does the wood drift?"


def test_two_entries_of_one_action_are_offered_as_one(context: TableContext):
    ways = (entry("drift", "t", "goal"), entry("drift", "t", "goal", possible=False))
    asked = prompt_model_of(position(), Selection().with_decision(decision(ways, ((0, tile("3,0")),))), context)
    assert asked.entries == ()
    assert asked.headline == "Red: Which tile drifts?"
    assert asked.hint == "Choose the highlighted space."
    several = tuple((0, structs.replace(tile("3,0"), text=f"{kind} 3,0")) for kind in ("wood", "steppe"))
    asked = prompt_model_of(position(), Selection().with_decision(decision(ways, several)), context)
    assert asked.hint == "Choose one of the 2 highlighted pieces."


def test_the_prompt_names_the_players_the_table_is_waiting_for(context: TableContext):
    asked = prompt_model_of(position("blue"), Selection(), context)
    assert not asked.mine
    assert not asked.entries
    assert asked.colour == "red"


def test_a_line_of_the_log_highlights_exactly_its_places(context: TableContext):
    known = frozenset(cell.place for cell in position().boards[0].cells)
    _, line = log_lines(moved(), known, context)
    assert line.places == {"2,0", "1,0"}


def test_each_line_of_the_score_sheet_names_its_rule(qtbot: QtBot, context: TableContext):
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    outcome = finished().outcome
    assert outcome is not None
    sheet.show_state(outcome, context)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    assert "Red wins" in said
    assert "+10" in said
    assert context.words.anchor("final") in said


def test_the_score_sheet_shows_the_deciding_criterion(qtbot: QtBot, context: TableContext):
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    outcome = finished().outcome
    assert outcome is not None
    sheet.show_state(outcome, context)
    assert sheet.decided.text() == "12 points to 7 for Bea."
    level = tuple(structs.replace(rank, values=(("score", 5), *rank.values[1:])) for rank in outcome.ranking)
    sheet.show_state(structs.replace(outcome, ranking=level), context)
    assert sheet.decided.text() == "Tied with Bea on Points. Tie-breaker: Herds in reserve, 9 to 11."
    tied = tuple(structs.replace(rank, place=1) for rank in outcome.ranking)
    assert deciding_line(structs.replace(outcome, ranking=tied)) is None


def test_a_title_that_would_need_two_lines_is_smaller(qtbot: QtBot, context: TableContext):
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    outcome = finished().outcome
    assert outcome is not None
    sheet.show_state(outcome, context)
    sheet.resize(1800, 700)
    sheet.show()
    assert sheet.title.property("role") == "banner title"
    sheet.title.setText("Red wins. " * 30)
    sheet.resize(1801, 700)
    assert sheet.title.property("role") == "banner heading"
    sheet.show_state(outcome, context)
    assert sheet.title.property("role") == "banner title"


def test_what_decides_a_tie_is_named_so(qtbot: QtBot, context: TableContext):
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    outcome = finished().outcome
    assert outcome is not None
    sheet.show_state(outcome, context)
    assert "Tie-breakers" in [label.text() for label in sheet.findChildren(QLabel)]
    sheet.resize(1200, 700)
    sheet.show_state(outcome, context)
    assert "Tie-breaker: Herds in reserve" in [label.text() for label in sheet.findChildren(QLabel)]


def test_many_lines_of_one_rule_are_grouped_and_tied_criteria_left_out(qtbot: QtBot, context: TableContext):
    sheet = ScoreSheet()
    qtbot.addWidget(sheet)
    outcome = finished().outcome
    assert outcome is not None
    line = outcome.sheet[0]
    sheet.resize(200, 600)  # too narrow for a table
    sheet.show_state(structs.replace(outcome, sheet=(line,) * 5), context)
    said = [label.text() for label in sheet.findChildren(QLabel)]
    assert any(text.endswith("(5 times)") for text in said)
    assert f"{5 * line.points:+d}" in said
    level = tuple(structs.replace(rank, values=(("score", 0),)) for rank in outcome.ranking)
    idle = ScoreSheet()
    qtbot.addWidget(idle)
    idle.show_state(structs.replace(outcome, ranking=level), context)
    assert "Points: 0" not in [label.text() for label in idle.findChildren(QLabel)]


def test_during_the_match_the_sheet_ranks_by_points_so_far(context: TableContext):
    standing = current_ranking(position())
    assert [(rank.seat, rank.place) for rank in standing.ranking] == [("red", 1), ("blue", 2), ("black", 3)]


def test_every_key_is_explained_in_every_language():
    for language in languages():
        texts = Translations(language)
        for key in KEYS:
            assert texts(f"table.help.{key.action}")
            assert texts(f"table.key.{key.action}", letters="Q W A S")


def test_a_flow_layout_wraps_at_the_width(qtbot: QtBot):
    widget = QWidget()
    qtbot.addWidget(widget)
    flow = FlowLayout(widget, spacing=4)
    for text in ("one", "two", "three"):
        flow.addWidget(QPushButton(text))
    wide = flow.heightForWidth(1000)
    assert flow.heightForWidth(flow.minimumSize().width()) > 2 * wide
    flow.setGeometry(QRect(0, 0, 1000, wide))
    items = [flow.itemAt(index) for index in range(3)]
    assert len({item.geometry().y() for item in items if item}) == 1
    field = QLineEdit()
    field.setFixedHeight(60)
    flow.addWidget(field)
    flow.setGeometry(QRect(0, 0, 1000, 60))
    assert {item.geometry().y() for item in items if item} == {19}  # on the middle of the tallest
    flow.clear()
    assert flow.count() == 0


def test_a_button_is_short_and_has_its_sentence_as_tooltip(context: TableContext, french_context: TableContext):
    first = prompt_model_of(position(), Selection().with_decision(deeds()), context).entries[0]
    assert (first.text, first.sentence) == ("Drift", "Drift: Which tile drifts?")
    assert prompt_model_of(position(), Selection().with_decision(deeds()), french_context).entries[0].text == "Dérive"


def test_a_pressed_button_requests_its_first_value(context: TableContext):
    asked = prompt_model_of(position(), Selection().with_decision(deeds()).arm(0), context)
    assert asked.headline == "Red: Which tile drifts?"


def test_a_reserve_without_translations_uses_the_plural_of_the_rules(context: TableContext) -> None:
    made = build(RulesetText((("flats.rules", FLATS),)))
    view = made.start(2, {}, 1).view("red")
    for language in ("en", "fr"):
        plain = replace(context, words=Translator(made, language))
        assert "12 men" in player_summaries(view, plain)[0].holdings[0].words
