"""Grounds: scattered sprites, coasts, board grounds, and the cache of their images."""

from __future__ import annotations

import itertools
import math
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPainterPath
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.appearance.drawings import Drawing, Sprite
from app.appearance.look import game_look, read_look
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.scene import BoardScene
from app.table.model.cell_shapes import Geometry, Point
from app.table.model.things import NO_MARKS
from app.table.painting.board_grounds import grounds_of
from app.table.painting.coast import Coast, lands
from app.table.painting.image_cache import ImageCache, SceneImages
from app.table.painting.item_models import ItemModels
from app.table.painting.palette import LIGHT_PALETTE
from app.table.painting.path_painting import path_of
from app.table.painting.soil import Soil, free_for_figures, sprites_on_area, sprites_on_cell
from app.table.painting.surfaces import finish, in_bands, memoized, result_of, surface
from dsl.match.match import Match, view_of
from dsl.match.rulesets.ruleset import load
from dsl.match.view import BoardView, CellView, PieceView
from tests.app.table.area_board import isle, isle_look
from tests.app.table.boards import board_of, hexes, patches

RULESETS = Path(__file__).parents[4] / "rulesets"
HEX, SQUARES = Geometry(hexagonal=True), Geometry(hexagonal=False)
TREE = Sprite((Drawing("tree_1", Path("tree_1.svg")), Drawing("tree_2", Path("tree_2.svg"))), 14)
WOOD = Soil("#84a866", "grass", (TREE,))


def hexagon(x: int, y: int) -> tuple[Point, ...]:
    across, down = HEX.centre(x, y)
    return tuple((across + dx, down + dy) for dx, dy in HEX.outline())


def canvas() -> QImage:
    image = QImage(200, 200, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(QColor("#000000"))
    return image


@pytest.mark.parametrize("layout", ["scatter", "ridge", "rim"])
def test_the_sprites_of_a_cell_depend_on_the_cell_alone(layout: str) -> None:
    soil = Soil("#84a866", "grass", (TREE,), layout)
    placed = [sprites_on_cell(soil, HEX.holds, seed, HEX.inner) for seed in (7, 7, 8)]
    assert placed[0] == placed[1]
    assert placed[0] != placed[2]
    assert [sprite.y for sprite in placed[0]] == sorted(sprite.y for sprite in placed[0])


def test_sprites_leave_the_lower_middle_of_a_cell_to_the_figures() -> None:
    for seed in range(20):
        for sprite in sprites_on_cell(WOOD, HEX.holds, seed, HEX.inner):
            assert HEX.holds(sprite.x, sprite.y)
            assert free_for_figures(sprite.x, sprite.y)


def test_sprites_of_an_area_keep_away_from_its_circles() -> None:
    area = path_of(((0, 0), (400, 0), (400, 300), (0, 300)))
    circles = ((100.0, 100.0), (300.0, 200.0))

    def free(x: float, y: float) -> bool:
        return all(math.dist((x, y), circle) > 60 for circle in circles)

    placed = result_of(sprites_on_area(WOOD, area, free, 3))
    assert len(placed) > 60
    assert placed == result_of(sprites_on_area(WOOD, area, free, 3))
    assert all(math.dist((each.x, each.y - 4), circle) > 60 for each in placed for circle in circles)


def test_every_connected_land_has_one_coast() -> None:
    ring = [hexagon(*place) for place in ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))]
    apart = [hexagon(4, 0), hexagon(5, 0)]
    coast = Coast((*ring, *apart), "#35869e")
    assert [len(loops) for loops in lands(coast.land)] == [2, 1]  # the ring has a lake in it
    assert len(coast.shores) == 2
    island, other = coast.shores
    assert island.contains(QPointF(*HEX.centre(1, 0)))
    assert not island.contains(QPointF(0, 0))
    assert other.contains(QPointF(*HEX.centre(4, 0)))
    assert not island.intersects(other)


