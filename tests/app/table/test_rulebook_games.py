"""Rulebook games are played from set-up to score sheet with mouse and keys, in two languages;
a page shows nothing that its player does not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from app.table.model.things import Spot, Thing, spot_of
from app.table.panels.piles_and_figures import FigureWidget
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table import Table
from dsl.match.view import OptionView
from tests.app.table.control.test_auto_placement import carry, heap, waiting
from tests.app.table.random_player import RandomPlayer
from tests.app.table.table_pages import BOT, INSTANT, OpenTable, open_page
from tests.app.table.test_simultaneous_choices import all_texts
from tests.dsl.match.same_information import pair
from tests.rulesets import loaded

RULESETS = official_rulesets()
#: Number of players, and options for a short match.
GAMES: dict[str, tuple[int, dict[str, int]]] = {
    "triassic-terror": (2, {}),
    "dinosaurs-and-unicorns": (2, {"stack_size": 4}),
    "dinosaures": (2, {"stall_limit": 12}),
}
PAIRS = 2  #: of worlds that are looked at in the window, of each game
PLACED = "Nord\u00a0: Placer"
FOLLOWED = 3  #: choices made in both of them


def sit(qtbot: QtBot, game: str, language: str, *players: str, seed: int = 5) -> RandomPlayer:
    pack = loaded(RULESETS / game)
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=False)]
    table = Table(pack, seats, GAMES[game][1], seed, bots=make)
    return RandomPlayer(qtbot, open_page(qtbot, table, INSTANT, language, RULESETS / game), seed)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_game_is_played_by_gestures_to_its_score_sheet(qtbot: QtBot, game: str, language: str):
    player = sit(qtbot, game, language, "human", *[BOT] * (GAMES[game][0] - 1))
    questions = player.play_to_the_end()
    assert len(questions) > 3
    for question in questions:
        assert not any(mark in question for mark in ("…", "_", "{")), question
    qtbot.waitUntil(player.page.score.isVisible)
    outcome = player.driver.view.outcome
    assert outcome is not None
    assert len(outcome.ranking) == GAMES[game][0]
    player.driver.click(player.page.score.board)
    assert player.page.table_layout.isVisible()


# ---- two worlds: whatever is different where a player may not look, the page of that player is the same -------------


def seat_in(qtbot: QtBot, pack: Ruleset, game: str, match: Match, colour: str) -> OpenTable:
    """Open a page for all seats of a started match, with the view of `colour`."""
    seats = [SeatPlan(each) for each in match.program.colours]
    table = Table(pack, seats, dict(match.options), 1)
    table.match = match
    opened = open_page(qtbot, table, INSTANT, "fr", RULESETS / game)
    if opened.page.curtain.colour:
        opened.driver.click(opened.page.curtain.ready)
    qtbot.waitUntil(lambda: opened.driver.decision is not None)
    assert opened.driver.view.seat == colour
    return opened


def told(opened: OpenTable) -> list[str]:
    """Return all texts and accessible names of the page, and the pieces on the board."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what is shown no more is gone
    tips = [item.toolTip() for item in opened.page.table_layout.scene.items()]
    return [said for said in (*all_texts(opened.page.table_layout).splitlines(), *tips) if said]


def parts(opened: OpenTable) -> tuple[QWidget, ...]:
    """Return the parts of a table page whose size does not depend on a layout: below a curtain there is none."""
    layout = opened.page.table_layout
    return layout.board, layout.prompt, layout.tracks, layout.players, layout.zones


def assert_alike(qtbot: QtBot, here: OpenTable, there: OpenTable) -> None:
    for _ in range(10):  # a layout that changes has the one around it laid out in the next round
        qtbot.wait(1)
    qtbot.waitUntil(lambda: here.page.table_layout.board.sharp and there.page.table_layout.board.sharp)
    assert told(here) == told(there)
    assert here.page.grab().toImage() == there.page.grab().toImage()  # with the curtain, if there is one
    for one, other in zip(parts(here), parts(there), strict=True):  # also below the curtain
        assert one.grab().toImage() == other.grab().toImage()


def worlds(pack: Ruleset, game: str) -> Iterator[tuple[Match, Match, str, random.Random]]:
    """Return pairs of matches that a choosing seat cannot distinguish; with seat and generator."""
    found = 0
    for number in range(1000):
        dice = random.Random(f"{game} {number}")
        made = pair(pack, dice)
        question = made.here.question
        if question is None or question.seat != made.colour or made.here.state == made.there.state:
            continue
        yield made.here, made.there, made.colour, dice
        found += 1
        if found == PAIRS:
            return


