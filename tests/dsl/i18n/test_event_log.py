"""The log: one entry for each choice, nothing said twice, and right in both languages.

The logs in `logs/` are approved whole: `APPROVE=1 .venv/bin/pytest tests/dsl/i18n/test_event_log.py`, then read the
difference.
"""

from __future__ import annotations

import os
import random
import re
from itertools import pairwise
from pathlib import Path

import pytest

from dsl.i18n.event_log import Detail, LogEntry, log_entries
from dsl.i18n.translator import Translator
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.view import EventView
from tests.dsl.i18n.small_games import FLATS, HOUSES
from tests.rulesets import FOLDERS, name_of
from tests.rulesets.random_matches import whole

LOGS = Path(__file__).with_name("logs")
LANGUAGES = ("en", "fr")
SMALL = {"houses": HOUSES, "flats": FLATS}  #: without any words of their own
FIRST = 16  #: choices of an approved log
LONG = 120
EVERY = [*SMALL, *map(name_of, FOLDERS)]


def _pack(name: str) -> Ruleset:
    if name in SMALL:
        return build(RulesetText(((f"{name}.rules", SMALL[name]),)))
    return whole(next(folder for folder in FOLDERS if name_of(folder) == name))


def _match(pack: Ruleset, choices: int) -> Match:
    match, dice = pack.start(pack.players[0], {}, 3), random.Random(3)
    while not match.over and match.position < choices:
        decision = match.decisions[0]
        match.choose(decision, dice.choice(decision.options))
    return match


def _told(name: str, language: str, choices: int) -> list[LogEntry]:
    pack = _pack(name)
    match = _match(pack, choices)
    return list(log_entries(match.events_of(match.program.colours[0]), Translator(pack, language)))


def _story(name: str, language: str) -> list[LogEntry]:
    """Return the first entries as the window of the first player shows them."""
    pack = _pack(name)
    match = _match(pack, FIRST)
    reader = match.program.colours[0]
    words = Translator(pack, language).addressing(reader).without_places(lambda place: bool(_offset(place)), _offset)
    return list(log_entries(match.events_of(reader), words))


def _offset(place: str) -> tuple[float, float] | None:
    found = re.fullmatch(r"(-?\d+),(-?\d+)", place)
    return (int(found[1]) + int(found[2]) / 2, int(found[2]) * 0.866) if found else None


