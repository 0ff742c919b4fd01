"""Visibility of hidden pieces on a shared screen."""

from __future__ import annotations

import pytest

from app.table.model.privacy_filter import PrivacyFilter
from dsl.match.view import View
from tests.app.table.boards import fen, scouts


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
