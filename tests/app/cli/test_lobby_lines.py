"""Lobby lines in a terminal, the random player, and request numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from app.base.i18n import Translations
from app.cli.join import RandomPlayer, lobby_lines, table_line, vote_line
from app.net.client.client import MOST_WAITING, RequestTracker
from app.net.client.ruleset_transfer import consent_lines, offered_title
from app.net.discovery.browser import FoundTable
from app.net.discovery.datagrams import Poster
from app.net.protocol.messages import AskHistory, MemberState, Say, VoteState
from app.net.sandbox.messages import InspectedRules
from dsl.i18n.translator import Translator
from dsl.match.table_messages import Accepted
from tests.app.net.fake_table import LOBBY, offer_of, pond, seat_of

MEMBERS = (
    MemberState("m1", "Bea", False, True, False),
    MemberState("m2", "Ann", True, True, False),
    MemberState("m3", "Cy", False, True, True),
    MemberState("m4", "Di", False, False, False),
)
SEATS = (
    structs.replace(seat_of("red", "m1"), name="Bea", ready=True),
    seat_of("blue", "", "free"),
    structs.replace(seat_of("green", "", "bot"), player="bot:keen"),
)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "en",
            ["Red: Bea (you), ready", "Blue: free", "Green: the computer", "Ann has no seat yet", "Cy is spectating"],
        ),
        (
            "fr",
            [
                "Rouge\u00a0: Bea (vous), c’est bon", "Bleu\u00a0: libre", "Vert\u00a0: l’ordinateur",
                "Ann n’a pas encore de place", "Cy regarde",
            ],
        ),
    ],
)  # fmt: skip
def test_the_lobby_is_printed_in_the_users_language(language: str, lines: list[str]) -> None:
    lobby = structs.replace(LOBBY, seats=SEATS, members=MEMBERS)
    words = Translator(pond(), language)
    said = [line.strip() for line in lobby_lines(lobby, "m1", Translations(language), words)]
    assert [line.casefold() for line in said] == [line.casefold() for line in lines]


def test_consent_shows_title_credits_house_rules_and_differences() -> None:
    looked = InspectedRules(
        (("en", "Pond"), ("fr", "L’étang")), ("By nobody.",), "official", "Pond", ("More frogs.",), 2
    )
    offer = structs.replace(offer_of(pond()), house=("Windy night",))
    said = "\n".join(consent_lines(looked, offer, Translations("en")))
    assert said.splitlines() == [
        "House rules: Windy night", "Compared with the official game Pond:", "More frogs.", "and 2 more differences",
        "Credits: By nobody.", f"Rules {pond().mark}.",
    ]  # fmt: skip
    assert offered_title(looked, offer, "fr") == "L’étang"
    assert offered_title(looked, offer, "de") == "Pond"


def test_a_nearby_table_is_one_line_with_the_reason_if_it_is_incompatible() -> None:
    titles = "Pond", "L’étang"
    poster = Poster(4, 4, "0.1.0", "t1", "Ann's", "pond", *titles, "ab", 0, (), 1, 2, "gathering", False, True, 28500)
    found = FoundTable(poster, ("192.168.1.20",), False, "")
    assert table_line(found, Translations("en")) == "192.168.1.20:28500  Ann's: Pond, 1 of 2 seats taken."
    assert "L’étang" in table_line(found, Translations("fr"))
    assert len(table_line(replace(found, problem="lan.found.newer"), Translations("en"))) > 60


def test_a_random_player_takes_the_first_free_seat_and_is_deterministic() -> None:
    assert RandomPlayer(1).seat(structs.replace(LOBBY, seats=SEATS)) == "blue"
    assert RandomPlayer(1).seat(LOBBY) is None


def test_a_request_is_answered_once_and_too_many_are_dropped() -> None:
    requests = RequestTracker()
    first = requests.number(lambda number: Say(number, "a"))
    assert requests.take_answered(Accepted(first.request)) == first
    assert requests.take_answered(Accepted(first.request)) is None
    for _ in range(MOST_WAITING + 5):
        requests.number(lambda number: Say(number, "b"))
    assert len(requests.waiting) == MOST_WAITING
    requests.number(lambda number: AskHistory(number, "red", -1))
    requests.forget_questions()
    assert len(requests.waiting) == MOST_WAITING - 1
    requests.start_at(5)
    assert requests.number(lambda number: Say(number, "c")).request == 1 + MOST_WAITING + 5 + 2


def test_votes_and_named_computers_are_said_in_a_line() -> None:
    texts, words = Translations("en"), Translator(pond(), "en")
    ada = structs.replace(seat_of("green", "", "bot"), player="bot:keen", name="Ada")
    lobby = structs.replace(LOBBY, seats=(ada,), members=MEMBERS)
    assert next(lobby_lines(lobby, "m1", texts, words)).strip() == "Green: Ada (computer)"
    draw = VoteState(1, "draw", "m2", "blue", "", ("m1",), 0)
    said = vote_line(draw, lobby, texts, words)
    assert said == "Ann offers a draw. Do you agree? Type `agree` or `disagree`."