@pytest.mark.parametrize("game", GAMES)
def test_a_page_shows_nothing_that_its_player_does_not_know(qtbot: QtBot, game: str):
    pack = loaded(RULESETS / game)
    for one, other, colour, dice in worlds(pack, game):
        here, there = (seat_in(qtbot, pack, game, match, colour) for match in (one, other))
        for _ in range(FOLLOWED):
            assert_alike(qtbot, here, there)
            decision = here.driver.decision
            if decision is None or decision.seat != colour or decision != there.driver.decision:
                break
            on_board = [option for option in decision.options if option.value.place]
            option = dice.choice(on_board or list(decision.options))
            spot = spot_of(option.value)
            if on_board and here.page.table_layout.scene.hit_test.may_be_dragged(spot):
                for each in (here, there):
                    each.driver.carry(*spot, on_board[0].value.place)
                assert_alike(qtbot, here, there)  # while it is dragged, and its goals are shown
                for each in (here, there):
                    each.driver.drop(spot[0])
            for each in (here, there):
                each.driver.play(option)
            if here.driver.view != there.driver.view:
                break  # a rule has told it more, or another is asked
        for each in (here, there):
            each.page.close_table()


def test_a_secret_placement_is_not_shown_to_the_next_player(qtbot: QtBot):
    """The figurines of the first player are placed randomly, and differently in each world."""
    here, there = (sit(qtbot, "dinosaures", "fr", "human", "human") for _ in range(2))
    for player in (here, there):
        page, driver = player.page, player.driver
        arrange(qtbot, player)
        driver.click(page.table_layout.zones.place_randomly)
        qtbot.waitUntil(lambda player=player: len(placed(player)) == 24)
        exchange_two(qtbot, player)
        say_done(qtbot, player)
        hand_over(qtbot, player)
        assert PLACED not in "\n".join(told(player.opened))
    assert placed(here) == {}
    assert_alike(qtbot, here.opened, there.opened)
    kind = next(iter(waiting(here.opened)))
    for player in (here, there):
        carry(player.opened, kind, "a3")
    assert_alike(qtbot, here.opened, there.opened)
    assert heap(here.opened, kind).pile.size == heap(there.opened, kind).pile.size


def test_the_buttons_that_place_the_rest_are_beside_the_pile_and_need_no_row(qtbot: QtBot):
    """A row of their own was below the figurines, and out of sight in a window of the usual height."""
    player = sit(qtbot, "dinosaures", "fr", "human", "human")
    arrange(qtbot, player)
    zones = player.page.table_layout.zones
    qtbot.waitUntil(lambda: len(waiting(player.opened)) > 1 and all(each.isVisible() for each in zones.widgets))
    figurines = [each for each in zones.widgets if isinstance(each, FigureWidget)]
    pile = next(each for each in zones.widgets if each not in figurines)
    with_button = zones.place_randomly.mapTo(zones, zones.place_randomly.rect().bottomRight())
    assert with_button.y() <= pile.geometry().bottom()
    assert all(with_button.y() < each.mapTo(zones, QPoint()).y() for each in figurines)
    player.page.close_table()


def placed(player: RandomPlayer) -> dict[str, str]:
    """Return the figurines on the board, as this seat knows them."""
    cells = (cell for board in player.driver.view.boards for cell in board.cells)
    return {cell.place: piece.kind for cell in cells for piece in cell.pieces if piece.owner}


def exchange_two(qtbot: QtBot, player: RandomPlayer) -> None:
    """Drag a figurine onto one of another kind, which swaps them."""
    before = placed(player)
    one = next(place for place, kind in before.items() if kind == "stego")
    other = next(place for place, kind in before.items() if kind == "dilo")
    qtbot.waitUntil(lambda: any(option.value.place == one for option in asked(player)))
    stego = Thing("piece", "figurine", "north", kind="stego")
    qtbot.waitUntil(lambda: player.page.table_layout.scene.hit_test.middle_of(Spot(one, stego)) is not None)
    player.driver.drag(one, stego, other)
    qtbot.waitUntil(lambda: (placed(player).get(one), placed(player).get(other)) == ("dilo", "stego"))


def say_done(qtbot: QtBot, player: RandomPlayer) -> None:
    """Press the button that needs nothing else."""
    qtbot.waitUntil(lambda: any(not option.value.text for option in asked(player)))
    player.driver.play(next(option for option in asked(player) if not option.value.text))


def asked(player: RandomPlayer) -> tuple[OptionView, ...]:
    return player.driver.decision.options if player.driver.decision is not None else ()


def arrange(qtbot: QtBot, player: RandomPlayer) -> None:
    """Place the same landscape in every world for both players, then the figurines of the second."""
    player.driver.click(player.page.curtain.ready)
    for turn in range(2):
        for _ in range(3):
            qtbot.waitUntil(lambda: player.driver.decision is not None)
            assert player.driver.decision is not None
            player.driver.play(player.driver.decision.options[0])
        if turn == 0:
            hand_over(qtbot, player)
    qtbot.waitUntil(player.page.table_layout.zones.place_randomly.isVisible)
    assert player.driver.view.seat == "north"


def hand_over(qtbot: QtBot, player: RandomPlayer) -> None:
    """Let the other come."""
    qtbot.waitUntil(player.page.table_layout.prompt.hand_over.isVisible)
    player.driver.click(player.page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: bool(player.page.curtain.colour))
    assert PLACED not in all_texts(player.page), "nothing is left behind the curtain"
    player.driver.click(player.page.curtain.ready)
    qtbot.waitUntil(lambda: player.driver.decision is not None)
