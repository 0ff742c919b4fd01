"""Tracks: which are shown, how, what they say, and what is explained at a point of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QPoint
from pytestqt.qtbot import QtBot

from app.table.context import TableContext
from app.table.model.subjects import ValueSubject
from app.table.panels.tracks import TracksPanel, tracks_of
from dsl.match.view import View
from tests.app.table.boards import fen

TRACKS = {"season": ("spring", "summer", "autumn"), "week": ("1", "2", "3"), "round": (), "gone": ("1",)}
VALUES = {"season": "summer", "week": "2", "round": "4"}


def with_tracks(context: TableContext, nested: Mapping[str, str]) -> TableContext:
    return replace(context, look=replace(context.look, tracks=TRACKS, nested=nested))


def view_of(values: Mapping[str, str]) -> View:
    return structs.replace(fen(), values=tuple(values.items()))


def test_a_track_has_every_step_and_knows_the_current_one(context: TableContext) -> None:
    context = with_tracks(context, {})
    season, week, turn = tracks_of(VALUES, context.look, context)
    assert (season.steps, season.at, season.in_columns) == (("spring", "summer", "autumn"), 1, True)
    assert (week.steps, week.at, week.counts) == (("1", "2", "3"), 1, True)
    assert (turn.steps, turn.at, turn.value) == ((), None, "4")


def test_a_track_of_numbers_goes_on_where_an_option_has_added_steps(context: TableContext) -> None:
    context = with_tracks(context, {})
    (week,) = tracks_of({"week": "5"}, context.look, context)
    assert (week.steps, week.at) == (("1", "2", "3", "4", "5"), 4)
    (week,) = tracks_of({"week": "0"}, context.look, context)
    assert (week.steps, week.at) == (("1", "2", "3"), None)


def test_a_track_of_numbers_ends_where_a_variable_says(context: TableContext) -> None:
    context = with_tracks(context, {})
    context = replace(context, look=replace(context.look, last_steps={"week": "weeks"}))
    ends = {"2": "2", "5": "5", "0": "3", "1": "2"}  # 0: not known yet; never before the present step
    for weeks, last in ends.items():
        (week,) = tracks_of({"week": "2", "weeks": weeks}, context.look, context)
        assert (week.steps[-1], week.at) == (last, 1)


def test_a_track_counts_within_the_step_of_another(context: TableContext) -> None:
    context = with_tracks(context, {"week": "season"})
    season, _ = tracks_of(VALUES, context.look, context)
    assert season.inner is not None
    assert season.inner.key == "week"
    whole = {"week": "2"}
    (alone,) = tracks_of(whole, context.look, context)
    assert alone.key == "week", "without the other one it is shown by itself"


def test_the_panel_says_and_explains_what_it_draws(qtbot: QtBot, context: TableContext) -> None:
    panel = TracksPanel(with_tracks(context, {"week": "season"}))
    qtbot.addWidget(panel)
    panel.show_state(view_of(VALUES))
    assert not panel.isHidden()
    said = panel.accessibleName().casefold()
    assert [word in said for word in ("summer", "2", "4", "gone")] == [True, True, True, False]
    panel.resize(300, panel.sizeHint().height())
    panel.grab()
    subjects = [panel.subject_at(QPoint(150, y)) for y in (10, 36, panel.height() - 2)]
    assert [isinstance(each, ValueSubject) and each.name for each in subjects] == ["season", "week", "round"]
    panel.show_state(view_of({}))
    assert panel.isHidden()
    assert panel.subject_at(QPoint(10, 10)) is None
