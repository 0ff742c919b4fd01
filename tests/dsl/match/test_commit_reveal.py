"""Commit-reveal: the host commits to a secret before it knows a share, and every player can verify the seed."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from dsl.base.serialization import dumps
from dsl.bots import make
from dsl.cli.main import main
from dsl.i18n.translations import translation_in
from dsl.match.commit_reveal import Deal, commitment_of, seal_of
from dsl.match.journal import FORMAT, Journal, JournalError, read
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Changed, Choose, News
from tests.dsl.match.secret_games import HERDS, pack
from tests.dsl.match.test_undo import PEOPLE, take_any

SECRET = "5c" * 32
DEAL = Deal("table-1", commitment_of("table-1", SECRET), SECRET, (("red", "0a" * 16), ("blue", "")))
SEALED = replace(DEAL, seals=(("red", seal_of("table-1", "0a" * 16)), ("blue", "")))
OLD = Path(__file__).parent / "journals" / "format-1.journal"
UNSEALED = Path(__file__).parent / "journals" / "format-2.journal"
UNCOPIED = Path(__file__).parent / "journals" / "format-3.journal"


def dealt(path: Path | None = None, deal: Deal = DEAL) -> Table:
    return Table(pack(HERDS), PEOPLE, {}, deal.seed(), path, deal=deal)


def kept(path: Path, deal: Deal = DEAL, seed: int | None = None) -> str:
    """Write the journal of a match that has just begun, with any deal; return its name."""
    header = replace(read(OLD).header, format=FORMAT, deal=deal, seed=deal.seed() if seed is None else seed)
    Journal.create(path, header).close()
    return str(path)


def test_commitment_and_seed_match_the_manual() -> None:
    """Fixed values, so that other programs can verify them."""
    assert DEAL.commitment == hashlib.sha256(b"gondwana commitment table-1 " + SECRET.encode()).hexdigest()
    assert SEALED.seals[0][1] == hashlib.sha256(b"gondwana share table-1 " + b"0a" * 16).hexdigest()
    said = f"gondwana seed {SECRET} red:{'0a' * 16} blue:"
    assert DEAL.seed() == int(hashlib.sha256(said.encode()).hexdigest()[:16], 16)


def test_every_input_changes_the_seed() -> None:
    others = [
        replace(DEAL, secret="5d" * 32),
        replace(DEAL, shares=(("red", "0b" * 16), ("blue", ""))),
        replace(DEAL, shares=(("red", "0a" * 16), ("blue", "0a" * 16))),
        replace(DEAL, shares=(("red", ""), ("blue", "0a" * 16))),
        replace(DEAL, shares=(("blue", ""), ("red", "0a" * 16))),
    ]
    assert len({deal.seed() for deal in (DEAL, *others)}) == len(others) + 1


def test_an_honest_deal_verifies() -> None:
    assert DEAL.verify() is DEAL.verify(DEAL.commitment) is DEAL.verify(f" {DEAL.commitment.upper()}\n") is None
    assert DEAL.check_seed(DEAL.seed(), ("red", "blue")) is None
    assert SEALED.verify(DEAL.commitment) is None
    assert SEALED.seed() == DEAL.seed()


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        (replace(DEAL, secret="5d" * 32), "deal.secret"),
        (replace(DEAL, table="table-2"), "deal.secret"),
        (replace(DEAL, commitment="00" * 32), "deal.secret"),
        (replace(DEAL, secret="5C" * 32), "deal.form"),
        (replace(DEAL, secret="5c" * 31), "deal.form"),
        (replace(DEAL, commitment=""), "deal.form"),
        (replace(DEAL, shares=(("red", "1"), ("blue", ""))), "deal.form"),
        (replace(DEAL, shares=(("red", "zz" * 16), ("blue", ""))), "deal.form"),
        (replace(SEALED, shares=(("red", "0b" * 16), ("blue", ""))), "deal.seals"),
        (replace(SEALED, shares=(("red", "0a" * 16), ("blue", "0a" * 16))), "deal.seals"),
        (replace(SEALED, seals=SEALED.seals[:1]), "deal.seals"),
        (replace(SEALED, seals=SEALED.seals[::-1]), "deal.seals"),
    ],
)
def test_a_secret_without_matching_commitment_fails(deal: Deal, reason: str) -> None:
    assert deal.verify() == reason
    assert reason in translation_in("en")


def test_a_different_commitment_fails() -> None:
    """Also if the secret matches the other commitment."""
    assert replace(DEAL, commitment=commitment_of("table-1", "5d" * 32), secret="5d" * 32).verify(DEAL.commitment) == (
        "deal.told"
    )


def test_a_different_seed_or_seats_fail() -> None:
    assert DEAL.check_seed(DEAL.seed() + 1, ("red", "blue")) == "deal.seed"
    assert DEAL.check_seed(DEAL.seed(), ("blue", "red")) == DEAL.check_seed(DEAL.seed(), ("red",)) == "deal.seats"


def test_a_table_refuses_a_different_seed() -> None:
    with pytest.raises(ValueError, match=r"deal\.seed"):
        Table(pack(HERDS), PEOPLE, {}, 7, deal=DEAL)
    with pytest.raises(ValueError, match=r"deal\.secret"):
        dealt(deal=replace(DEAL, secret="5d" * 32))


def test_the_deal_is_in_the_journal_but_not_in_views(tmp_path: Path) -> None:
    path, told = tmp_path / "match", list[News]()
    table = dealt(path, SEALED)
    for seat in ("", "red", "blue"):
        table.subscribe(seat, told.append)
    while table.match.questions:
        take_any(table, random.Random(3))
    table.close()
    assert read(path).header.deal == SEALED
    assert any(isinstance(news, Changed) for news in told)
    said = "".join(map(dumps, told))
    assert not any(part in said for part in (SECRET, "0a" * 16, str(DEAL.seed())))
    resumed, _ = Table.resume(path)
    assert resumed.match.digest == table.match.digest
    resumed.close()


# ---- gondwana replay ------------------------------------------------------------------------------------------------


def test_replay_reports_the_verification(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = kept(tmp_path / "match")
    assert main(["replay", name, "--verify"]) == 0
    said = capsys.readouterr().out
    assert (
        f"The seed comes from 1 random contribution and the secret of the commitment {DEAL.commitment[:16]}..." in said
    )
    assert main(["replay", name, "--commitment", DEAL.commitment]) == 0
    assert "the commitment announced to you" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("deal", "seed", "said"),
    [
        (replace(DEAL, shares=(("red", "0b" * 16), ("blue", ""))), DEAL.seed(), "one of them is wrong"),
        (DEAL, 7, "one of them is wrong"),
        (replace(DEAL, secret="5d" * 32), None, "does not match the commitment"),
        (replace(DEAL, shares=(("red", "0a" * 16),)), None, "not those of the seats"),
    ],
    ids=["share", "seed", "secret", "seats"],
)
def test_replay_fails_for_a_dishonest_deal(
    deal: Deal, seed: int | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", kept(tmp_path / "match", deal, seed), "--verify"]) == 1
    assert said in capsys.readouterr().err


def test_replay_fails_for_a_different_commitment(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", kept(tmp_path / "match"), "--verify", "--commitment", "00" * 32]) == 1
    assert "another commitment than the one announced to you" in capsys.readouterr().err
    assert main(["replay", str(OLD), "--commitment", DEAL.commitment]) == 1
    assert "drawn directly" in capsys.readouterr().err


# ---- files of former formats -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "number", "deal", "lines"), [(OLD, 1, None, 9), (UNSEALED, 2, DEAL, 8), (UNCOPIED, 3, SEALED, 8)]
)
def test_a_journal_of_an_older_format_is_continued_in_that_format(
    old: Path, number: int, deal: Deal | None, lines: int, tmp_path: Path
) -> None:
    whole, path = old.read_bytes(), tmp_path / "match"
    path.write_bytes(whole)
    assert main(["replay", str(path), "--verify"]) == 0
    content = read(path)
    assert (content.header.format, content.header.deal, len(content.entries)) == (number, deal, lines)
    table, damage = Table.resume(path, make)
    assert (damage, table.match.digest) == ("", content.entries[-1].digest)
    take_any(table, random.Random(1))
    table.close()
    assert path.read_bytes().startswith(whole)
    assert (b"request" in path.read_bytes()) == (number > 2)
    assert b"HeaderCopy" not in path.read_bytes()
    assert len(read(path).entries) == lines + 1


@pytest.mark.parametrize(
    ("old", "before", "after", "reason"),
    [
        (OLD, b'"format":1', b'"format":0', "journal.foreign"),
        (OLD, b'"format":1', b'"format":true', "journal.foreign"),
        (OLD, b'"format":1', b'"format":"1"', "journal.foreign"),
        (OLD, b'"format":1', b'"format":2', "journal.foreign"),
        (OLD, b'"format":1', b'"deal":null,"format":1', "journal.foreign"),
        (OLD, b'"format":1', b'"format":7', "journal.newer"),
        (OLD, b'"format":1', b'"format":7,"more":[]', "journal.newer"),
        (OLD, b'"format":1', b'"format":4', "journal.foreign"),
        (UNSEALED, b'"format":2', b'"format":3', "journal.foreign"),
        (UNSEALED, b'"secret"', b'"seals":[],"secret"', "journal.foreign"),
    ],
)
def test_a_header_with_fields_of_no_format_is_refused(
    old: Path, before: bytes, after: bytes, reason: str, tmp_path: Path
) -> None:
    path = tmp_path / "match"
    path.write_bytes(old.read_bytes().replace(before, after, 1))
    with pytest.raises(JournalError) as caught:
        read(path)
    assert caught.value.reason == reason


def test_a_line_with_unknown_fields_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "match"
    path.write_bytes(UNSEALED.read_bytes().replace(b'"option"', b'"member":"","option"', 1))
    assert "line 1" in read(path).damage


# ---- whose request it was -------------------------------------------------------------------------------------------


def test_a_resumed_table_knows_answered_requests(tmp_path: Path) -> None:
    path = tmp_path / "match"
    table = dealt(path)
    decision = next(each for seat in ("red", "blue") for each in table.view(seat).decisions if each.options)
    choice = Choose(7, decision.seat, decision.number, decision.options[0].number)
    assert table.handle(choice, "m1") == Accepted(7)
    assert not table.was_done("m1", 7), "it knows its own answers itself"
    table.close()
    assert [(entry.member, entry.request) for entry in read(path).entries] == [("m1", 7)]
    resumed, _ = Table.resume(path)
    assert resumed.was_done("m1", 7)
    assert not resumed.was_done("m2", 7)
    assert not resumed.was_done("m1", 8)
    assert not resumed.was_done("", 0)
    resumed.close()
