"""Cards with a number: on the face, in accessible names, in the log, and sorting."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from pytestqt.qtbot import QtBot

from app.appearance.look import Look
from app.appearance.theme import LIGHT
from app.base.i18n import Translations
from app.table.context import TableContext
from app.table.panels.players import player_summaries
from app.table.panels.zones import ZonesPanel, piles
from dsl.i18n.event_log import log_entries
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from tests.dsl.lowering.both_runners import small
from tests.dsl.lowering.offers import step

RULES = """game trick
    players 2, colours red, blue
kinds Suit: oak elm
piece leaf: Suit, age 1..2 seen by all, size 1..12
zone pile: leaves, in order, seen by nobody
zone hand of player: leaves, seen by its player
zone played of player: leaves
action play_leaf(c: leaf) "Play {c}"
    needs held: c is in hand of me
    do
        move c to played of me
setup
    for each n in (2, 12, 9)
        create leaf(elm, 1, n) in hand of red
        create leaf(oak, 2, n) in hand of blue
    create leaf(oak, 1, 7) in pile
play
    turns from red clockwise until none of hand of me
        choose play_leaf
winner
    most left: number of hand of it
"""


def _match() -> tuple[Match, TableContext]:
    pack = small(RULES)
    return Match(pack, 2, {}, 1), TableContext(Translations("en"), Translator(pack, "en"), Look(), LIGHT)


def test_the_number_is_on_the_face_and_in_the_accessible_name(qtbot: QtBot) -> None:
    match, context = _match()
    panel = ZonesPanel(context)
    qtbot.addWidget(panel)
    panel.show_state(match.view("red"), frozenset())
    spoken = [widget.accessibleName() for widget in panel.widgets]
    assert [words.partition(": ")[2] for words in spoken[:3]] == ["elm 2 (age 1)", "elm 9 (age 1)", "elm 12 (age 1)"]
    pictures = [widget.grab().toImage() for widget in panel.hand.cards]
    assert all(one != other for one, other in pairwise(pictures))


def test_cards_are_sorted_by_number_and_not_as_text() -> None:
    match, context = _match()
    assert [heap.value for heap in piles(match.view("red"), context, frozenset())][1:] == [
        "elm 1 2",
        "elm 1 9",
        "elm 1 12",
    ]


def test_the_log_names_the_played_card_and_the_players_show_it() -> None:
    match, context = _match()
    step(match, Random(2))
    (line,) = [entry.whole for entry in log_entries(match.events_of("blue"), context.words) if entry.sort == "choice"]
    assert line in [f"Red: Play leaf 1. Elm {number} went from the hand to the played." for number in (2, 9, 12)]
    card = line.partition(". ")[2].partition(" went")[0]
    red = player_summaries(match.view("blue"), context)[0]
    assert f"played: {card.lower()}" in " ".join(holding.words for holding in red.holdings).lower()
