"""Client at a table whose players vote on other rules: read before they are used, also those of a hostile table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.base.i18n import Translations
from app.net.client.client import ConnectionState
from app.net.client.rule_proposals import RuleProposals
from app.net.protocol.connection import Connection
from app.net.protocol.limits import PROPOSED
from app.net.protocol.messages import AskRules, Pairs, ProposedRules, RulesChanged, VoteState
from dsl.base.source import Source
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.table_messages import Changed
from tests.app.net.client.test_client import Place
from tests.app.net.fake_table import LOBBY, event, offer_of, pond, rules_of, told, view_at

LATER = ("later.rules", 'house rules "Later" for pond\nset option.rounds = 3\n')
PLAYING = replace(LOBBY, state="playing")


def changed(*house: tuple[str, str]) -> Ruleset:
    return build(pond().text, extra=[Source(name, text) for name, text in house])


def proposed(vote: int, *house: tuple[str, str]) -> ProposedRules:
    return ProposedRules(vote, offer_of(changed(*house)), house)


def voting(vote: int) -> object:
    return replace(PLAYING, votes=(VoteState(vote, "rules", "m2", "blue", "", ("m1",), 0),))


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Place]:
    parent = QObject()
    place = Place(qtbot, tmp_path, parent)
    place.script.lobby = PLAYING
    yield place
    place.close()
    parent.deleteLater()


def test_agreed_rules_are_used_from_the_change_on_without_a_transfer(place: Place) -> None:
    guest, ear = place.guest()
    place.until(lambda: guest.state is ConnectionState.PLAYING)
    table = place.table
    table.say(told("red", -1, event(0), position=1))
    table.say(proposed(1, LATER))
    table.say(voting(1))
    place.until(lambda: guest.rule_proposals and guest.rule_proposals[1].verdict is not None)
    proposal = guest.rule_proposals[1]
    assert proposal.can_be_agreed_to
    (line,) = proposal.lines(Translations())
    assert line.startswith("From now on: Later. ")
    assert "3" in line
    guest.vote(1, True)
    former = guest.rules
    assert former is not None
    table.say(PLAYING)
    table.say(RulesChanged(offer_of(changed(LATER))))
    table.say(told("red", 0, event(1, 1), position=2))
    place.until(lambda: guest.rules is not former and len(ear.told) > 1)
    assert guest.rules is not None
    assert guest.rules.pack.identity == changed(LATER).identity
    assert guest.rules.folder == former.folder
    assert guest.identities == (former.pack.identity, guest.rules.pack.identity)
    assert [news.view.position for _, news in ear.told if isinstance(news, Changed)] == [1, 2]
    assert guest.history_of("red") == Changed((event(0), event(1, 1)), view_at(2))
    assert not any(isinstance(heard, AskRules) for heard in place.script.heard)
    assert guest.state is ConnectionState.PLAYING


def test_rules_that_nobody_agreed_to_here_need_consent_as_at_the_start(place: Place) -> None:
    """Also those of a spectator, and of a player who returns after the change."""
    guest, ear = place.guest()
    place.until(lambda: guest.state is ConnectionState.PLAYING)
    place.table.say(told("red", -1, event(0), position=1))
    place.until(lambda: ear.told)
    rules = rules_of(changed(LATER))
    place.script.rules, place.script.offer = rules, offer_of(changed(LATER), rules)
    place.table.say(RulesChanged(place.script.offer))
    place.until(lambda: ear.offers)
    assert guest.rules is None
    assert guest.history_of("red") is None  # a view under former rules
    guest.accept_rules()
    assert guest.rules is not None
    assert guest.rules.pack.identity == changed(LATER).identity


@pytest.mark.parametrize(
    ("house", "named", "why"),
    [
        ((LATER,), "0" * 64, "lan.rules.other"),
        ((("x.rules", "x" * (PROPOSED + 1)),), None, "new_rules.too_large"),
        ((("../../x\n.rules", ""),), None, "new_rules.too_large"),
    ],
)
def test_rules_of_a_hostile_table_cannot_be_agreed_to(
    qtbot: QtBot, house: Pairs, named: str | None, why: str, tmp_path: Path
) -> None:
    from app.net.client.ruleset_transfer import TableRules

    parent = QObject()
    proposals = RuleProposals("en", parent)
    offer = offer_of(changed(LATER))
    message = ProposedRules(1, replace(offer, identity=named or offer.identity), house)
    proposals.receive(message, TableRules(pond(), None, None), 2, agreed=True)
    qtbot.waitUntil(lambda: proposals.all[1].verdict is not None)
    proposal = proposals.all[1]
    assert getattr(proposal.verdict, "reason", "") == why
    assert not proposal.can_be_agreed_to
    assert proposals.consented(message.rules.identity) is None
    assert proposal.lines(Translations())[0].startswith("These rules cannot be used here: ")
    for vote in range(2, 40):  # a flood
        proposals.receive(replace(message, vote=vote, house=(("x" * 200, ""),)), None, 2, agreed=False)
    assert len(proposals.all) <= 4
    proposals.cancel()
    assert not parent.findChildren(Connection)
    parent.deleteLater()


def test_own_rules_that_are_agreed_on_before_their_check_is_done_need_no_consent(place: Place) -> None:
    guest, ear = place.guest()
    place.until(lambda: guest.state is ConnectionState.PLAYING)
    former = guest.rules
    assert former is not None
    guest.propose_rules("red", 0, (LATER,))
    place.table.say(proposed(1, LATER))
    place.table.say(voting(1))
    place.table.say(PLAYING)
    place.table.say(RulesChanged(offer_of(changed(LATER))))
    place.table.say(PLAYING)  # comes while they are checked
    place.until(lambda: guest.state is ConnectionState.LOADING_RULES)
    assert guest.rules is None
    place.until(lambda: guest.rules is not None)
    assert guest.rules.pack.identity == changed(LATER).identity
    assert guest.state is ConnectionState.PLAYING
    assert not ear.offers
    assert not any(isinstance(heard, AskRules) for heard in place.script.heard)