def test_areas_whose_corners_do_not_meet_are_one_land() -> None:
    left = ((0.0, 0.0), (100.0, 0.0), (100.0, 200.0), (0.0, 200.0))
    upper = ((100.0, 0.0), (100.0, 90.0), (200.0, 90.0), (200.0, 0.0))  # turns the other way
    (shore,) = Coast((left, upper), "#35869e").shores
    assert shore.contains(QPointF(50, 150))
    assert shore.contains(QPointF(150, 45))
    assert not shore.contains(QPointF(150, 150))


def draw_at(images: SceneImages, key: object, *scales: float, size: float = 50.0) -> QImage:
    """Draw a red square as a ground at each scale; return the last canvas."""
    image = canvas()
    painter = QPainter(image)
    box = QRectF(0, 0, size, size)
    for scale in scales:
        painter.resetTransform()
        painter.scale(scale, scale)
        images.draw_ground(painter, images.cache.key(key), box, lambda into: into.fillRect(box, QColor("#ff0000")))
    painter.end()
    return image


def test_an_image_is_painted_once_for_each_scale(qtbot: QtBot) -> None:
    images = SceneImages(ImageCache())
    image = draw_at(images, "tile", 1.0, 1.0, 1.1, 1.1, 0.95)
    assert images.cache.renders == 2
    assert image.pixelColor(25, 25) == QColor("#ff0000")


def test_a_picture_of_a_board_is_the_same_whatever_was_painted_before(qtbot: QtBot, tmp_path: Path) -> None:
    pictures = []
    for scales in ((0.5,), (0.9, 0.5), (0.72, 1.0, 0.5)):
        scene = BoardScene(isle_look(tmp_path))
        scene.images.cache = ImageCache()  # of its own: no other test has painted the ground
        scene.show_state(isle())
        pictures.append([scene.picture(scale) for scale in scales][-1])
    assert pictures[0] == pictures[1] == pictures[2]


def test_an_image_on_a_screen_of_another_ratio_is_another_image(qtbot: QtBot) -> None:
    """Text is painted in a size that can be read on the screen."""
    cache, box, ratios = ImageCache(), QRectF(0, 0, 50, 50), []
    for ratio in (1.0, 2.0, 1.0):
        cache.image(cache.key("word"), 2.0, box, lambda into: ratios.append(into.device().devicePixelRatioF()), ratio)
    assert ratios == [1.0, 2.0]


def test_an_image_that_is_painted_between_two_steps_counts_once(qtbot: QtBot) -> None:
    cache, box = ImageCache(), QRectF(0, 0, 50, 50)

    def steps(painter: QPainter) -> Iterator[None]:
        painter.fillRect(box, QColor("#ff0000"))
        yield

    slowly = cache.image_steps(cache.key("tile"), 1.0, box, steps)
    next(slowly)
    cache.image(cache.key("tile"), 1.0, box, lambda into: into.fillRect(box, QColor("#ff0000")))
    finish(slowly)
    assert cache.used_bytes == 51 * 51 * 4


def test_a_zoomed_board_shows_the_image_at_hand_first(qtbot: QtBot) -> None:
    images = SceneImages(ImageCache())
    images.rough = True
    image = draw_at(images, "tile", 0.5, 2.0)
    assert images.cache.renders == 1
    assert image.pixelColor(90, 90) == QColor("#ff0000")
    images.rough = False
    draw_at(images, "tile", 2.0)
    assert images.cache.renders == 2


def test_the_least_recently_used_images_are_dropped(qtbot: QtBot) -> None:
    images = SceneImages(ImageCache(most_bytes=3 * 51 * 51 * 4))
    for key in (1, 2, 3, 1, 4, 1, 2):
        draw_at(images, key, 1.0)
    assert images.cache.renders == 5  # 1 2 3 4, and 2 again
    assert images.cache.used_bytes == 3 * 51 * 51 * 4


