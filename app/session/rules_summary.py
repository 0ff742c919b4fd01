"""The rules of a game in short, made of what the rules and their words say: nobody has to write a second rulebook."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.widgets import capital
from dsl.i18n.translator import Translator

if TYPE_CHECKING:
    from dsl.base.source import Source
    from dsl.match.rulesets.folder import RulesetText
    from dsl.match.rulesets.ruleset import Ruleset
    from dsl.semantics.typed.declarations import ActionDecl


# The rules of a game in short, as whoever sits at the table reads them: pure data.


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """What one may do, and the sentences that one would be told when it cannot be done."""

    title: str
    sentence: str
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """A game in short."""

    title: str
    blurb: str
    actions: tuple[RuleEntry, ...]
    points: tuple[str, ...]  #: what gives points
    winner: tuple[str, ...]  #: what is compared at the end, in order
    house: tuple[str, ...]  #: the house rules that are ticked
    text: str  #: the rules as they are written


_PLACEHOLDER = re.compile(r"\{[^}]*\}")


def rules_summary_of(pack: Ruleset, words: Translator, language: str, players: int) -> RulesSummary:
    """Return the rules of a pack, house rules included, in short, as this number of players plays them."""
    rules, about = pack.rules, pack.about
    return RulesSummary(
        pack.titles.get(language, pack.name),
        str(about.get(f"blurb_{language}", about.get("blurb_en", ""))),
        tuple(passage for action in rules.actions.values() for passage in _passages(action, words)),
        tuple(dict.fromkeys(capital(words.anchor(award)) for award in rules.awards)),
        tuple(capital(words.anchor(f"winner.{line.name}")) for line in rules.winner),
        tuple(house_lines(pack, words, language, players)),
        "\n\n".join(source.text.strip() for source in (*_sources(pack.text), *(each.source for each in pack.house))),
    )


def house_lines(pack: Ruleset, words: Translator, language: str, players: int) -> Iterator[str]:
    """Yield the title of each house rule that is ticked, with what it changes."""
    from dsl.i18n.rule_changes import house_rule_summary

    for each in pack.house:
        title = words.said(f"house.{each.title}", each.title)
        meaning = house_rule_summary(pack, each, language, players)
        yield words.titled(title, meaning) if meaning else title


def _passages(action: ActionDecl, words: Translator) -> Iterator[RuleEntry]:
    """The passage about an action; none about one that players never hear of."""
    from dsl.semantics.typed.declarations import NeedDecl

    sentence = words.said(action.name, action.text)
    if sentence:
        needs = (line for line in action.lines if isinstance(line, NeedDecl))
        said = (words.said(f"{action.name}.{need.name}", need.message) for need in needs)
        yield RuleEntry(
            _open(words.said(f"{action.name}.name", sentence)),
            _open(sentence),
            tuple(dict.fromkeys(_open(each) for each in said if each)),
        )


def _open(sentence: str) -> str:
    """A sentence about anything at all: what would be put in stays open."""
    return capital(_PLACEHOLDER.sub("…", sentence))


def _sources(text: RulesetText) -> tuple[Source, ...]:
    return (*text.rules(), *(_sources(text.base) if text.base else ()))
