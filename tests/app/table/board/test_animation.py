from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import Qt, QVariantAnimation
from pytestqt.qtbot import QtBot

from app.appearance.look import read_look
from app.table.board.animation import MAX_DURATION, Movement, Turning, movements_of, points_won, turnings_of
from app.table.board.graphics_view import BoardGraphicsView
from app.table.board.items import BoardCellItem, ThingItem
from app.table.board.scene import BoardScene
from app.table.model.things import Marks
from app.table.painting.image_cache import ImageCache
from app.table.painting.palette import DARK_PALETTE
from app.table.painting.surfaces import finish
from dsl.match.view import CounterView, EventView, PieceView, ScoreLine
from tests.app.table.boards import fen, hexes, patches, squares


def event(kind: str, /, **args: str) -> EventView:
    named = tuple((name.removesuffix("_"), value) for name, value in args.items())
    return EventView(1, kind, named, (), 0)


MIGRATION = event("count", counter="herd", owner="red", state="fresh", amount="2", from_="0,0", to="1,0")
DRIFT = event("shift", piece="tile", kind="heath", from_="1,0", to="-1,1")
AFTER = hexes((0, 0, "marsh", ()), (1, 0, "", ()), (-1, 1, "heath", ()))


@pytest.fixture
def scene(qtbot: QtBot) -> BoardScene:
    scene = BoardScene()
    scene.show_state(fen())
    return scene


def test_events_with_a_movement_become_animations() -> None:
    laid = event("lay", piece="tile", kind="marsh", to="2,0")
    lifted = event("lift", piece="tile", kind="marsh", cell="0,0", zone="box")
    birth = event("count", counter="herd", owner="red", state="fresh", amount="1", from_="reserve", to="0,0")
    assert movements_of((MIGRATION, DRIFT, birth, laid, lifted, event("turn", player="red", turn="2"))) == (
        Movement("0,0", "1,0", CounterView("herd", "red", "fresh", 2)),
        Movement("1,0", "-1,1", PieceView("tile", "heath")),
        Movement("reserve", "0,0", CounterView("herd", "red", "fresh", 1)),
        Movement("", "2,0", PieceView("tile", "marsh")),
        Movement("0,0", "", PieceView("tile", "marsh")),
    )


def test_an_animation_ends_with_the_new_view(qtbot: QtBot, scene: BoardScene) -> None:
    with qtbot.waitSignal(scene.animation_finished):
        scene.animate((MIGRATION, DRIFT), AFTER, speed=4)
        assert scene.view is not AFTER
    assert scene.view is AFTER


def test_a_moving_counter_leaves_its_place_at_once(qtbot: QtBot, scene: BoardScene) -> None:
    scene.animate((MIGRATION,), AFTER)
    qtbot.waitUntil(lambda: len(scene.items()) > 10)
    before = len(scene.items())
    scene.skip_animation()
    assert scene.view is AFTER
    assert len(scene.items()) < before


def test_a_tile_moves_to_a_place_that_only_the_new_view_shows(qtbot: QtBot, scene: BoardScene) -> None:
    far = event("shift", piece="tile", kind="heath", from_="1,0", to="5,0")
    with qtbot.waitSignal(scene.animation_finished):
        scene.animate((far,), hexes((5, 0, "heath", ())), speed=4)
    assert scene.models is not None
    assert list(scene.models.cells) == ["5,0"]


def test_many_movements_never_take_longer_than_the_limit(qtbot: QtBot, scene: BoardScene) -> None:
    with qtbot.waitSignal(scene.animation_finished):
        scene.animate((MIGRATION,) * 40, AFTER, speed=0.25)
        clocks = scene.findChildren(QVariantAnimation)
        assert MAX_DURATION in [clock.duration() for clock in clocks]


def test_more_movements_than_in_the_animation_before_begin_at_their_origins(qtbot: QtBot, scene: BoardScene) -> None:
    with qtbot.waitSignal(scene.animation_finished):
        scene.animate((MIGRATION,), AFTER, speed=4)
    scene.show_state(fen())
    scene.animate((MIGRATION, DRIFT, MIGRATION), AFTER)
    assert len(scene._temporary) == 1  # the first of three
    (moving,) = scene._temporary
    assert 1 <= moving.scale() < 1.2
    scene.skip_animation()


