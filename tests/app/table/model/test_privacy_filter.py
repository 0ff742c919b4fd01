"""Visibility of hidden pieces on a shared screen."""

from __future__ import annotations

import pytest

from app.appearance.look import Look
from app.table.model.privacy_filter import PrivacyFilter
from app.table.model.things import NO_MARKS
from app.table.painting.item_models import ItemModels
from dsl.match.view import BoardView, CellView, PieceView, View
from tests.app.table.boards import board_of, fen


def scouts() -> View:
    """View of red: its own hidden fox, an owl of blue that it has seen, an elk that all know, a hidden piece."""
    pieces = (
        PieceView("scout", "fox", "red", open=False),
        PieceView("scout", "owl", "blue", open=False),
        PieceView("scout", "elk", "blue"),
        PieceView("scout", "", "blue", open=False),
    )
    return board_of(
        BoardView("field", "squares", tuple(CellView(f"a{i + 1}", 0, i, (p,)) for i, p in enumerate(pieces)))
    )


def kinds(view: View) -> list[str]:
    return [piece.kind for cell in view.boards[0].cells for piece in cell.pieces]


@pytest.mark.parametrize(
    ("wish", "shown"),
    [
        (PrivacyFilter(), ["fox", "owl", "elk", ""]),
        (PrivacyFilter(remembers=False), ["fox", "", "elk", ""]),
        (PrivacyFilter(covers=True), ["", "owl", "elk", ""]),
        (PrivacyFilter(covers=True, peeks=True), ["fox", "owl", "elk", ""]),
    ],
)
def test_faces_are_covered_as_the_settings_say(wish: PrivacyFilter, shown: list[str]) -> None:
    assert kinds(wish.view(scouts())) == shown


def test_a_view_without_secrets_stays_the_same_object() -> None:
    view = fen()
    assert PrivacyFilter(remembers=False, covers=True).view(view) is view


def test_a_view_without_covered_pieces_stays_the_same_object() -> None:
    view = scouts()
    assert PrivacyFilter().view(view) is view
    assert PrivacyFilter(covers=True, peeks=True).view(view) is view


def test_remembered_pieces_are_marked_and_backs_are_identical() -> None:
    faces = ItemModels(scouts(), NO_MARKS, Look())
    emblems = {spot[0]: face.emblem for spot, face in faces.things.items()}
    assert [emblems[f"a{i}"].remembered for i in (1, 2, 3, 4)] == [False, True, False, False]
    assert [emblems[f"a{i}"].player.letter for i in (1, 2, 3, 4)] == ["F", "O", "E", ""]
    covered = ItemModels(PrivacyFilter(covers=True, remembers=False).view(scouts()), NO_MARKS, Look())
    backs = {face.emblem for spot, face in covered.things.items() if spot[0] in ("a2", "a4")}
    assert len(backs) == 1  # one that was seen and covered looks like one that never was
