"""Drawings of games: unsafe files are refused, colours are replaced, and each size is rendered once."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from app.appearance.drawings import (
    DARK,
    INK,
    LIGHT,
    MAIN,
    PIXMAPS,
    Drawing,
    Drawings,
    LookError,
    Recolouring,
    inked,
    paint_drawing,
    paint_drawing_in,
    recoloured_for,
)
from app.appearance.look import Look, game_look, read_look
from app.storage.svg import LARGEST_DRAWING, MOST_DRAWINGS, MOST_ELEMENTS, SvgError, checked_svg
from tests.rulesets import FOLDERS, loaded

pytestmark = pytest.mark.usefixtures("qapp")

SPACES = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def svg(inside: str, box: str = "-50 -50 100 100") -> bytes:
    return f'<svg {SPACES} viewBox="{box}">{inside}</svg>'.encode()


def drawn(folder: Path, name: str, inside: str) -> Drawing:
    """Write a drawing of a game, and return it."""
    (folder / "art").mkdir(exist_ok=True)
    (folder / "art" / f"{name}.svg").write_bytes(svg(inside))
    found = Drawings.of([folder]).find(name)
    assert found is not None
    return found


def pixel(drawing: Drawing, recolouring: Recolouring = ()) -> str:
    """Return the colour in the middle of a drawing."""
    image = QImage(40, 40, QImage.Format.Format_ARGB32)
    image.fill(QColor("#00ff00"))
    painter = QPainter(image)
    painter.translate(20, 20)
    painter.scale(0.3, 0.3)
    assert paint_drawing(painter, drawing, recolouring)
    painter.end()
    return image.pixelColor(20, 20).name()


HARMLESS = [
    '<path d="M0 0L10,10h5.5v-3Q1 2 3 4c.5.5 1 1 2-2z" fill="#ABC" stroke="rgb(10, 20, 30)" stroke-width="1.5"/>',
    '<defs><linearGradient id="a" x1="0" x2="50%"><stop offset="0" stop-color="red"/></linearGradient></defs>'
    '<g transform="translate(3,4) rotate(20)" opacity=".5"><circle cx="1" cy="2" r="3" fill="url(#a)"/></g>',
    '<g id="x"><rect x="1" y="1" width="5" height="5" rx="1"/></g><use href="#x" x="4"/><use xlink:href="#x"/>',
    "<title>A tree</title><metadata><x>1</x></metadata>",
    '<path xmlns:ink="http://ink.example" ink:label="trunk" d="M0 0" stroke-dasharray="4 2"/>',
]


@pytest.mark.parametrize("inside", HARMLESS)
def test_shapes_gradients_and_transforms_are_allowed(inside: str) -> None:
    found = checked_svg(svg(inside))
    assert found.box == (-50, -50, 100, 100)
    assert not {"tree", "trunk", "metadata"} & set(re.findall(r"\w+", found.text))


UNSAFE = {
    "<script>alert(1)</script>": "the element `script` is not allowed",
    '<image href="http://host.example/a.png"/>': "the element `image` is not allowed",
    "<foreignObject/>": "the element `foreignObject` is not allowed",
    "<style>path { fill: red }</style>": "the element `style` is not allowed",
    '<animate attributeName="x"/>': "the element `animate` is not allowed",
    "<text>Hello</text>": "the element `text` is not allowed",
    '<clipPath id="c"/>': "the element `clipPath` is not allowed",
    '<filter id="f"/>': "the element `filter` is not allowed",
    '<a href="#x"/>': "the element `a` is not allowed",
    '<path onclick="alert(1)" d="M0 0"/>': "the attribute `onclick` of `path` is not allowed",
    '<path style="fill:url(http://host.example)" d="M0 0"/>': "the attribute `style` of `path` is not allowed",
    '<path fill="url(http://host.example/a#b)" d="M0 0"/>': "`fill` of `path` has a value that is not allowed",
    '<path fill="url(#b)" d="M0 0"/>': "`fill` names `b`, which is not in the drawing",
    '<use href="other.svg#a"/>': "`href` of `use` has a value that is not allowed",
    '<use href="file:///etc/passwd"/>': "`href` of `use` has a value that is not allowed",
    '<use href="#missing"/>': "`href` names `missing`, which is not in the drawing",
    '<g id="a"><use href="#a"/></g>': "an element contains itself",
    '<path d="M0 0L99999 0"/>': "`d` of `path` has a value that is not allowed",
    '<path d="M0 0L1e60 0"/>': "`d` of `path` has a value that is not allowed",
    '<path d="M0 0" stroke-dasharray="0.001"/>': "`stroke-dasharray` of `path` has a value that is not allowed",
    '<svg viewBox="0 0 1 1"/>': "an `svg` in another is not allowed",
    "<g>" * 40 + "</g>" * 40: "a drawing has at most",
    "<g/>" * MOST_ELEMENTS: "a drawing has at most",
    '<path d="M0 0" stroke-dasharray="4"/>' * 30: "at most 20 elements have dashes",
}


@pytest.mark.parametrize("inside", UNSAFE, ids=range(len(UNSAFE)))
def test_anything_else_is_refused_with_its_name(inside: str) -> None:
    with pytest.raises(SvgError, match=re.escape(UNSAFE[inside])):
        checked_svg(svg(inside))


def test_uses_of_uses_do_not_multiply_without_limit() -> None:
    levels = "".join(f'<g id="l{i + 1}">' + f'<use href="#l{i}"/>' * 10 + "</g>" for i in range(9))
    with pytest.raises(SvgError, match=r"elements, [0-9]+ with each `use`"):
        checked_svg(svg(f'<defs><path id="l0" d="M0 0"/>{levels}</defs><use href="#l9"/>'))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'<!DOCTYPE svg [<!ENTITY a "b">]>' + svg("&a;"), "DOCTYPE is not allowed"),
        (b'<?xml version="1.0"?><?xml-stylesheet href="a.css"?>' + svg(""), "a processing instruction is not allowed"),
        (svg(" " * LARGEST_DRAWING), "a drawing has at most 64 KiB, not 64."),
        (b"<html/>", "the element `html` is not allowed"),
        (b"<g/>", "the outermost element has to be `svg`"),
        (b"<svg/>", "`svg` needs a viewBox"),
        (svg("", "0 0 0 5"), "`svg` needs a viewBox"),
        (b"\xff\xfe\x00", "not well-formed XML"),
        (b"", "not well-formed XML"),
    ],
)
def test_a_file_that_is_no_simple_drawing_is_refused(content: bytes, problem: str) -> None:
    with pytest.raises(SvgError, match=re.escape(problem)):
        checked_svg(content)


@given(st.text(alphabet=st.sampled_from('<>/="#svg use href path d M0,1 &;-'), max_size=80))
def test_damaged_drawings_are_refused_and_never_crash(inside: str) -> None:
    with contextlib.suppress(SvgError):
        checked_svg(svg(inside))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("bad", svg("<script/>"), "bad.svg: the element `script` is not allowed"),
        ("Bad name", svg(""), "Bad name.svg: a drawing is named by small letters"),
        ("big", svg(" " * LARGEST_DRAWING), "big.svg: a drawing has at most 64 KiB"),
    ],
)
def test_a_refused_drawing_of_a_game_is_named(tmp_path: Path, name: str, content: bytes, message: str) -> None:
    (tmp_path / "art").mkdir()
    (tmp_path / "art" / f"{name}.svg").write_bytes(content)
    with pytest.raises(LookError) as caught:
        game_look(tmp_path)
    assert str(caught.value).startswith(message)


def test_a_game_has_a_limited_number_of_drawings(tmp_path: Path) -> None:
    for number in range(MOST_DRAWINGS + 1):
        drawn(tmp_path, f"a{number}", "") if number < MOST_DRAWINGS else None
    (tmp_path / "art" / "last.svg").write_bytes(svg(""))
    with pytest.raises(LookError, match=f"at most {MOST_DRAWINGS} drawings"):
        Drawings.of([tmp_path])


def test_a_name_without_a_file_is_refused_if_the_game_has_drawings(tmp_path: Path) -> None:
    (tmp_path / "fen.look").write_text('[counters.heron]\nart = "heron"\n[pieces.tile.kinds.marsh]\nsprites = "reed:9"')
    look = read_look(tmp_path)  # a look that came without its drawings
    assert look.counter("heron").art == look.kind("tile", "marsh").sprites == ()
    drawn(tmp_path, "heron_1", "")
    drawn(tmp_path, "heron_2", "")
    with pytest.raises(LookError, match=r"fen.look: pieces.tile.kinds.marsh.sprites: there is no file reed.svg"):
        read_look(tmp_path)
    drawn(tmp_path, "reed", "")
    look = read_look(tmp_path)
    assert [drawing.name for drawing in look.counter("heron").art] == ["heron_1", "heron_2"]
    assert [sprite.count for sprite in look.kind("tile", "marsh").sprites] == [9]


def test_a_game_inherits_drawings_and_replaces_them_by_name(tmp_path: Path) -> None:
    base, variant = tmp_path / "base", tmp_path / "variant"
    for folder in (base, variant):
        folder.mkdir()
        drawn(folder, "reed", "")
    drawn(base, "pole", "")
    drawings = Drawings.of([base, variant])
    assert {name: drawing.path.parents[1].name for name, drawing in drawings.by_name.items()} == {
        "pole": "base",
        "reed": "variant",
    }


@pytest.mark.parametrize("fill", ["#d55e00", "#0072b2", "#2b2b2b", "#000000", "#fafafa", "#ffffff", "#f2ede2"])
def test_the_marker_colours_become_the_owners_colour_and_its_shades(tmp_path: Path, fill: str) -> None:
    found = [
        QColor(pixel(drawn(tmp_path, f"a{index}", f'<circle r="40" fill="{marker.upper()}"/>'), recoloured_for(fill)))
        for index, marker in enumerate((DARK, MAIN, LIGHT))
    ]
    assert [colour.lightnessF() for colour in found] == sorted({colour.lightnessF() for colour in found})
    assert abs(found[1].lightnessF() - QColor(fill).lightnessF()) < 0.2


def test_gradients_are_recoloured_and_other_colours_stay(tmp_path: Path) -> None:
    stops = f'<stop offset="0" stop-color="{MAIN}"/><stop offset="1" stop-color="{MAIN}"/>'
    inside = f'<linearGradient id="g">{stops}</linearGradient><circle r="40" fill="url(#g)"/>'
    assert pixel(drawn(tmp_path, "a", inside), recoloured_for("#0072b2")) == "#0072b2"
    assert pixel(drawn(tmp_path, "b", '<circle r="40" fill="#123456"/>'), recoloured_for("#0072b2")) == "#123456"
    assert pixel(drawn(tmp_path, "c", f'<circle r="40" fill="{INK}"/>'), inked("#ff0000")) == "#ff0000"


def test_a_drawing_is_rendered_once_for_each_size_and_colour(tmp_path: Path) -> None:
    drawing = drawn(tmp_path, "reed", f'<circle r="40" fill="{MAIN}"/>')
    image = QImage(200, 200, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    before = PIXMAPS.rendered
    for x in range(20):  # moved, as in panning
        painter.resetTransform()
        painter.translate(10 + x * 1.3, 40)
        paint_drawing(painter, drawing, recoloured_for("#0072b2"))
    assert PIXMAPS.rendered == before + 1
    paint_drawing(painter, drawing, recoloured_for("#d55e00"))
    assert PIXMAPS.rendered == before + 2
    painter.scale(0.5, 0.5)
    paint_drawing(painter, drawing, recoloured_for("#d55e00"))
    assert PIXMAPS.rendered == before + 3
    painter.end()


def test_a_refused_drawing_paints_nothing_and_says_so(tmp_path: Path) -> None:
    drawing = drawn(tmp_path, "bad", "<script/>")
    image = QImage(20, 20, QImage.Format.Format_ARGB32)
    painter = QPainter(image)
    assert not paint_drawing(painter, drawing)
    assert not paint_drawing_in(painter, drawing, QRectF(0, 0, 20, 20))
    painter.end()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_variables_of_tracks_reach_the_window(folder: Path) -> None:
    """A variable that rules declare `not told` is in no view."""
    look, variables = game_look(folder), loaded(folder).rules.variables
    named = {*look.tracks, *look.nested.values(), *look.last_steps.values()}
    assert {name for name in named if name not in variables or not variables[name].told} == set()


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_the_drawings_of_the_official_games_are_safe_and_complete(folder: Path) -> None:
    look = game_look(folder)
    assert look != Look()
    assert look.drawings.complete