def test_what_moves_is_painted_before_it_moves_and_what_follows_before_it_is_shown(
    qtbot: QtBot, scene: BoardScene
) -> None:
    scene.images.cache = ImageCache()  # of its own: no other test has painted anything
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(lambda: view.sharp)
    view.grab()
    laid = event("lay", piece="tile", kind="heath", to="5,0")
    scene.animate((laid,), hexes((0, 0, "marsh", ()), (5, 0, "heath", ())))
    assert scene.animating
    assert not scene._temporary
    painted = len(list(scene.moving_pictures(view.zoom, 1.0)))
    assert painted > 5  # a tile, in steps
    assert list(scene.moving_pictures(view.zoom, 1.0)) == []
    assert list(scene.next_pictures(view.zoom, 1.0, scene.content_rect()))
    rendered = scene.images.cache.renders
    assert len(list(scene.next_pictures(view.zoom, 1.0, scene.content_rect()))) == 2  # models and grounds, no picture
    assert scene.images.cache.renders == rendered
    qtbot.waitUntil(lambda: bool(scene._temporary))
    with qtbot.waitSignal(scene.animation_finished):
        view.zoom_by(1.2)
    assert scene.models is not None
    assert "5,0" in scene.models.cells


def test_a_pending_animation_is_skipped_like_a_running_one(qtbot: QtBot, scene: BoardScene) -> None:
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.show()
    view.grab()
    scene.animate((MIGRATION,), AFTER)
    assert scene.skip_animation()
    assert scene.view is AFTER
    scene.begin_movements()
    running = QVariantAnimation.State.Running
    assert all(clock.state() != running for clock in scene.findChildren(QVariantAnimation))


def test_a_ground_is_painted_while_the_animation_before_it_runs(qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "fen.look").write_text('[boards.field]\ncells = "merged"\n', encoding="utf-8")
    scene = BoardScene(read_look(tmp_path))
    scene.images.cache = ImageCache()  # of its own: no other test has painted the ground
    scene.show_state(patches("land", 4))
    scene.animate((event("lay", piece="patch", kind="swamp", to="1,1"),), patches("swamp", 4))
    shown = scene.content_rect()
    finish(scene.next_pictures(1.0, 1.0, shown))
    assert scene.skip_animation()
    assert scene.background.is_ready(1.0, 1.0, shown, scene.images)


def test_with_less_motion_a_counter_fades_in_at_its_goal(qtbot: QtBot, scene: BoardScene) -> None:
    scene.set_fading(True)
    scene.animate((MIGRATION,), AFTER)
    assert scene.models is not None
    goal = scene.models.cells["1,0"].middle
    clock = moving_clock(scene)
    for share in (0.3, 0.7):
        clock.setCurrentTime(round(clock.duration() * share))
        (moving,) = scene._temporary
        assert moving.pos().toTuple() == pytest.approx(goal)
        assert 0 < moving.opacity() < 1
    scene.skip_animation()
    assert scene.view is AFTER


def test_without_animations_the_view_is_shown_at_once(qtbot: QtBot, scene: BoardScene) -> None:
    with qtbot.waitSignal(scene.animation_finished):
        scene.animate((MIGRATION,), AFTER, speed=0)
    assert scene.view is AFTER


def test_events_without_a_movement_show_the_view_at_once(qtbot: QtBot, scene: BoardScene) -> None:
    scene.animate((event("turn", player="red", turn="2"),), AFTER)
    assert scene.view is AFTER


def test_a_click_ends_an_animation_and_chooses_nothing(qtbot: QtBot, scene: BoardScene) -> None:
    view = BoardGraphicsView(scene)
    qtbot.addWidget(view)
    view.show()
    touched: list[str] = []
    scene.activated.connect(touched.append)
    scene.animate((MIGRATION,), AFTER)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton)
    assert (scene.view, touched) == (AFTER, [])
    view.close()


def test_marks_set_during_an_animation_apply_to_the_new_view(qtbot: QtBot, scene: BoardScene) -> None:
    scene.animate((MIGRATION,), AFTER)
    marks = Marks(targets=frozenset({"1,0"}))
    scene.set_marks(marks)
    assert scene.marks != marks
    scene.skip_animation()
    assert scene.marks == marks


def test_a_hundred_changes_leak_no_item(qtbot: QtBot, scene: BoardScene) -> None:
    scene.show_state(AFTER)
    settled = len(scene.items())
    for _ in range(100):
        scene.show_state(fen())
        scene.animate((MIGRATION, DRIFT), AFTER)
        scene.skip_animation()
    assert len(scene.items()) == settled


def moving_clock(scene: BoardScene) -> QVariantAnimation:
    """Return the clock of a running animation, paused, so that a test can set its time."""
    clock = next(each for each in scene.findChildren(QVariantAnimation) if each.state() == each.State.Running)
    clock.pause()
    return clock


