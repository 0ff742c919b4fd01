"""The rulebook games are played at the table from set-up to the score sheet with mouse and keys, in two languages; and
nothing at the page of a player depends on what that player does not know."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from app.base.paths import official_rulesets
from dsl.bots import make
from dsl.match.journal import SeatPlan
from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset, load
from dsl.match.table import Table
from dsl.match.view import OptionView
from tests.app.table.control.test_auto_placement import carry, heap, waiting
from tests.app.table.eager import Eager
from tests.app.table.playing import thing_of
from tests.app.table.sitting import BOT, STILL, Seating, seat_at
from tests.app.table.test_secretly import all_texts
from tests.dsl.match.worlds import pair

RULESETS = official_rulesets()
#: How many sit down, and options that keep it short.
GAMES: dict[str, tuple[int, dict[str, int]]] = {
    "triassic-terror": (2, {}),
    "dinosaurs-and-unicorns": (2, {"stack_size": 4}),
    "dinosaures": (2, {"stall_limit": 12}),
}
PAIRS = 2  #: of worlds that are looked at in the window, of each game
PLACED = "Nord\u00a0: Placer"
FOLLOWED = 3  #: choices made in both of them


def sit(qtbot: QtBot, game: str, language: str, *players: str, seed: int = 5) -> Eager:
    pack = load(RULESETS / game)
    seats = [SeatPlan(colour, player) for colour, player in zip(pack.rules.colours, players, strict=False)]
    table = Table(pack, seats, GAMES[game][1], seed, bots=make)
    return Eager(qtbot, seat_at(qtbot, table, STILL, language, RULESETS / game), seed)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", GAMES)
def test_a_rulebook_game_is_played_by_hand_to_its_score_sheet(qtbot: QtBot, game: str, language: str):
    eager = sit(qtbot, game, language, "human", *[BOT] * (GAMES[game][0] - 1))
    questions = eager.play_to_the_end()
    assert len(questions) > 3
    for question in questions:
        assert not any(mark in question for mark in ("…", "_", "{")), question
    qtbot.waitUntil(eager.page.score.isVisible)
    outcome = eager.guest.view.outcome
    assert outcome is not None
    assert len(outcome.ranking) == GAMES[game][0]
    eager.guest.click(eager.page.score.board)
    assert eager.page.table_layout.isVisible()


# ---- two worlds: whatever is different where a player may not look, the page of that player is the same -------------


def seat_in(qtbot: QtBot, pack: Ruleset, game: str, match: Match, colour: str) -> Seating:
    """Open a page for everybody at a match that has begun, and let `colour` look."""
    seats = [SeatPlan(each) for each in match.program.colours]
    table = Table(pack, seats, dict(match.options), 1)
    table.match = match
    seating = seat_at(qtbot, table, STILL, "fr", RULESETS / game)
    if seating.page.curtain.colour:
        seating.guest.click(seating.page.curtain.ready)
    qtbot.waitUntil(lambda: seating.guest.decision is not None)
    assert seating.guest.view.seat == colour
    return seating


def told(seating: Seating) -> list[str]:
    """Everything that can be read or heard at the page, and beside what stands on the board."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)  # what is shown no more is gone
    tips = [item.toolTip() for item in seating.page.table_layout.scene.items()]
    return [said for said in (*all_texts(seating.page.table_layout).splitlines(), *tips) if said]


def assert_alike(qtbot: QtBot, here: Seating, there: Seating) -> None:
    for _ in range(10):  # a layout that changes has the one around it laid out in the next round
        qtbot.wait(1)
    assert told(here) == told(there)
    assert here.page.table_layout.grab().toImage() == there.page.table_layout.grab().toImage()


