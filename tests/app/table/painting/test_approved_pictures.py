"""Pictures of the boards of all games, compared with approved ones.

To approve new pictures, and to look at the difference:

    APPROVE=1 .venv/bin/pytest -n 0 tests/app/table/painting/test_approved_pictures.py
    git diff --stat tests/app/table/painting/approved
"""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.appearance.fonts import load_faces, text_font
from app.appearance.look import game_look
from app.base.paths import official_rulesets
from app.table.board.scene import BoardScene
from dsl.match.match import Match, view_of
from dsl.match.rulesets.ruleset import load

APPROVED = Path(__file__).parent / "approved"
#: How many choices a random match makes until much is on the board.
CHOICES = {
    "ciao-dino": 70,
    "dinosaures": 90,
    "dinosaurs-and-unicorns": 180,
    "trias": 60,
    "triassic-terror": 110,
    "classics/amazons": 60,
    "classics/breakthrough": 30,
    "classics/chess": 40,
    "classics/connect-four": 20,
    "classics/draughts": 30,
    "classics/hex": 60,
    "classics/oware": 12,
    "classics/reversi": 45,
    "classics/tic-tac-toe": 6,
}
PLAYERS = {"dinosaures": 2}  #: others: as many as can play
SEEN_BY = {"dinosaures": "south"}  #: others: as a spectator sees it
_LONGER = 480  #: pixels of the longer side
_OFF = 3  #: pixels by which the size may differ, because margins are rounded
_BLOCK = 12  #: pixels; edges may be smoothed a little differently within a block
_OF_BLOCK, _OF_PICTURE = 20.0, 2.0  #: largest difference of the mean colour of a block, and its mean, of 255


@pytest.fixture
def packaged_fonts(qapp: QApplication) -> None:
    """The fonts of the program, which are the same on every system."""
    qapp.setFont(text_font(load_faces(qapp.font().family()), 14))


@pytest.mark.parametrize("game", CHOICES)
@pytest.mark.usefixtures("packaged_fonts")
def test_the_board_looks_as_approved(game: str, tmp_path: Path) -> None:
    picture = picture_of(game, CHOICES[game])
    approved = APPROVED / f"{game.rpartition('/')[2]}.jpg"
    if os.environ.get("APPROVE"):
        assert picture.save(str(approved), quality=82)
    expected = QImage(str(approved))
    assert not expected.isNull(), "no approved picture: see the top of this module"
    assert abs(picture.width() - expected.width()) + abs(picture.height() - expected.height()) <= _OFF, "another shape"
    of_block, of_picture = difference(picture, expected)
    if of_block > _OF_BLOCK or of_picture > _OF_PICTURE:
        picture.save(str(tmp_path / approved.name))
        pytest.fail(f"{tmp_path / approved.name} differs: a block by {of_block:.0f}, all by {of_picture:.1f} of 255")


def test_a_piece_more_is_a_difference(qapp: QApplication) -> None:
    """The comparison notices a mark of one block, and no other smoothing of edges."""
    game = "classics/tic-tac-toe"
    before, after = picture_of(game, 4), picture_of(game, 5)
    assert difference(before, after)[0] > 2 * _OF_BLOCK
    size = before.size()
    smoothed = before.scaled(size * 0.5, mode=Qt.TransformationMode.SmoothTransformation).scaled(
        size, mode=Qt.TransformationMode.SmoothTransformation
    )
    assert difference(before, smoothed)[0] < _OF_BLOCK


def picture_of(game: str, choices: int) -> QImage:
    """Return a picture of the board after random choices, in the light theme."""
    folder = official_rulesets() / game
    pack = load(folder)
    players = PLAYERS.get(game, max(pack.players))
    match, dice = Match(pack, players, pack.options(players, {}), 1), random.Random(1)
    for _ in range(choices):
        question = match.question
        assert question is not None, "the match is over: fewer choices are needed"
        match.choose(question.position, dice.choice(question.options), question.seat)
    view = view_of(match, SEEN_BY.get(game, ""))
    scene = BoardScene(game_look(folder).for_players(view.colours))
    scene.show_state(view)
    shown = scene.content_rect()
    return scene.picture(_LONGER / max(shown.width(), shown.height()))


def difference(one: QImage, other: QImage) -> tuple[float, float]:
    """Return the largest and the mean difference of blocks: of the mean of their colours, in steps of 255."""
    grid = QSize(max(other.width() // _BLOCK, 1), max(other.height() // _BLOCK, 1))
    found = [
        max(abs(a - b) for a, b in zip(first, second, strict=True))
        for first, second in zip(_blocks(one, grid), _blocks(other, grid), strict=True)
    ]
    return max(found), sum(found) / len(found)


def _blocks(picture: QImage, grid: QSize) -> list[tuple[int, ...]]:
    small = picture.scaled(grid, mode=Qt.TransformationMode.SmoothTransformation)
    return [small.pixelColor(x, y).getRgb()[:3] for y in range(grid.height()) for x in range(grid.width())]
