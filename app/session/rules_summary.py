"""Summary of a game's rules for the rules page, derived from the rules and their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING

from app.base.paths import official_rulesets
from app.base.widgets import capital
from app.storage.game_library import official_rules
from dsl.i18n.translator import Translator

if TYPE_CHECKING:
    from dsl.base.source import Source
    from dsl.match.rulesets.folder import RulesetText
    from dsl.match.rulesets.provenance import Provenance
    from dsl.match.rulesets.ruleset import Ruleset
    from dsl.match.view import View
    from dsl.rulebook.document import Rulebook
    from dsl.rulebook.generator import ActionCondition
    from dsl.rulebook.mentions import Mentions
    from dsl.semantics.typed.declarations import ActionDecl, AwardDecl


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """An action, and the sentences that explain when it is not allowed."""

    title: str
    sentence: str
    conditions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KindFact:
    """A number that a table of the rules gives for a kind of piece."""

    name: str  #: what it is, in words
    value: int


@dataclass(frozen=True, slots=True)
class RulesSummary:
    """The summary of a game."""

    title: str
    blurb: str
    actions: tuple[RuleEntry, ...]
    points: tuple[str, ...]  #: sources of points
    winner: tuple[str, ...]  #: criteria of the ranking, in order
    house: tuple[str, ...]  #: the selected house rules
    text: str  #: the rules as they are written
    awards: Mapping[str, str]  #: by name of an award: its rule in a sentence
    limits: Mapping[str, tuple[str, ...]]  #: by name of an action: why it may be refused
    conditions: Callable[[], Mapping[str, tuple[ActionCondition, ...]]]  #: of each action, as the rulebook says them
    whole: Callable[[], Rulebook]  #: makes the whole rulebook with the options in force
    #: Works out the whole rulebook with examples, in short pieces; yields it at last.
    fuller: Callable[[], Iterator[Rulebook | None]]
    start: Callable[[str], View]  #: makes the position at the start of a match, or of its phase of this name
    example: Callable[[int], View | None]  #: makes the position of an example of `fuller`
    mentions: Callable[[], Mentions]  #: finds the rules that mention a thing
    origin: Callable[[], Provenance]  #: works out where the rules come from


def ruled_out_actions(
    pack: Ruleset, words: Translator, language: str, players: int, options: Mapping[str, int] | None = None
) -> frozenset[str]:
    """Return the names of the actions that no match comes to with this number of players and these options."""
    from dsl.rulebook.parts_in_force import parts_in_force
    from dsl.rulebook.phrases import Phrases

    phrases = Phrases(pack.rules, words, language, players, pack.options(players, options or {}))
    return frozenset(pack.rules.actions.keys() - parts_in_force(phrases))


_PLACEHOLDER = re.compile(r"\{[^}]*\}")


def rules_summary_of(
    pack: Ruleset, words: Translator, language: str, players: int, options: Mapping[str, int] | None = None
) -> RulesSummary:
    """Return the summary of a ruleset, house rules included, for this number of players and these options."""

    def whole() -> Rulebook:
        from dsl.rulebook.generator import rulebook_of

        return rulebook_of(pack, language, players, options, search=False)

    def conditions() -> Mapping[str, tuple[ActionCondition, ...]]:
        from dsl.rulebook.generator import action_conditions

        return action_conditions(pack, language, players, options)

    @cache
    def with_examples() -> Ruleset:
        from dsl.match.rulesets.ruleset import build

        return pack if pack.house else build(pack.text, examples=True)  # the examples are those of the official rules

    def fuller() -> Iterator[Rulebook | None]:
        from dsl.rulebook.generator import rulebook_of
        from dsl.rulebook.scoring_example import search_scoring_example

        for _ in search_scoring_example(pack, players, pack.options(players, options or {})):
            yield None
        full = with_examples()
        yield None
        yield rulebook_of(full, language, players, options)

    def start(phase: str) -> View:
        from dsl.rulebook.start_position import start_position

        return start_position(pack, players, options, phase)

    def example(number: int) -> View | None:
        from dsl.match.rulesets.examples import begin_of_example

        return begin_of_example(with_examples(), number)

    def mentions() -> Mentions:
        from dsl.rulebook.mentions import Mentions

        return Mentions(pack, language, players, options)

    rules, about = pack.rules, pack.about
    return RulesSummary(
        pack.titles.get(language, pack.name),
        str(about.get(f"blurb_{language}", about.get("blurb_en", ""))),
        tuple(entry for action in rules.actions.values() for entry in _entries(action, words)),
        tuple(dict.fromkeys(capital(words.anchor(award)) for award in rules.awards)),
        tuple(capital(words.anchor(f"winner.{line.name}")) for line in rules.winner),
        tuple(house_lines(pack, words, language, players)),
        "\n\n".join(source.text.strip() for source in (*_sources(pack.text), *(each.source for each in pack.house))),
        {award.name: award_sentence(award, words) for award in rules.awards.values()},
        {action.name: _conditions(action, words) for action in rules.actions.values()},
        conditions,
        whole,
        fuller,
        start,
        example,
        mentions,
        partial(origin_of, pack, language),
    )


def origin_of(pack: Ruleset, language: str) -> Provenance:
    """Return where rules come from: whether they are those of a game of the program, and what their files say. Raises
    RulesError."""
    from dsl.match.rulesets.provenance import provenance_of

    return provenance_of(pack, language, official_rules(official_rulesets(), pack.name))


def declared_variables(pack: Ruleset) -> tuple[tuple[str, str], ...]:
    """Return the variables of players and of the whole match that rules declare for views: name and owner."""
    found = ((each.name, each.owner) for each in pack.rules.variables.values() if each.told)
    return tuple((name, owner) for name, owner in found if owner in ("", "player"))


def kind_facts(pack: Ruleset, words: Translator, players: int, piece: str, kind: str) -> tuple[KindFact, ...]:
    """Return the numbers that tables give for a kind of a piece, and for what these tables say that it is; zeros and
    columns without a name in the words of the game are left out."""
    from dsl.semantics.typed.types import KindType

    declared = pack.rules.pieces.get(piece)
    if declared is None or not declared.kind:
        return ()
    keys = {KindType(declared.kind): kind}
    found: list[KindFact] = []
    for table in sorted(pack.rules.tables.values(), key=lambda table: table.key != KindType(declared.kind)):
        row = next((row for key, row in keys.items() if key == table.key), "")
        if table.second_key is not None or row not in table.rows:
            continue
        for column in table.columns:
            value = table.cells[row, column][players - pack.rules.players[0]]
            name = words.said(f"{table.name}.{column}")
            if isinstance(value, str):
                owners = [each.key for each in pack.rules.tables.values() if value in each.rows]
                keys.update({key: value for key in owners if key not in keys and isinstance(key, KindType)})
            elif isinstance(value, int) and value and name and column != declared.walls:
                found.append(KindFact(capital(name), value))
    return tuple(found)


def award_sentence(award: AwardDecl, words: Translator) -> str:
    """Return the rule of an award: the ruleset's own sentence, else one made of its places and what it says of ties."""
    own = words.said(f"{award.name}.rule")
    return own or words.say("rule.award", n=len(award.points), ties=words.ties(award.ties))