def worlds(pack: Ruleset, game: str) -> Iterator[tuple[Match, Match, str, random.Random]]:
    """Pairs of matches in which a seat is asked that cannot tell them apart, with the seat and the dice of the pair."""
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
    pack = load(RULESETS / game)
    for one, other, colour, dice in worlds(pack, game):
        here, there = (seat_in(qtbot, pack, game, match, colour) for match in (one, other))
        for _ in range(FOLLOWED):
            assert_alike(qtbot, here, there)
            decision = here.guest.decision
            if decision is None or decision.seat != colour or decision != there.guest.decision:
                break
            on_board = [option for option in decision.options if option.value.place]
            option = dice.choice(on_board or list(decision.options))
            spot = option.value.place, thing_of(option.value)
            if on_board and here.page.table_layout.scene.hit_test.may_be_dragged(spot):
                for each in (here, there):
                    each.guest.carry(*spot, on_board[0].value.place)
                assert_alike(qtbot, here, there)  # while it is dragged, and its goals are shown
                for each in (here, there):
                    each.guest.drop(spot[0])
            for each in (here, there):
                each.guest.play(option)
            if here.guest.view != there.guest.view:
                break  # a rule has told it more, or another is asked
        for each in (here, there):
            each.page.close_table()


def test_a_secret_placement_is_not_shown_to_the_next_player(qtbot: QtBot):
    """Chance places the figurines of the first player otherwise in each world."""
    here, there = (sit(qtbot, "dinosaures", "fr", "human", "human") for _ in range(2))
    for eager in (here, there):
        page, guest = eager.page, eager.guest
        arrange(qtbot, eager)
        guest.click(page.table_layout.zones.place_randomly)
        qtbot.waitUntil(lambda eager=eager: len(placed(eager)) == 24, timeout=120_000)
        exchange_two(qtbot, eager)
        say_done(qtbot, eager)
        hand_over(qtbot, eager)
        assert PLACED not in "\n".join(told(eager.seating))
    assert placed(here) == {}
    assert_alike(qtbot, here.seating, there.seating)
    kind = next(iter(waiting(here.seating)))
    for eager in (here, there):
        carry(eager.seating, kind, "a3")
    assert_alike(qtbot, here.seating, there.seating)
    assert heap(here.seating, kind).pile.size == heap(there.seating, kind).pile.size


def placed(eager: Eager) -> dict[str, str]:
    """What this seat knows of the figurines on the board."""
    cells = (cell for board in eager.guest.view.boards for cell in board.cells)
    return {cell.place: piece.kind for cell in cells for piece in cell.pieces if piece.owner}


def exchange_two(qtbot: QtBot, eager: Eager) -> None:
    """Drag one figurine onto another of another kind: they change places."""
    before = placed(eager)
    one = next(place for place, kind in before.items() if kind == "stego")
    other = next(place for place, kind in before.items() if kind == "dilo")
    qtbot.waitUntil(lambda: any(option.value.place == one for option in asked(eager)))
    qtbot.waitUntil(
        lambda: eager.page.table_layout.scene.hit_test.middle_of((one, "piece figurine stego north")) is not None
    )
    eager.guest.drag(one, "piece figurine stego north", other)
    qtbot.waitUntil(lambda: (placed(eager).get(one), placed(eager).get(other)) == ("dilo", "stego"))


def say_done(qtbot: QtBot, eager: Eager) -> None:
    """Press the button that needs nothing else."""
    qtbot.waitUntil(lambda: any(not option.value.text for option in asked(eager)))
    eager.guest.play(next(option for option in asked(eager) if not option.value.text))


def asked(eager: Eager) -> tuple[OptionView, ...]:
    return eager.guest.decision.options if eager.guest.decision is not None else ()


def arrange(qtbot: QtBot, eager: Eager) -> None:
    """Both lay their landscape the same way in every world; the second goes on with the figurines."""
    eager.guest.click(eager.page.curtain.ready)
    for turn in range(2):
        for _ in range(3):
            qtbot.waitUntil(lambda: eager.guest.decision is not None)
            assert eager.guest.decision is not None
            eager.guest.play(eager.guest.decision.options[0])
        if turn == 0:
            hand_over(qtbot, eager)
    qtbot.waitUntil(eager.page.table_layout.zones.place_randomly.isVisible)
    assert eager.guest.view.seat == "north"


def hand_over(qtbot: QtBot, eager: Eager) -> None:
    """Let the other come."""
    qtbot.waitUntil(eager.page.table_layout.prompt.hand_over.isVisible, timeout=120_000)
    eager.guest.click(eager.page.table_layout.prompt.hand_over)
    qtbot.waitUntil(lambda: bool(eager.page.curtain.colour))
    assert PLACED not in all_texts(eager.page), "nothing is left behind the curtain"
    eager.guest.click(eager.page.curtain.ready)
    qtbot.waitUntil(lambda: eager.guest.decision is not None)
