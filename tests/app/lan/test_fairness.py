"""Whether the chance of a match was as agreed, and its journal what was played."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from app.lan.fairness import FAIR, judge, look_at_journal
from app.lan.protocol import Revealed
from app.lan.verdicts import LookAtJournal, Sound, Wrong
from dsl.bots import make
from dsl.engine.deal import Deal, commitment_of
from dsl.engine.journal import SeatPlan
from dsl.engine.table import Table
from dsl.engine.wire import dumps
from tests.app.lan.fake_table import pond

SECRET, RED, BLUE = "5" * 64, "a" * 32, "b" * 32
COMMITMENT = commitment_of("t1", SECRET)
SHARES = (("red", RED), ("blue", BLUE))


def test_what_was_promised_was_kept() -> None:
    assert judge(Revealed(SECRET, SHARES), "t1", COMMITMENT, ["red"], [RED]) == FAIR


def test_a_share_stays_with_its_person_when_seats_are_swapped() -> None:
    assert judge(Revealed(SECRET, SHARES), "t1", COMMITMENT, ["blue"], [RED, BLUE]) == FAIR


def test_who_gave_no_share_need_not_find_one() -> None:
    assert judge(Revealed(SECRET, (("red", ""), ("blue", BLUE))), "t1", COMMITMENT, ["red"], []) == FAIR


@pytest.mark.parametrize(
    ("revealed", "commitment", "verdict"),
    [
        (Revealed(SECRET, SHARES), "", "lan.deal.none"),
        (Revealed("6" * 64, SHARES), COMMITMENT, "lan.deal.commitment"),
        (Revealed("short", SHARES), COMMITMENT, "lan.deal.commitment"),
        (Revealed(SECRET, SHARES), "7" * 64, "lan.deal.commitment"),
        (Revealed(SECRET, (("red", BLUE), ("blue", BLUE))), COMMITMENT, "lan.deal.share"),
        (Revealed(SECRET, (("blue", BLUE),)), COMMITMENT, "lan.deal.share"),
    ],
)
def test_what_was_not_kept_is_named(revealed: Revealed, commitment: str, verdict: str) -> None:
    assert judge(revealed, "t1", commitment, ["red"], [RED]) == verdict


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> LookAtJournal:
    """A match that was dealt fairly, and what a guest knows of it."""
    return played(tmp_path_factory.mktemp("match") / "one.journal")


def played(path: Path, seed: int | None = None) -> LookAtJournal:
    pack, deal = pond(), Deal("t1", COMMITMENT, SECRET, SHARES)
    seats = [SeatPlan(colour, "bot:random") for colour in ("red", "blue")]
    fair = seed is None
    table = Table(pack, seats, {}, deal.seed() if seed is None else seed, path, make, deal=deal if fair else None)
    while table.step_bots():
        pass
    outcome = dumps(table.match.outcome)
    table.close()
    return LookAtJournal(path.read_text(), pack.identity, outcome, "t1", COMMITMENT, SECRET, SHARES)


def test_the_journal_of_the_match_is_sound(order: LookAtJournal) -> None:
    found = look_at_journal(order)
    assert isinstance(found, Sound)
    assert found.choices > 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"journal": "no journal"}, "lan.journal.differs"),
        ({"identity": "0" * 64}, "lan.journal.other"),
        ({"outcome": "null"}, "lan.journal.other"),
        ({"secret": "6" * 64}, "lan.deal.seed"),
        ({"table": "t2"}, "lan.deal.seed"),
        ({"shares": (("red", BLUE), ("blue", BLUE))}, "lan.deal.seed"),
    ],
)
def test_another_journal_is_not_kept(order: LookAtJournal, changes: dict[str, object], reason: str) -> None:
    assert look_at_journal(replace(order, **changes)) == Wrong(reason)  # type: ignore[arg-type]


def test_a_line_that_was_changed_is_noticed(order: LookAtJournal) -> None:
    lines = order.journal.splitlines(keepends=True)
    assert look_at_journal(replace(order, journal="".join(lines[:-1]))) == Wrong("lan.journal.other")
    assert look_at_journal(replace(order, journal=order.journal.replace('"n":2', '"n":3'))) == Wrong(
        "lan.journal.other"
    )


def test_a_match_with_another_chance_than_the_one_agreed_on_is_noticed(tmp_path: Path) -> None:
    assert look_at_journal(played(tmp_path / "other.journal", seed=1)) == Wrong("lan.deal.seed")
