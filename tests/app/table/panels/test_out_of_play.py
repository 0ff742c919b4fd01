"""Pieces that have left the board for good are shown beside it, for the games whose look says so."""

from __future__ import annotations

from dataclasses import replace

from pytestqt.qtbot import QtBot

from app.appearance.look import Look, game_look
from app.base.paths import official_rulesets
from app.table.context import TableContext
from app.table.panels.piles_and_figures import LostPieces, OutOfPlay, lost_pieces
from dsl.match.view import EventView, PieceView

COLOURS = ("white", "black")
LOOK = replace(Look(), out_of_play=frozenset({"man"}))


def lifted(number: int, kind: str, owner: str, zone: str = "box", piece: str = "man") -> EventView:
    args = (("piece", piece), ("kind", kind), ("owner", owner), ("cell", "a1"), ("zone", zone))
    return EventView(number, "lift", args, (), number)


def test_equal_pieces_are_together_and_players_in_the_order_of_the_seats() -> None:
    events = [lifted(1, "pawn", "black"), lifted(2, "pawn", "white"), lifted(3, "rook", "black")]
    events += [lifted(4, "pawn", "black"), EventView(5, "turn", (("player", "white"),), (), 5)]
    white, black = lost_pieces(events, COLOURS, LOOK)
    assert white == LostPieces("white", ((PieceView("man", "pawn", "white"), 1),))
    assert black.pieces == ((PieceView("man", "pawn", "black"), 2), (PieceView("man", "rook", "black"), 1))


def test_what_goes_to_a_zone_or_is_of_another_sort_is_not_out_of_play() -> None:
    events = [lifted(1, "pawn", "white", zone="hand"), lifted(2, "pawn", "white", piece="tile"), lifted(3, "", "")]
    assert lost_pieces(events, COLOURS, LOOK) == ()
    assert lost_pieces([lifted(1, "pawn", "white")], COLOURS, Look()) == ()


def test_many_pieces_need_more_lines_and_are_said_in_words(qtbot: QtBot, context: TableContext) -> None:
    shown = OutOfPlay(context)
    qtbot.addWidget(shown)
    assert shown.isHidden()
    kinds = [PieceView("tile", kind, "red") for kind in ("wood", "steppe", "mountain")]
    few = (LostPieces("red", ((kinds[0], 2),)),)
    shown.show_state(few, context)
    assert not shown.isHidden()
    assert shown.accessibleName().startswith("Out of play: Red: 2 ")
    low = shown.heightForWidth(300)
    shown.show_state((LostPieces("red", tuple((each, 2) for each in kinds * 8)),), context)
    assert shown.heightForWidth(300) > low == OutOfPlay.heightForWidth(shown, 3000)
    shown.show_state((), context)
    assert shown.isHidden()


def test_captured_men_of_chess_are_shown() -> None:
    assert game_look(official_rulesets() / "classics" / "chess").out_of_play == {"man"}
    assert game_look(official_rulesets() / "trias").out_of_play == frozenset()
