"""Plays a journal again: the match that it tells of, compared position by position with what was written."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dsl.engine.failing import explained
from dsl.engine.journal import Header, JournalContent, JournalError, read
from dsl.engine.journal_formats import skips_choices
from dsl.engine.match import Match
from dsl.engine.numbers import from_journal
from dsl.engine.pack import Pack, rebuild
from dsl.run.runner import RuleError
from dsl.text.problem import RulesError
from dsl.text.source import Source


@dataclass(frozen=True, slots=True)
class Replayed:
    """A match that was played again."""

    pack: Pack
    match: Match
    content: JournalContent


def replay(path: Path, verify: bool = True) -> Replayed:
    """Return the match of a journal; with `verify` every position is compared. Raises JournalError."""
    return play_again(read(path), str(path), verify)


def play_again(content: JournalContent, name: str, verify: bool = True) -> Replayed:
    """Return the match that a journal's content tells of. Raises JournalError."""
    pack = pack_of(content.header, name)
    header = content.header
    match = pack.start(header.players, dict(header.options), header.seed)
    for entry in content.entries:
        try:
            if entry.kind == "undo":
                match.go_back(entry.seat)
            else:
                question = match.question_of(entry.seat)
                option = entry.option if question is None else from_journal(question, entry.option)
                match.choose(match.position_of(match.seat(entry.seat)), option, entry.seat)
        except (ValueError, IndexError, RuleError) as error:
            why = explained(error, pack.sources) if isinstance(error, RuleError) else str(error)
            raise JournalError("journal.differs", file=name, line=str(entry.n), why=why) from None
        if verify and match.digest != entry.digest:
            raise JournalError("journal.differs", file=name, line=str(entry.n), why="another position")
    return Replayed(pack, match, content)


def pack_of(header: Header, name: str) -> Pack:
    """Return the pack that a journal carries. Raises JournalError."""
    try:
        house = [Source(file, text) for file, text in header.house]
        pack = rebuild(header.ruleset, house, header.identity, skips_choices(header.format))
    except RulesError as error:
        raise JournalError("journal.rules", file=name, why=str(error)) from None
    if pack.identity != header.identity:
        raise JournalError("journal.identity", file=name)
    return pack