def test_a_counter_flies_in_an_arc_and_a_tile_slides(scene: BoardScene) -> None:
    def middle_of_the_way(what: EventView) -> tuple[float, float]:
        """Return how far above the straight way the item is, and its scale."""
        before = set(scene.items())
        scene.animate((what,), AFTER)
        clock = moving_clock(scene)
        clock.setCurrentTime(clock.duration() // 2)
        (item,) = (each for each in set(scene.items()) - before if isinstance(each, ThingItem | BoardCellItem))
        height, scale = item.pos().y(), item.scale()
        clock.setCurrentTime(clock.duration() - 1)
        assert item.scale() == pytest.approx(1.0, abs=0.01)
        scene.show_state(fen())
        return height, scale

    models = scene.models
    assert models is not None
    level = models.middles["0,0"][1]
    height, scale = middle_of_the_way(MIGRATION)
    assert height < level - 10
    assert scale > 1.1
    height, scale = middle_of_the_way(event("shift", piece="tile", kind="heath", from_="1,0", to="-1,0"))
    assert (height, scale) == (pytest.approx(level), 1.0)


def test_a_piece_that_is_revealed_turns_over(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(squares(2, (0, 0, "", "red")))
    shown = event("show", piece="man", kind="spy", owner="red", cell="a1")
    assert turnings_of((shown, event("show", piece="card", kind="ace"))) == (
        Turning("a1", PieceView("man", "spy", "red")),
    )
    before = set(scene.items())
    scene.animate((shown,), squares(2, (0, 0, "spy", "red")))
    clock = moving_clock(scene)
    clock.setCurrentTime(clock.duration() * 9 // 20)
    (item,) = (each for each in set(scene.items()) - before if isinstance(each, ThingItem))
    assert item.transform().m11() < 0.5
    back = item.model
    clock.setCurrentTime(clock.duration() * 19 // 20)
    assert item.transform().m11() > 0.5
    assert item.model != back
    with qtbot.waitSignal(scene.animation_finished):
        clock.resume()


def test_a_piece_turns_over_before_it_leaves_the_board_and_fades_on_its_way(qtbot: QtBot) -> None:
    scene = BoardScene()
    scene.show_state(squares(2, (0, 0, "", "red")))
    shown = event("show", piece="man", kind="spy", owner="red", cell="a1")
    lifted = event("lift", piece="man", kind="spy", owner="red", cell="a1", zone="box")
    before = set(scene.items())
    scene.animate((shown, lifted), squares(2))
    clock = moving_clock(scene)

    def visible_at(share: float) -> list[ThingItem]:
        clock.setCurrentTime(round(clock.duration() * share))
        new = (each for each in set(scene.items()) - before if isinstance(each, ThingItem))
        return [each for each in new if each.isVisible()]

    (turning,) = visible_at(0.22)
    assert turning.transform().m11() < 0.5
    (flying,) = visible_at(0.55)
    assert flying is not turning
    assert flying.opacity() == 1
    (flying,) = visible_at(0.95)
    assert 0 < flying.opacity() < 0.5
    with qtbot.waitSignal(scene.animation_finished):
        clock.resume()


def test_with_less_motion_a_piece_that_leaves_the_board_fades_where_it_was(scene: BoardScene) -> None:
    scene.set_fading(True)
    models = scene.models
    assert models is not None
    scene.animate((event("lift", piece="tile", kind="heath", cell="1,0", zone="box"),), AFTER)
    clock = moving_clock(scene)
    clock.setCurrentTime(round(clock.duration() * 0.7))
    (moving,) = scene._temporary
    assert moving.pos().toTuple() == pytest.approx(models.cells["1,0"].middle)
    assert 0 < moving.opacity() < 0.5


def test_points_rise_where_they_were_won_and_nothing_waits_for_them(qtbot: QtBot, scene: BoardScene) -> None:
    line = ScoreLine("red", "majority", 2, 7)
    scored = msgspec.structs.replace(AFTER, sheet=(line, msgspec.structs.replace(line, seat="blue", points=-1)))
    assert points_won(scored, AFTER) == {}  # a choice was taken back
    scene.animate((MIGRATION,), scored, speed=20)
    with qtbot.waitSignal(scene.animation_finished):
        assert scene.points.texts == ()
    assert scene.points.texts == ("+2", "−1")
    assert not scene.animating
    settled = len(scene.items())
    scene.set_table_palette(DARK_PALETTE)  # changes meanwhile leave them or remove them, and keep nothing
    scene.set_letters("always")
    scene.show_state(scored)
    qtbot.waitUntil(lambda: scene.points.texts == ())
    assert len(scene.items()) <= settled - 2
    scene.animate((MIGRATION,), scored, speed=0)
    assert scene.points.texts == ()
    scene.show_state(AFTER)
    scene.animate((MIGRATION,), scored)
    scene.skip_animation()
    assert scene.points.texts == ()
