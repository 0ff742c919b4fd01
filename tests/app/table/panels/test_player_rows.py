"""Rows of the players: portrait, name, "you", icons with numbers, score."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import CONTRAST, DARK
from app.table.context import TableContext
from app.table.panels.players import Badge, Holding, PlayerRow, PlayersPanel, PlayerSummary, player_summaries
from dsl.match.view import View
from tests.app.table.views import position


def painted(qtbot: QtBot, summary: PlayerSummary, context: TableContext, width: int = 320) -> QImage:
    row = PlayerRow()
    qtbot.addWidget(row)
    row.show_state(summary, context)
    row.resize(width, row.sizeHint().height())
    return row.grab().toImage()


def colours(image: QImage, box: QRect) -> set[str]:
    return {
        QColor(image.pixel(x, y)).name()
        for x in range(box.left(), box.right(), 2)
        for y in range(box.top(), box.bottom(), 2)
    }


def portrait_box(image: QImage) -> QRect:
    return QRect(10, 6, image.height() - 16, image.height() - 12)


def test_each_player_has_a_portrait_of_its_colour(qtbot: QtBot, context: TableContext) -> None:
    summaries = player_summaries(position(), context)
    images = [painted(qtbot, each, context) for each in summaries]
    assert all(context.look.portrait(each.colour) is not None for each in summaries)
    faces = [image.copy(portrait_box(image)) for image in images]
    assert all(one != other for number, one in enumerate(faces) for other in faces[number + 1 :])
    assert all(len(colours(image, portrait_box(image))) > 20 for image in images)


def test_without_drawings_the_portrait_is_the_players_emblem(qtbot: QtBot, context: TableContext) -> None:
    plain = replace(context, look=Look())
    red, blue, _ = player_summaries(position(), plain)
    assert plain.look.portrait("red") is None
    one, other = (painted(qtbot, each, plain) for each in (red, blue))
    assert one.copy(portrait_box(one)) != other.copy(portrait_box(other))
    assert len(colours(one, portrait_box(one))) > 3


def test_only_the_viewer_is_marked_as_you(qtbot: QtBot, context: TableContext, french_context: TableContext) -> None:
    red, blue, black = player_summaries(position("red"), context)
    assert (red.is_viewer, blue.is_viewer, black.is_viewer) == (True, False, False)
    assert ", you, " in red.accessible_text(context)
    assert "you" not in blue.accessible_text(context)
    assert ", vous, " in player_summaries(position("red"), french_context)[0].accessible_text(french_context)
    assert not any(each.is_viewer for each in player_summaries(position(""), context))  # a spectator
    assert painted(qtbot, red, context) != painted(qtbot, replace(red, is_viewer=False), context)


def test_a_holding_is_an_icon_with_a_number_and_words_for_screen_readers(qtbot: QtBot, context: TableContext) -> None:
    red = player_summaries(position(), context)[0]
    (herds,) = red.holdings
    assert (herds.words, herds.number) == ("9 herds in reserve", "9")
    assert herds.icon is not None
    row = PlayerRow()
    qtbot.addWidget(row)
    row.show_state(red, context)
    assert herds.words in row.accessibleName()
    assert herds.words in row.toolTip()
    without = replace(red, holdings=())
    assert painted(qtbot, red, context) != painted(qtbot, without, context)
    plain = replace(context, look=Look())
    (said,) = player_summaries(position(), plain)[0].holdings
    assert (said.words, said.icon) == ("9 herds in reserve", None)


def with_value(value: str) -> View:
    view = position()
    red, *others = view.seats
    seats = (structs.replace(red, values=(*red.values, ("home", value))), *others)
    return structs.replace(view, seats=seats)


def test_values_with_icons_are_signs_and_words_for_screen_readers(qtbot: QtBot, context: TableContext) -> None:
    red = player_summaries(with_value("wood mountain"), context)[0]
    (homes,) = (each for each in red.holdings if each.name == "home")
    assert homes.words == "home: wood mountain"
    assert homes.words in red.accessible_text(context)
    wood, mountain = homes.signs
    assert (wood.icon, mountain.icon) == (context.look.icon("wood"), context.look.icon("mountain"))
    assert wood.ground == context.look.kind("tile", "wood").fill.light != mountain.ground
    assert painted(qtbot, red, context) != painted(qtbot, replace(red, holdings=red.holdings[:1]), context)


def test_values_of_which_one_has_no_icon_are_words(context: TableContext) -> None:
    red = player_summaries(with_value("wood moon"), context)[0]
    assert [each.signs for each in red.holdings if each.name == "home"] == [()]


def test_an_icon_of_the_look_itself_has_no_ground(context: TableContext) -> None:
    red = player_summaries(with_value("herd"), context)[0]
    (sign,) = next(each.signs for each in red.holdings if each.name == "home")
    assert (sign.icon, sign.ground) == (context.look.icon("herd"), "")


def test_words_do_not_run_into_the_line_below_the_score(qtbot: QtBot, context: TableContext) -> None:
    """The line is wider than a score of one digit."""
    red = replace(player_summaries(position(), context)[0], score="8", share=1.0)
    words = [Holding("last marker played: Jurassic, " * 3)]
    one = painted(qtbot, replace(red, holdings=()), context)
    two = painted(qtbot, replace(red, holdings=tuple(words)), context)
    tall = max(one.height(), two.height())
    line = QRect(one.width() - 14 - 34, 0, 34, tall)
    row = [two.pixel(x, y) for x in range(line.left(), line.right()) for y in range(two.height() // 2, two.height())]
    ink = QColor(context.theme.soft_ink).rgb()
    assert ink not in row


@pytest.mark.parametrize("theme", [DARK, CONTRAST], ids=lambda theme: theme.name)
def test_the_number_of_hidden_cards_is_written_in_the_ink_of_the_theme(
    qtbot: QtBot, context: TableContext, theme: object
) -> None:
    themed = replace(context, theme=theme)
    many = replace(player_summaries(position(), themed)[0], backs=24, is_active=False)
    assert (many.backs_drawn, many.backs_number) == (1, "24")
    few = painted(qtbot, replace(many, backs=1), themed)
    more = painted(qtbot, many, themed)
    ink = QColor(themed.theme.ink).lightness()
    changed = [
        QColor(more.pixel(x, y)).lightness()
        for x in range(more.width())
        for y in range(more.height())
        if more.pixel(x, y) != few.pixel(x, y)
    ]
    assert changed
    assert min(abs(ink - each) for each in changed) < 40


def test_a_long_name_never_runs_into_the_score(qtbot: QtBot, context: TableContext) -> None:
    red = replace(player_summaries(position(), context)[0], name="Maximiliane von und zu Hohenstein-Langenburg")
    other = replace(red, name="Maximiliane von und zu Hohenstein")
    one, two = (painted(qtbot, each, context, 260) for each in (red, other))
    score = QRect(one.width() - 50, 0, 50, one.height())
    assert one.copy(score) == two.copy(score)


def test_a_click_or_enter_asks_for_the_score(qtbot: QtBot, context: TableContext) -> None:
    panel = PlayersPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(position())
    panel.show()
    assert len(panel.rows) == 3
    for row in panel.rows:
        with qtbot.waitSignal(panel.score_requested):
            qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
        with qtbot.waitSignal(panel.score_requested):
            qtbot.keyClick(row, Qt.Key.Key_Return)
        assert row.height() >= 40  # large enough for a finger


def test_a_badge_is_hidden_without_a_player(qtbot: QtBot, context: TableContext) -> None:
    badge = Badge(44)
    qtbot.addWidget(badge)
    badge.show_state("blue", context)
    assert not badge.isHidden()
    assert badge.accessibleName() == "Bea"
    badge.show_state("", context)
    assert badge.isHidden()


def test_holdings_share_a_line_with_smaller_gaps_before_they_need_a_second_one(
    qtbot: QtBot, context: TableContext
) -> None:
    red = player_summaries(position(), context)[0]
    row = PlayerRow()
    qtbot.addWidget(row)
    row.two_lines = True
    row.show_state(replace(red, holdings=red.holdings * 4), context)
    heights = []
    for width in range(400, 150, -10):
        row.resize(width, 60)
        heights.append(row.sizeHint().height())
    assert heights == sorted(heights)  # never lower again in less width
    narrow = heights.index(heights[-1])
    assert 0 < narrow < len(heights) - 1
    row.resize(400 - 10 * narrow + 10, 60)
    tight = row.grab().toImage()
    row.show_state(replace(red, holdings=red.holdings * 3), context)
    assert row.grab().toImage() != tight  # the last one was drawn


def test_rows_of_many_players_are_compact_where_they_would_be_too_high(qtbot: QtBot, context: TableContext) -> None:
    panel = PlayersPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(position("red"))
    panel.resize(320, panel.sizeHint().height())
    high = panel.sizeHint().height()
    panel.set_room(high)
    assert not any(row.compact for row in panel.rows)
    panel.set_room(high - 1)
    assert all(row.compact for row in panel.rows)
    assert panel.sizeHint().height() < 0.8 * high
    assert ", you, " in panel.rows[0].accessibleName()
    assert len({row.name_width for row in panel.rows}) == 1
    panel.set_room(high)
    assert panel.sizeHint().height() == high