def test_scenes_share_images_and_leave_few_behind(qtbot: QtBot) -> None:
    cache = ImageCache()
    scenes = [BoardScene(), BoardScene()]
    for scene in scenes:
        cache.open_scene(scene)
        draw_at(SceneImages(cache), "tile", 4.0, size=400.0)
        draw_at(SceneImages(cache), "other", 4.0, size=400.0)
    assert cache.renders == 2
    before = cache.used_bytes
    scenes.pop().deleteLater()
    qtbot.waitUntil(lambda: len(cache.scenes) == 1)
    assert cache.used_bytes == before
    scenes.pop().deleteLater()
    qtbot.waitUntil(lambda: not cache.scenes)
    assert 0 < cache.used_bytes < before


def test_a_large_image_is_painted_in_bands_that_look_as_one(qapp: QApplication) -> None:
    box, bands = QRectF(0, 0, 700, 500), []
    images = []
    for whole in (True, False):
        image = QImage(1400, 1000, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(QColor("#204060"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.scale(2, 2)

        def paint(painter: QPainter = painter) -> None:
            clip = painter.clipBoundingRect() & box if painter.hasClipping() else box
            bands.append(clip.width() * clip.height() * 4)
            painter.setBrush(QColor(200, 40, 40, 120))
            painter.drawEllipse(QRectF(3.3, 7.7, 690, 480))

        if whole:
            paint()
        else:
            finish(in_bands(painter, box, paint))
        painter.end()
        images.append(image)
    assert images[0] == images[1]
    assert bands[0] == 1_400_000
    assert max(bands[1:]) < 300_000
    assert sum(bands[1:]) == pytest.approx(1_400_000, rel=0.01)


@pytest.mark.parametrize("game", ["hex", "chess", "dinosaures", "triassic-terror", "trias"])
def test_the_ground_of_a_board_is_painted_in_many_steps(qtbot: QtBot, game: str) -> None:
    """Each step paints a part, so that a frame can be shown between two of them."""
    folder = next(path.parent for path in RULESETS.rglob("game.toml") if path.parent.name == game)
    pack = load(folder)
    view = view_of(Match(pack, min(pack.players), pack.options(min(pack.players), {}), 1), "")
    scene = BoardScene(game_look(folder).for_players(view.colours))
    scene.images.cache = ImageCache()  # of its own: no other test has painted the ground
    scene.show_state(view)
    shown = scene.content_rect()
    for zoom, least in ((0.4, 5), (2.8, 25)):
        steps = len(list(scene.background.prepare(zoom, 1.0, shown, scene.images)))
        assert steps >= least
        assert scene.background.is_ready(zoom, 1.0, shown, scene.images)
        assert list(scene.background.prepare(zoom, 1.0, shown, scene.images)) == []


def test_a_ground_that_is_not_finished_leaves_no_image(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(
        board_of(BoardView("field", "squares", tuple(CellView(f"{x},{y}", x, y) for x in range(6) for y in range(6))))
    )
    shown, before = scene.content_rect(), scene.images.cache.used_bytes
    steps = scene.background.prepare(2.0, 1.0, shown, scene.images)
    for _ in range(3):
        next(steps)
    assert isinstance(steps, Generator)
    steps.close()  # as a user who zooms on, or closes the table
    assert scene.images.cache.used_bytes == before
    assert not scene.background.is_ready(2.0, 1.0, shown, scene.images)
    finish(scene.background.prepare(2.0, 1.0, shown, scene.images))
    assert scene.background.is_ready(2.0, 1.0, shown, scene.images)


def test_a_view_may_be_closed_while_its_ground_is_painted(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.images.cache = ImageCache()  # of its own: no other test has painted the ground
    view = BoardGraphicsView(scene)
    view.resize(800, 600)
    view.show()
    scene.show_state(
        board_of(BoardView("field", "squares", tuple(CellView(f"{x},{y}", x, y) for x in range(6) for y in range(6))))
    )
    view.grab()
    view.zoom_by(2.0)
    qtbot.waitUntil(lambda: not scene.images.rough)
    assert scene.images.rough_grounds
    view.deleteLater()
    scene.deleteLater()
    with qtbot.waitSignal(scene.destroyed):
        pass


def test_marks_and_panning_paint_no_ground_again(qtbot: QtBot) -> None:
    scene = BoardScene()
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    scene.show_state(hexes(*((q, r, "marsh", ()) for q in range(5) for r in range(4))))
    view.grab()
    before = scene.images.cache.renders
    assert before > 0
    for _ in range(3):
        view.horizontalScrollBar().setValue(view.horizontalScrollBar().value() + 5)
        view.grab()
    assert scene.images.cache.renders == before


def test_neighbouring_tiles_of_one_kind_differ(qtbot: QtBot) -> None:
    scene = BoardScene()
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    scene.show_state(hexes((0, 0, "marsh", ()), (1, 0, "marsh", ())))
    picture = view.grab().toImage()
    cut = [view.mapFromScene(*HEX.centre(x, 0)) for x in (0, 1)]
    one, other = (picture.copy(at.x() - 30, at.y() - 30, 60, 60) for at in cut)
    assert one != other


@pytest.mark.parametrize("kind", ["water", "felt", "wood", "dark_wood", "linen", "slate", "paper"])
def test_the_texture_of_a_table_keeps_its_tone(kind: str) -> None:
    image = surface(kind, "#5f8674")
    average = image.scaled(1, 1).pixelColor(0, 0) if image.width() == 1 else _average(image)
    assert max(abs(a - b) for a, b in zip(average, (0x5F, 0x86, 0x74), strict=True)) < 24


def _average(image: QImage) -> tuple[float, ...]:
    colours = [image.pixelColor(x, y) for x in range(3, 512, 19) for y in range(5, 512, 17)]
    return tuple(
        sum(channel) / len(colours) for channel in zip(*((c.red(), c.green(), c.blue()) for c in colours), strict=True)
    )


def test_the_empty_hexes_of_a_sea_are_painted_only_when_they_matter(qtbot: QtBot) -> None:
    view = hexes((0, 0, "marsh", ()), (1, 0, "", ()))
    look = read_look()
    models = ItemModels(view, NO_MARKS, look)
    grounds = grounds_of(view, models, look, LIGHT_PALETTE)
    assert grounds.hidden == {"1,0"}
    assert grounds.boards == ()


def test_a_wall_on_both_sides_of_a_border_is_one_double_wall(qtbot: QtBot) -> None:
    cells = (
        CellView("0,0", 0, 0, (PieceView("tile", "moor", walls=(0, 3)),)),
        CellView("1,0", 1, 0, (PieceView("tile", "moor", walls=(3,)),)),
    )
    view = board_of(BoardView("downs", "hexes", cells))
    look = read_look()
    walls = grounds_of(view, ItemModels(view, NO_MARKS, look), look, LIGHT_PALETTE).walls
    assert sorted((wall.double, wall.places) for wall in walls) == [
        (False, frozenset({"0,0"})),
        (True, frozenset({"0,0", "1,0"})),
    ]


def test_squares_with_the_same_ground_melt_into_one_board(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "fen.look").write_text('[boards.field]\ncells = "merged"\nframe = "wood"\n', encoding="utf-8")
    cells = tuple(
        CellView(f"{'abcd'[x]}{y + 1}", x, y, (PieceView("patch", "swamp" if x < 2 else "land"),))
        for x in range(4)
        for y in range(3)
    )
    view = board_of(BoardView("field", "squares", cells))
    look = read_look(tmp_path)
    grounds = grounds_of(view, ItemModels(view, NO_MARKS, look), look, LIGHT_PALETTE)
    (ground,) = grounds.boards
    assert (ground.style, ground.frame) == ("merged", "wood")
    assert grounds.covered == {cell.place for cell in cells}
    assert len({cell.soil for cell in ground.cells}) == 2
    outer, inner = QPainterPath(), QPainterPath()
    outer.addRect(ground.box())
    inner.addRect(ground.inner())
    assert outer.contains(inner)


def test_a_changed_ground_is_painted_in_steps_and_shown_when_it_is_whole(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "fen.look").write_text('[boards.field]\ncells = "merged"\n', encoding="utf-8")
    scene = BoardScene(read_look(tmp_path))
    scene.images.cache = ImageCache()  # of its own: no other test has painted the ground
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(800, 600)
    view.show()
    scene.show_state(patches("land", 6))
    qtbot.waitUntil(lambda: view.sharp)
    before = view.grab().toImage()
    rendered = scene.images.cache.renders
    scene.show_state(patches("swamp", 6))
    assert not view.sharp
    assert view.grab().toImage() == before
    assert scene.images.cache.renders == rendered
    qtbot.waitUntil(lambda: view.sharp)
    after = view.grab().toImage()
    assert after != before
    scene.repaint_background()
    again = view.grab().toImage()  # in one go; the bands are rounded a little differently
    for x, y in itertools.product(range(0, 800, 7), range(0, 600, 7)):
        one, other = after.pixelColor(x, y), again.pixelColor(x, y)
        assert max(abs(a - b) for a, b in zip(one.getRgb(), other.getRgb(), strict=True)) <= 8


def test_steps_that_find_something_are_taken_once() -> None:
    made: list[int] = []

    @memoized
    def squared(number: int) -> Generator[None, None, int]:
        made.append(number)
        yield
        return number * number

    def result(number: int) -> int:
        found: list[int] = []

        def taken() -> Iterator[None]:
            found.append((yield from squared(number)))

        finish(taken())
        return found[0]

    assert [result(3), result(3), result(4)] == [9, 9, 16]
    assert made == [3, 4]
    unfinished = squared(5)
    next(unfinished)
    unfinished.close()
    assert result(5) == 25
    assert [result(each) for each in range(10, 20)] == [each * each for each in range(10, 20)]
    assert result(3) == 9
    assert made.count(3) == 2  # forgotten


def test_a_view_paints_the_coast_of_the_land_that_is_there_now(qtbot: QtBot) -> None:
    look = read_look(Path("rulesets/trias"))

    def shown(*land: tuple[int, int]) -> QImage:
        cells = {(x, y): (PieceView("tile", "wood", ""),) if (x, y) in land else () for x in range(7) for y in range(3)}
        places = tuple(CellView(f"{x},{y}", x, y, pieces) for (x, y), pieces in cells.items())
        scene.show_state(board_of(BoardView("world", "hexes", places)), NO_MARKS)
        qtbot.waitUntil(lambda: view.sharp)
        return view.grab().toImage()

    scene = BoardScene(look)
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.resize(700, 400)
    view.show()
    shown((0, 0), (3, 1), (6, 0), (6, 2), (0, 2))
    without = shown((0, 0), (6, 0), (6, 2), (0, 2))
    middle = without.pixelColor(view.mapFromScene(*HEX.centre(3, 1)))
    assert middle.blue() > middle.red(), "the sand of the former land is gone"


def test_a_large_image_is_cleared_in_steps_and_is_as_transparent_as_a_small_one(qapp: QApplication) -> None:
    def nothing(painter: QPainter) -> Iterator[None]:
        yield

    cache = ImageCache()
    key, box = cache.key("large"), QRectF(0, 0, 1500, 1500)
    assert len(list(cache.image_steps(key, 1.0, box, nothing))) > 5
    image = cache.image(key, 1.0, box, lambda painter: None).toImage()
    clear = QImage(image.size(), QImage.Format.Format_ARGB32_Premultiplied)
    clear.fill(Qt.GlobalColor.transparent)
    assert image == clear
