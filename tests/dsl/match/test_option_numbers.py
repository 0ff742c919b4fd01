"""Journals store options by their numbers on boards with a border, whatever the current layout of boards."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from dsl.match.journal import JournalError, read
from dsl.match.option_numbers import from_journal, to_journal
from dsl.match.replay import replay, replay_content, ruleset_of
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose

#: Written when boards had borders, of 8 by 8 squares and of endless hexes; ways, pieces, counters, places are chosen.
JOURNALS = Path(__file__).parent / "journals"
BORDERED = JOURNALS / "bordered.journal"
BOTH = pytest.mark.parametrize("path", [BORDERED, JOURNALS / "bordered-hexes.journal"], ids=["squares", "hexes"])


@BOTH
def test_a_journal_with_bordered_boards_replays(path: Path) -> None:
    replayed = replay(path)
    assert replayed.match.position == len(replayed.content.entries) > 20
    assert {entry.text.split()[0] for entry in replayed.content.entries} == {"go", "swim", "shove"}


@BOTH
def test_the_same_match_writes_the_same_option_numbers(path: Path, tmp_path: Path) -> None:
    before = read(path)
    table = Table(ruleset_of(before.header, ""), before.header.seats, {}, before.header.seed, tmp_path / "match")
    for entry in before.entries:
        question = table.match.question_of(entry.seat)
        assert question is not None
        option = from_journal(question, entry.option)
        assert isinstance(table.handle(Choose(0, entry.seat, question.position, option)), Accepted)
    table.close()
    for entry, then in zip(read(tmp_path / "match").entries, before.entries, strict=True):
        assert (entry.option, entry.digest, entry.text) == (then.option, then.digest, then.text)


@BOTH
def test_journal_numbers_of_options_are_unique(path: Path) -> None:
    content = read(path)
    header = content.header
    match = ruleset_of(header, "").start(header.players, dict(header.options), header.seed)
    for entry in content.entries:
        question = match.question_of(entry.seat)
        assert question is not None
        numbers = [to_journal(question, option) for option in question.options]
        assert numbers == sorted(set(numbers))
        assert [from_journal(question, number) for number in numbers] == list(question.options)
        match.choose(question.position, from_journal(question, entry.option), question.seat)


@pytest.mark.parametrize("number", [0, 17, 89, 2 * 90 + 8, 1 << 22, -1])
def test_an_unknown_option_number_is_refused(number: int) -> None:
    content = read(BORDERED)
    wrong = replace(content, entries=(structs.replace(content.entries[0], option=number), *content.entries[1:]))
    with pytest.raises(JournalError) as caught:
        replay_content(wrong, "match")
    assert caught.value.reason == "journal.differs"
