"""Provenance of rules: whether they are official, who wrote and changed them, what they are based on, and their mark.

Files of rules that the workshop saves end with up to two comments, which travel with the text into packages, journals
and to network tables, and which no rule depends on:

    -- made by Béa on 2026-04-01
    -- changed by Ann on 2026-05-03

They are claims: everybody can write any name there. Only the mark is computed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from dsl.base.control_characters import printable
from dsl.base.problem import RulesError
from dsl.base.serialization import Serializable

if TYPE_CHECKING:  # the first page reads provenances without the engine
    from dsl.match.rulesets.folder import RulesetText
    from dsl.match.rulesets.ruleset import Ruleset

LONGEST_NAME = 40  #: letters of the name of an author that are shown
_LONGEST_TITLE = 80
_LONGEST_CREDIT = 400
_MOST = 20  #: house rules, credits and base games that are listed
_LINE = re.compile(
    r"-- (made|changed)(?: by ([^\n]{1,200}?))? on (\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]))[ \t]*", re.ASCII
)

#: The official game of this name; a game of that name with other rules; no official game.
Standing = Literal["official", "differs", "own"]


class Stamp(Serializable, frozen=True):
    """What a file of rules says about its authors. Empty: it does not say."""

    made_by: str = ""
    made_on: str = ""  #: date as in ISO 8601
    changed_by: str = ""
    changed_on: str = ""

    @property
    def is_empty(self) -> bool:
        """Whether the file says nothing."""
        return not (self.made_on or self.changed_on)

    @property
    def latest(self) -> tuple[str, str]:
        """Author and date of the last change."""
        return (self.changed_by, self.changed_on) if self.changed_on else (self.made_by, self.made_on)


class HouseRuleOrigin(Serializable, frozen=True):
    """Where a house rule comes from."""

    title: str
    of_game: bool  #: it comes with the game, word for word
    stamp: Stamp


class Provenance(Serializable, frozen=True):
    """Where the rules of a match come from."""

    title: str  #: of the game
    standing: Standing  #: of the game without house rules
    edition: str  #: as the game names it; empty if it does not
    mark: str  #: of the rules with the house rules
    plain_mark: str  #: of the rules without them
    credits: tuple[str, ...]
    based_on: tuple[str, ...]  #: titles of games, the nearest first
    stamp: Stamp  #: of the game's own rules
    house: tuple[HouseRuleOrigin, ...]  #: the selected house rules


# ---- what the files say ---------------------------------------------------------------------------------------------


def split_stamp(text: str) -> tuple[str, Stamp]:
    """Return a text of rules without the comments about its authors at its end, and what they say."""
    lines, stamp = text.rstrip("\n").split("\n"), Stamp()
    kept = len(lines)
    while kept > 1 and (found := _LINE.fullmatch(lines[kept - 1])):
        kept, stamp = kept - 1, _with_line(stamp, found)
    if kept == len(lines):
        return text, stamp
    while kept > 1 and not lines[kept - 1].strip():
        kept -= 1
    return "\n".join(lines[:kept]) + "\n", stamp


def _with_line(stamp: Stamp, found: re.Match[str]) -> Stamp:
    name = _clean(found[2] or "", LONGEST_NAME)
    if found[1] == "made":
        return replace(stamp, made_by=name, made_on=found[3])
    return stamp if stamp.changed_on else replace(stamp, changed_by=name, changed_on=found[3])


def with_stamp(text: str, stamp: Stamp) -> str:
    """Return a text of rules that ends with what a stamp says; the text itself has none."""
    lines = [
        f"-- {verb}{f' by {name}' if name else ''} on {day}\n"
        for verb, name, day in (("made", stamp.made_by, stamp.made_on), ("changed", stamp.changed_by, stamp.changed_on))
        if day
    ]
    return "".join((text.rstrip("\n"), "\n\n", *lines)) if lines else text


def made_by(author: str, today: str) -> Stamp:
    """Return the stamp of a new text; an empty one without the name of its author."""
    name = _clean(author, LONGEST_NAME)
    return Stamp(name, today) if name else Stamp()


def changed_by(stamp: Stamp, author: str, today: str) -> Stamp:
    """Return the stamp of a text that an author has changed on a day, as in ISO 8601. Without a name it only says that
    the text was changed, and only if it named an author before."""
    name = _clean(author, LONGEST_NAME)
    if not name and stamp.is_empty:
        return stamp
    if (stamp.made_by, stamp.made_on, stamp.changed_on) == (name, today, ""):
        return stamp  # still the first version
    return replace(stamp, changed_by=name, changed_on=today)


def _clean(text: str, most: int) -> str:
    """Return a text from a file as it is shown: one line of bounded length, without control characters."""
    return " ".join(printable(text[: 4 * most]).split())[:most].rstrip()


# ---- the rules of a match -------------------------------------------------------------------------------------------


def provenance_of(pack: Ruleset, language: str, official: RulesetText | None) -> Provenance:
    """Return where rules come from; `official` is the text of the official game of their name, if there is one.

    Raises RulesError.
    """
    from dsl.match.rulesets.folder import mark_of

    words = pack.words(language)
    of_game = frozenset(_house_texts(pack.text))
    house = (
        HouseRuleOrigin(
            _clean(words.sentences.get(f"house.{each.title}", each.title), _LONGEST_TITLE),
            each.source.text in of_game,
            split_stamp(each.source.text)[1],
        )
        for each in pack.house[:_MOST]
    )
    plain = pack.plain_identity
    stamps = [split_stamp(source.text)[1] for source in pack.text.rules()]
    return Provenance(
        _clean(pack.title(language), _LONGEST_TITLE),
        _standing(pack.text, plain, official),
        _clean(str(pack.about.get("edition", "")), LONGEST_NAME),
        pack.mark,
        mark_of(plain),
        tuple(_clean(each, _LONGEST_CREDIT) for each in pack.credits[:_MOST]),
        tuple(_clean(each, _LONGEST_TITLE) for each in pack.base_titles(language)[:_MOST]),
        max(stamps, key=lambda stamp: stamp.latest[1], default=Stamp()),
        tuple(house),
    )


def _standing(text: RulesetText, plain: str, official: RulesetText | None) -> Standing:
    """Return whether rules without house rules are those of the official game."""
    if official is None:
        return "own"
    if _rule_texts(text) == _rule_texts(official):
        return "official"
    from dsl.match.rulesets.ruleset import identity_of

    try:
        return "official" if identity_of(official) == plain else "differs"
    except RulesError:
        return "differs"


def _rule_texts(text: RulesetText) -> tuple[str, ...]:
    own = tuple(source.text for source in text.rules())
    return own + (_rule_texts(text.base) if text.base is not None else ())


def _house_texts(text: RulesetText) -> Iterable[str]:
    """Yield the texts of the house rules that come with a game and with those that it is based on."""
    yield from (source.text for source in text.within("house"))
    if text.base is not None:
        yield from _house_texts(text.base)
