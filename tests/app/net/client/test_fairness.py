"""Verification of the randomness and the journal of a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from app.net.client.commit_reveal import (
    AGAIN,
    FAIR,
    Pledge,
    Pledges,
    add_share,
    open_share,
    seals_digest,
    verify_commitments,
)
from app.net.protocol.messages import Pairs, Revealed
from app.net.sandbox.messages import InspectionFailed, InspectJournal, JournalVerified
from app.net.sandbox.worker import inspect_journal
from dsl.base.serialization import dumps
from dsl.bots import make
from dsl.match.commit_reveal import Deal, commitment_of, seal_of
from dsl.match.journal import SeatPlan
from dsl.match.table import Table
from tests.app.net.fake_table import pond

SECRET, RED, BLUE = "5" * 64, "a" * 32, "b" * 32
COMMITMENT = commitment_of("t1", SECRET)
SHARES = (("red", RED), ("blue", BLUE))
REVEALED = Revealed(SECRET, SHARES)


def seals(shares: Pairs = SHARES) -> Pairs:
    return tuple((seat, seal_of("t1", share)) for seat, share in shares)


def opened(*rounds: Pairs, share: str = RED) -> Pledges:
    """The pledges of a client that gave a share each time, and received these seals."""
    pledges: Pledges = ()
    for told_seals in rounds:
        pledges = add_share(pledges, share)
        found, pledges = open_share(pledges, "t1", told_seals)
        assert found == share
    return pledges


OTHER = (("red", RED), ("blue", "c" * 32))
BROKEN = (("red", "d" * 32), ("blue", "e" * 32))


def test_an_honest_match_is_verified() -> None:
    assert verify_commitments(REVEALED, "t1", COMMITMENT, ["red"], opened(seals())) == (FAIR, ())


def test_a_share_is_revealed_once_for_one_list_of_commitments() -> None:
    pledges = opened(seals())
    assert open_share(pledges, "t1", seals()) == (RED, pledges), "the table asks a returning client again"
    assert open_share(pledges, "t1", seals(OTHER)) == (None, pledges)
    assert open_share((), "t1", seals()) == (None, (Pledge("", seals_digest(seals())),)), (
        "who looks on keeps what it was told"
    )
    assert open_share(pledges, "t2", seals())[0] is None, "at another table the same share has another seal"


def test_a_client_without_a_share_verifies_the_published_shares() -> None:
    seen = open_share((), "t1", seals())[1]
    assert verify_commitments(REVEALED, "t1", COMMITMENT, [], seen) == (FAIR, ())
    assert verify_commitments(Revealed(SECRET, OTHER), "t1", COMMITMENT, [], seen) == ("lan.deal.sealed", ())


def test_a_late_client_verifies_the_commitments() -> None:
    assert verify_commitments(REVEALED, "t1", COMMITMENT, ["red"], ()) == (FAIR, ())


def test_an_aborted_round_is_reported() -> None:
    first = open_share(add_share((), "d" * 32), "t1", seals(BROKEN))[1]
    pledges = open_share(add_share(first, RED), "t1", seals())[1]
    assert verify_commitments(REVEALED, "t1", COMMITMENT, ["red"], pledges) == (AGAIN, (("times", "1"),))
    assert verify_commitments(Revealed(SECRET, BROKEN), "t1", COMMITMENT, ["red"], pledges) == ("lan.deal.sealed", ())


def test_a_match_without_a_round_did_not_use_the_share() -> None:
    pledges = add_share((), RED)
    assert verify_commitments(Revealed(SECRET, BROKEN), "t1", COMMITMENT, ["red"], pledges) == ("lan.deal.share", ())
    assert verify_commitments(Revealed(SECRET, BROKEN), "t1", COMMITMENT, [], pledges) == (FAIR, ()), "it had got up"
    after = add_share(open_share(add_share((), "d" * 32), "t1", seals(BROKEN))[1], RED)
    assert verify_commitments(Revealed(SECRET, BROKEN), "t1", COMMITMENT, ["red"], after)[0] == "lan.deal.share"


def test_a_match_of_a_former_version_had_a_share_for_each_seat() -> None:
    former = (Pledge(RED, ""), Pledge(BLUE, ""))
    assert verify_commitments(REVEALED, "t1", COMMITMENT, ["red"], former) == (FAIR, ())
    assert (
        verify_commitments(Revealed(SECRET, OTHER), "t1", COMMITMENT, ["blue"], (Pledge(BLUE, ""),))[0]
        == "lan.deal.share"
    )


@pytest.mark.parametrize(
    ("revealed", "commitment", "verdict"),
    [
        (REVEALED, "", "lan.deal.none"),
        (Revealed("6" * 64, SHARES), COMMITMENT, "lan.deal.commitment"),
        (Revealed("short", SHARES), COMMITMENT, "lan.deal.commitment"),
        (REVEALED, "7" * 64, "lan.deal.commitment"),
        (Revealed(SECRET, OTHER), COMMITMENT, "lan.deal.sealed"),
        (Revealed(SECRET, SHARES[:1]), COMMITMENT, "lan.deal.sealed"),
        (Revealed(SECRET, SHARES[::-1]), COMMITMENT, "lan.deal.sealed"),
        (Revealed(SECRET, (("red", RED), ("blue", ""))), COMMITMENT, "lan.deal.sealed"),
    ],
)
def test_a_broken_commitment_is_reported(revealed: Revealed, commitment: str, verdict: str) -> None:
    assert verify_commitments(revealed, "t1", commitment, ["red"], opened(seals())) == (verdict, ())


@pytest.fixture(scope="module")
def order(tmp_path_factory: pytest.TempPathFactory) -> InspectJournal:
    """A match with honest randomness, and the data of a client."""
    return played(tmp_path_factory.mktemp("match") / "one.journal")


def played(path: Path, seed: int | None = None) -> InspectJournal:
    pack, deal = pond(), Deal("t1", COMMITMENT, SECRET, SHARES, seals())
    seats = [SeatPlan(colour, "bot:random") for colour in ("red", "blue")]
    fair = seed is None
    table = Table(pack, seats, {}, deal.seed() if seed is None else seed, path, make, deal=deal if fair else None)
    while table.step_bots():
        pass
    outcome = dumps(table.match.outcome)
    table.close()
    return InspectJournal(path.read_text(), (pack.identity,), outcome, "t1", COMMITMENT, SECRET, SHARES)


def test_the_journal_of_the_match_is_verified(order: InspectJournal) -> None:
    found = inspect_journal(order)
    assert isinstance(found, JournalVerified)
    assert found.choices > 0


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"journal": "no journal"}, "lan.journal.differs"),
        ({"identities": ("0" * 64,)}, "lan.journal.other"),
        ({"outcome": "null"}, "lan.journal.other"),
        ({"secret": "6" * 64}, "lan.deal.seed"),
        ({"table": "t2"}, "lan.deal.seed"),
        ({"shares": (("red", BLUE), ("blue", BLUE))}, "lan.deal.seed"),
    ],
)
def test_a_different_journal_is_not_saved(order: InspectJournal, changes: dict[str, object], reason: str) -> None:
    assert inspect_journal(replace(order, **changes)) == InspectionFailed(reason)  # type: ignore[arg-type]


def test_a_changed_line_is_detected(order: InspectJournal) -> None:
    lines = order.journal.splitlines(keepends=True)
    assert inspect_journal(replace(order, journal="".join(lines[:-1]))) == InspectionFailed("lan.journal.other")
    assert inspect_journal(replace(order, journal=order.journal.replace('"n":2', '"n":3'))) == InspectionFailed(
        "lan.journal.other"
    )


def test_a_match_with_other_randomness_is_detected(tmp_path: Path) -> None:
    assert inspect_journal(played(tmp_path / "other.journal", seed=1)) == InspectionFailed("lan.deal.seed")
