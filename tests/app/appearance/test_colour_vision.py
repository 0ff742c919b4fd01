"""Colour-blind players tell the players' colours of every game apart; pieces and marks stand out from grounds."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from app.appearance.drawings import MAIN, Drawing, paint_drawing_in, recoloured_for
from app.appearance.look import Look, PlayerLook, game_look
from app.appearance.theme import contrast_ratio
from app.base.paths import official_rulesets
from app.table.painting.palette import DARK_PALETTE, HIGH_CONTRAST, LIGHT_PALETTE, Palette
from tests.app.appearance.colour_vision import Vision, ciede2000, lab_seen

#: Smallest CIEDE2000 difference of two players' colours. Without any hue, six colours have to share one scale of grey;
#: the pattern and the letter of a player tell what is left.
LEAST: dict[Vision, float] = {
    "normal": 20.0,
    "protanopia": 12.0,
    "deuteranopia": 12.0,
    "tritanopia": 12.0,
    "greyscale": 7.0,
}
#: CIEDE2000 difference of a piece and its ground that is clearly visible. White on yellow has little contrast in grey.
CLEAR = {vision: 7.0 if vision == "greyscale" else 10.0 for vision in LEAST}
PART = 0.2  #: smallest part of a piece that differs clearly, such as its outline and halo
STANDS_OUT = 3.0  #: contrast to what is around, by WCAG 2
_SIDE = 24  #: pixels of a piece that is measured

_COLOURS = re.compile(r"^\s*players .*\bcolours ([\w, ]+)$", re.MULTILINE)
GAMES = {
    folder.name: folder
    for folder in sorted({path.parent for path in official_rulesets().rglob("*.look")})
    if list(folder.glob("*.rules"))
}
games = pytest.mark.parametrize("game", GAMES)
themes = pytest.mark.parametrize(
    "palette", [LIGHT_PALETTE, DARK_PALETTE, HIGH_CONTRAST], ids=["light", "dark", "contrast"]
)


@cache
def look_of(game: str) -> Look:
    return game_look(GAMES[game])


def groups(game: str) -> list[dict[str, PlayerLook]]:
    """Return the colours of the players, and those that stand for something else in the same game."""
    rules = "\n".join(path.read_text(encoding="utf-8") for path in GAMES[game].glob("*.rules"))
    found = _COLOURS.search(rules)
    assert found, "the rules name the colours of the players"
    seats = [name.strip() for name in found[1].split(",")]
    players = look_of(game).players
    assert set(seats) <= players.keys(), "each player has a look"
    others = {name: look for name, look in players.items() if name not in seats}
    return [{name: players[name] for name in seats}, others]


def test_the_difference_of_colours_is_that_of_the_publication() -> None:
    """Pairs 1, 7, 17 and 25 of the test data by Sharma, Wu and Dalal."""
    assert ciede2000((50, 2.6772, -79.7751), (50, 0, -82.7485)) == pytest.approx(2.0425, abs=1e-4)
    assert ciede2000((50, 0, 0), (50, -1, 2)) == pytest.approx(2.3669, abs=1e-4)
    assert ciede2000((50, 2.5, 0), (73, 25, -18)) == pytest.approx(27.1492, abs=1e-4)
    assert ciede2000((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387)) == pytest.approx(1.2644, abs=1e-4)


def test_red_and_green_of_equal_lightness_look_alike_to_a_colour_blind_person() -> None:
    red, green = "#c0513a", "#7a7a33"
    assert ciede2000(lab_seen(red, "normal"), lab_seen(green, "normal")) > 25
    assert ciede2000(lab_seen(red, "deuteranopia"), lab_seen(green, "deuteranopia")) < 10


@games
@pytest.mark.parametrize("vision", LEAST)
def test_the_colours_of_two_players_differ(game: str, vision: Vision) -> None:
    for group in groups(game):
        for (one, first), (other, second) in combinations(group.items(), 2):
            for dark in (False, True):  # high contrast has the light fills
                fills = [dict(recoloured_for(look.fill.on(dark)))[MAIN] for look in (first, second)]
                difference = apart(fills[0], fills[1], vision)
                assert difference >= LEAST[vision], f"{one} and {other} with {vision}: {difference:.1f}"


@games
def test_pattern_and_letter_alone_tell_the_players_apart(game: str) -> None:
    for group in groups(game):
        for (one, first), (other, second) in combinations(group.items(), 2):
            assert first.pattern != second.pattern, f"{one} and {other}"
            assert first.letter != second.letter, f"{one} and {other}"


@games
@pytest.mark.parametrize("palette", [LIGHT_PALETTE, DARK_PALETTE], ids=["light", "dark"])  # contrast: as light
def test_pieces_differ_from_every_ground(qapp: QApplication, game: str, palette: Palette) -> None:
    """Its body differs clearly from what it lies on, or its outline and halo do."""
    look = look_of(game)
    for drawing in piece_drawings(look):
        for name, player in look.players.items():
            pixels = colours_of(drawing, player.fill.on(palette.dark))
            for ground in grounds(look, palette):
                for vision in LEAST:
                    visible = sum(
                        amount for seen, amount in pixels.items() if apart(seen, ground, vision) >= CLEAR[vision]
                    )
                    share = visible / pixels.total()
                    assert share >= PART, f"{drawing.name} of {name} on {ground} with {vision}: {share:.2f}"


@games
@themes
def test_marks_stand_out_from_every_ground(game: str, palette: Palette) -> None:
    """A mark is a line in the accent colour, between lines in the colour of the glow, with a thin dark edge."""
    assert contrast_ratio(palette.accent, palette.glow) >= (7.0 if palette.high_contrast else STANDS_OUT)
    for ground in grounds(look_of(game), palette):
        seen = max(contrast_ratio(line, ground) for line in (palette.accent, palette.glow, palette.mark_edge))
        assert seen >= STANDS_OUT, f"marks on {ground}"


def piece_drawings(look: Look) -> set[Drawing]:
    """Return the drawings that have the colour of their owner."""
    found = {drawing for counter in look.counters.values() for drawing in counter.art}
    found |= {drawing for counter in look.counters.values() for art in counter.state_art.values() for drawing in art}
    figures = [kinds for piece, kinds in look.pieces.items() if look.form(piece, owned=True) == "figure"]
    found |= {drawing for kinds in figures for kind in kinds.values() for drawing in kind.art}
    return {drawing for drawing in found if MAIN in drawing.path.read_text(encoding="utf-8")}


def grounds(look: Look, palette: Palette) -> set[str]:
    """Return the colours of everything that pieces lie on."""
    kinds = [kind for kinds in look.pieces.values() for kind in kinds.values() if kind.texture != "plain"]
    kinds += [kind for plan in look.boards.values() for kind in plan.kinds.values()]
    paints = [kind.fill for kind in kinds]
    paints += [paint for plan in look.boards.values() for paint in (plan.fill, plan.shade) if paint is not None]
    return {paint.on(palette.dark) for paint in paints}


@cache
def colours_of(drawing: Drawing, fill: str) -> Counter[str]:
    """Return how many pixels of a piece have each colour, in steps of 32."""
    image = QImage(_SIDE, _SIDE, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    paint_drawing_in(painter, drawing, image.rect().toRectF(), recoloured_for(fill))
    painter.end()
    pixels = (image.pixelColor(x, y) for x in range(_SIDE) for y in range(_SIDE))
    steps = ((part & 0xE0 | 16 for part in each.getRgb()[:3]) for each in pixels if each.alpha() > 230)
    return Counter("#" + "".join(f"{part:02x}" for part in each) for each in steps)


@cache
def apart(one: str, other: str, vision: Vision) -> float:
    """Return the CIEDE2000 difference of two colours."""
    return ciede2000(lab_seen(one, vision), lab_seen(other, vision))


def test_every_game_is_here() -> None:
    rulesets = {path.parent.name for path in official_rulesets().rglob("game.toml")}
    assert rulesets == GAMES.keys()
    assert len(rulesets) == 14
