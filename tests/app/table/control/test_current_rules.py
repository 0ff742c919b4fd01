"""The rules that apply now, beside the board: signs for the thing under the pointer, and the way to a rule."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session.rules_summary import RulesSummary, rules_summary_of
from app.table.model.things import Spot
from app.table.panels.current_rules import NOT_JUDGED, CurrentRules, Judgement, verdict_of
from dsl.rulebook.generator import ActionCondition
from tests.app.table.table_pages import BOT, OpenTable, TableOpener, until_deeds

ACCESSIBLE = Qt.ItemDataRole.AccessibleDescriptionRole
CONDITIONS = (
    ActionCondition("near", "Near.", 1),
    ActionCondition("free", "Free.", 2),
    ActionCondition("dry", "Dry.", 1),
)


@pytest.mark.parametrize(
    ("judged", "verdicts"),
    [
        (NOT_JUDGED, ("", "", "")),
        (Judgement(offered=True, values=1), ("met", "open", "met")),
        (Judgement(offered=True, values=2), ("met", "met", "met")),
        (Judgement(failed="near", values=2), ("failed", "open", "open")),
        (Judgement(failed="dry", values=2), ("met", "met", "failed")),
        (Judgement(failed="free", values=1), ("met", "failed", "open")),  # no second value fits
        (Judgement(failed="where", reason="Elsewhere.", values=2), ("met", "met", "met")),
    ],
)
def test_conditions_up_to_the_one_that_fails_are_met(judged: Judgement, verdicts: tuple[str, ...]) -> None:
    assert tuple(verdict_of(number, CONDITIONS, judged) for number in range(3)) == verdicts


def _rows(panel: CurrentRules) -> list[str]:
    return [panel.item(row).text() for row in range(panel.count())]


def _told(panel: CurrentRules) -> list[str]:
    """Return what a screen reader says of the conditions of a drift."""
    rows = (panel.item(row) for row in range(panel.count()))
    told = [item.data(ACCESSIBLE) for item in rows if item.data(Qt.ItemDataRole.UserRole).startswith("drift.")]
    return [each for each in told if each != "Show the rule"]


def _drifting(qtbot: QtBot, open_table: TableOpener) -> tuple[OpenTable, CurrentRules, list[RulesSummary]]:
    opened = open_table("human", BOT)
    page = opened.page
    summary = rules_summary_of(opened.table.pack, page.words, "en", 2)
    read: list[RulesSummary] = []

    def rulebook() -> RulesSummary:
        read.append(summary)
        return summary

    page.set_context(replace(page.context, rulebook=rulebook))
    until_deeds(qtbot, opened, "drift")
    panel = page.table_layout.current
    page.table_layout.show_list(panel)
    return opened, panel, read


def test_the_conditions_of_each_action_stand_beside_the_board(qtbot: QtBot, open_table: TableOpener) -> None:
    opened, panel, read = _drifting(qtbot, open_table)
    page, driver = opened.page, opened.driver
    assert _rows(panel)[0].startswith("The continents drift › ")
    assert "The tile is next to the sea." in _rows(panel)
    assert not _told(panel)

    # What can be chosen: conditions on the place are met, those on the goal are not known yet.
    hover = page.table_layout.scene.hovered
    assert driver.decision is not None
    option = next(each for each in driver.decision.options if each.value.place)
    hover.emit(option.value.place, None)
    qtbot.waitUntil(lambda: bool(_told(panel)))
    assert _told(panel) == ["met"] * 4 + ["not known yet"] * 4
    hover.emit("", None)  # the pointer goes to the list
    assert len(_told(panel)) == 8

    # What cannot be chosen: the table says which condition forbids it.
    offered = {each.value.place for each in driver.decision.options}
    inner = next(
        place for place in (cell.place for board in driver.view.boards for cell in board.cells if cell.pieces)
        if place not in offered and opened.table.match.why_not(driver.view.seat, -1, place)[0].anchor == "drift.shore"
    )  # fmt: skip
    page._controller._current_rules.point(Spot(inner))
    qtbot.waitUntil(lambda: "not met" in _told(panel))
    assert _told(panel) == ["met"] * 3 + ["not met"] + ["not known yet"] * 4
    assert panel.item(_rows(panel).index("The tile is next to the sea.")).data(ACCESSIBLE) == "not met"

    assert len(read) == 1  # the conditions are put in words once, not for each thing pointed at

    # A row leads to its rule; after a choice the list is about the next one.
    with qtbot.waitSignal(page.rules_requested) as asked:
        panel.itemActivated.emit(panel.item(_rows(panel).index("The tile is next to the sea.")))
    assert asked.args == [("drift.shore",)]
    driver.play(option)
    qtbot.waitUntil(lambda: not _told(panel))
    assert "The tile is next to the sea." in _rows(panel)