def _lines(entries: list[LogEntry]) -> list[str]:
    lines: list[str] = []
    for entry in entries:
        points = f" [{entry.points:+d}]" if entry.points else ""
        lines += [f"{entry.sentence}{points}", *(f"    {detail.text}" for detail in entry.details)]
    return lines


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_the_start_and_the_first_turns_read_as_approved(name: str, language: str) -> None:
    log = "".join(f"{line}\n" for line in _lines(_story(name, language)))
    file = LOGS / f"{name.replace('/', '-')}.{language}.txt"
    if os.environ.get("APPROVE"):
        file.write_text(log, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == log


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", EVERY)
def test_nothing_is_said_twice_or_without_a_name(name: str, language: str) -> None:
    entries = _told(name, language, LONG)
    for entry in entries:
        texts = [detail.text for detail in entry.details]
        assert len(set(texts)) == len(texts)
        assert not any(text.rstrip(".") in entry.sentence for text in texts if not _has_parts(entry, text))
        assert entry.sentence[:1] == entry.sentence[:1].upper()
    assert not any(one.events[0] == other.events[0] for one, other in pairwise(entries))
    for line in [*_lines(entries), *(entry.whole for entry in entries)]:
        assert not re.search(r"\b(of of|de de)\b|: \.|  | ,|\(\)|\{|\}|_|\bof the the\b", line.strip()), line
        if language == "fr":
            assert not re.search(r"\b(de le|à le|de les|[ldj]e [AÉEIOU]\w)", line), line
            assert not re.search(r"\w[;!?:](\s|$)", line), line


def _has_parts(entry: LogEntry, text: str) -> bool:
    return any(detail.text == text and detail.parts for detail in entry.details)


@pytest.mark.parametrize("name", EVERY)
def test_every_event_is_told_once_at_most(name: str) -> None:
    numbers: list[int] = []
    for entry in _told(name, "en", LONG):
        numbers += [event.number for event in entry.events]
    assert len(set(numbers)) == len(numbers)


def test_what_is_drawn_while_setting_up_is_named_as_it_lies_there() -> None:
    pack = _pack("houses")
    match = _match(pack, 0)
    (setup,) = log_entries(match.events_of("red"), Translator(pack, "en"))
    street = next(zone for zone in match.view("red").zones if zone.name == "street")
    numbers = sorted(int(dict(piece.facing)["price"]) for piece in street.pieces)
    (laid,) = [detail.text for detail in setup.details if detail.text.endswith("street.")]
    assert sorted(map(int, re.findall(r"house (\d+)", laid.lower()))) == numbers


def test_an_attribute_that_all_see_is_told_of_open_and_of_hidden_pieces() -> None:
    lines = "\n".join(_lines(_told("flats", "en", FIRST)))
    assert re.search(r"flat \(rent \d\)", lines)
    assert re.search(r"hidden lot \(side [12]\)", lines)


def test_a_counter_that_falls_and_rises_within_one_choice_is_told_once() -> None:
    words = Translator(_pack("houses"), "en")
    args = (("variable", "coins"), ("owner", "red"))
    events = [
        EventView(n, "set", (*args, ("before", str(before)), ("after", str(after))), ("turn",), 4)
        for n, (before, after) in enumerate([(3, 0), (0, 5), (5, 4)])
    ]
    (entry,) = log_entries(events, words)
    assert entry.sentence == "Red, coins: 4 (+1)."
    assert not list(
        log_entries([events[0], EventView(9, "set", (*args, ("before", "0"), ("after", "3")), (), 4)], words)
    )


def test_many_places_are_a_few_with_the_rest_to_be_opened() -> None:
    words = Translator(_pack("flats"), "en")
    events = [
        EventView(
            n, "count", (("counter", "man"), ("amount", "1"), ("from", "reserve"), ("to", f"a{n}")), ("setup",), -1
        )
        for n in range(20)
    ]
    (entry,) = log_entries(events, words)
    (detail,) = entry.details
    assert detail.text == "20 men went from the reserve to a0, a1, a2, a3, a4, a5, a6 and 13 more."
    assert [part.text for part in detail.parts][-1] == "A man went from the reserve to a19."
    assert all(isinstance(part, Detail) for part in detail.parts)


def test_points_of_an_award_are_told_once() -> None:
    words = Translator(_pack("houses"), "en")
    award = ("award", "most_houses")
    events = (
        EventView(0, "award", (award, ("player", "red"), ("place", "1"), ("points", "5")), ("play",), 4),
        EventView(1, "set", (("variable", "score"), ("owner", "red"), ("before", "2"), ("after", "7")), ("play",), 4),
        EventView(2, "award", (award, ("player", "blue"), ("place", "2"), ("points", "2")), ("play",), 4),
        EventView(3, "set", (("variable", "score"), ("owner", "blue"), ("before", "0"), ("after", "2")), ("play",), 4),
    )
    (entry,) = log_entries(events, words)
    assert entry.sentence == "Most houses: Red +5, Blue +2."
    assert [detail.text for detail in entry.details] == ["Red: +5, place 1.", "Blue: +2, place 2."]


def test_a_note_without_any_consequence_is_told() -> None:
    """A note of the rules may be all that happens in a phase, as at the end of a match without points."""
    note = EventView(0, "note", (("text", "Nobody can win any more."),), ("phase:end",), 3)
    told = list(log_entries([note], Translator(_pack("houses"), "en")))
    assert [(entry.sentence, entry.events) for entry in told] == [("Nobody can win any more.", (note,))]