def house_lines(pack: Ruleset, words: Translator, language: str, players: int) -> Iterator[str]:
    """Yield the title of each selected house rule, with what it changes."""
    from dsl.i18n.rule_changes import house_rule_summary

    for each in pack.house:
        title = words.said(f"house.{each.title}", each.title)
        meaning = house_rule_summary(pack, each, language, players)
        yield words.titled(title, meaning) if meaning else title


def _entries(action: ActionDecl, words: Translator) -> Iterator[RuleEntry]:
    """Yield the entry of an action; none for an action without a text."""
    sentence = words.said(action.name, action.text)
    if sentence:
        title = _open(words.said(f"{action.name}.name", sentence))
        yield RuleEntry(title, _open(sentence), _conditions(action, words))


def _conditions(action: ActionDecl, words: Translator) -> tuple[str, ...]:
    """Return the sentences that explain when an action is not allowed."""
    from dsl.semantics.typed.declarations import NeedDecl

    needs = (line for line in action.lines if isinstance(line, NeedDecl))
    said = (words.said(f"{action.name}.{need.name}", need.message) for need in needs)
    return tuple(dict.fromkeys(_open(each) for each in said if each))


def _open(sentence: str) -> str:
    """Return a sentence with its placeholders left open."""
    return capital(_PLACEHOLDER.sub("…", sentence))


def _sources(text: RulesetText) -> tuple[Source, ...]:
    return (*text.rules(), *(_sources(text.base) if text.base else ()))
