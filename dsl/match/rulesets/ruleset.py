"""Rulesets: loads and checks the rules of a game with its active house rules, and starts matches."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from dsl.base.control_characters import printable
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.base.suggestions import nearest
from dsl.match.rulesets.folder import ENGLISH, WORDS, RulesetText, about, mark_of, read_folder, whole_about
from dsl.match.rulesets.house_rules import (
    HouseRules,
    OwnHouseRules,
    apply_house_rules,
    available_house_rules,
    check_house_rules,
    find_house_rules,
    parse_house_rules,
    read_house_rules,
    read_own_house_rules,
    require_game,
)
from dsl.match.rulesets.translations import RulesetTexts, fitting, read_ruleset_texts
from dsl.semantics import check
from dsl.semantics.error_messages import plural
from dsl.semantics.typed import KindDecl, KindType, NumberType, OptionDecl, TypedRules
from dsl.syntax.ast import AlwaysSection, ExampleSection, GameSection, LessonSection, Section, Tree
from dsl.syntax.differences import differences
from dsl.syntax.house_rule_conflicts import conflicts
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_change_before_format_4, apply_changes

if TYPE_CHECKING:
    from dsl.ir.program import Program
    from dsl.match.match import Match
    from dsl.runtime.runner import Runner


EXAMPLES, LESSONS = "examples", "lessons"  #: folders beside the rules
BUILT = 8  #: packs whose checked rules are kept: a game that is opened again is not checked again
_ALWAYS = re.compile(r"^always ", re.MULTILINE)
_TITLE = re.compile(r"title_([a-z]{2}(?:-[a-z0-9]{2,8})*)")

Setting = tuple[int, tuple[tuple[str, int], ...], tuple[tuple[str, int], ...], tuple[int, ...]]


class OptionError(ValueError):
    """An option, its value or a number of players that this ruleset does not have; the message says what it has."""


def load(
    folder: Path | str, house: Sequence[Path | str] = (), examples: bool = False, lessons: bool = False
) -> Ruleset:
    """Return the pack in `folder`, with house rules ticked by title or file name, or given as a path.

    The rulebook examples and the lessons are read only if wanted. Raises RulesError with every problem.
    """
    text = read_folder(Path(folder))
    given = [read_house_rules(item) for item in house if isinstance(item, Path)]
    extra = tuple(rules.source for rules in given)
    more = tuple((name, each) for rules in given for name, each in rules.words if not text.text(name))
    text = structs.replace(text, files=text.files + more)
    ticked = tuple(item for item in house if isinstance(item, str))
    return build(text, ticked, extra, examples, lessons=lessons)


def build(
    text: RulesetText,
    house: Sequence[str] = (),
    extra: Sequence[Source] = (),
    examples: bool = False,
    skips_choices: bool = False,
    was_played: bool = False,
    lessons: bool = False,
) -> Ruleset:
    """Return the pack of a ruleset that came as text, such as from a journal, an editor or another machine.

    `skips_choices` reads it as the language was before `if possible`: every choice without an option is skipped. House
    rules that were played together (`was_played`) are not asked whether they may be ticked together. Raises RulesError.
    """
    played = was_played and bool(house or extra)
    pack = _built(text, tuple(house), tuple(extra), examples, skips_choices, played, lessons)
    return replace(pack, _runners={})  # the programs of a match that is over are not kept


@lru_cache(maxsize=BUILT)
def _built(
    text: RulesetText,
    house: tuple[str, ...],
    extra: tuple[Source, ...],
    examples: bool,
    skips_choices: bool,
    was_played: bool,
    lessons: bool,
) -> Ruleset:
    available = available_house_rules(text)
    ticked = [find_house_rules(name, available) for name in house] + [parse_house_rules(source) for source in extra]
    plain = tree_of(text)
    clashes = [] if was_played else conflicts([(rules.title, rules.tree) for rules in ticked], plain)
    if clashes:
        raise RulesError(tuple(clashes))
    for rules in ticked:
        require_game(rules, text.games())
    changes = [(rules.title, rules.tree) for rules in ticked]
    tree = apply_house_rules(plain, changes)
    wanted = [*([EXAMPLES] if examples else []), *([LESSONS] if lessons else [])]
    own = frozenset(rules.source.name for rules in ticked)
    whole = with_examples(tree, text, folders=wanted, house=own) if wanted else tree
    unwanted = (*(() if examples else (ExampleSection, AlwaysSection)), *(() if lessons else (LessonSection,)))
    whole = _without(whole, unwanted)
    checked_rules = check_house_rules(whole, plain, changes, skips_choices=skips_choices)
    return Ruleset(text, whole, checked_rules, tuple(ticked), skips_choices)


def rebuild(text: RulesetText, house: Sequence[Source], identity: str, skips_choices: bool = False) -> Ruleset:
    """Return the pack of rules that were played before, with all their house rules; `skips_choices` as in `build`.

    Up to version 0.1 the `with N players` sections of a game overrode its house rules; `identity` tells which meaning
    was played. If it is that of neither, the pack has another identity. Raises RulesError.
    """
    try:
        pack = build(text, extra=house, skips_choices=skips_choices, was_played=True)
    except RulesError:
        former = _built_formerly(text, house, skips_choices)
        if former is None or former.identity != identity:
            raise
        return former
    if pack.identity != identity and house:
        former = _built_formerly(text, house, skips_choices)
        if former is not None and former.identity == identity:
            return former
    return pack


def _built_formerly(text: RulesetText, house: Sequence[Source], skips_choices: bool) -> Ruleset | None:
    """Return the pack that version 0.1 built; None if its rules do not hold together."""
    try:
        ticked = [parse_house_rules(source) for source in house]
        tree = tree_of(text)
        for rules in ticked:
            require_game(rules, text.games())
            tree = apply_change_before_format_4(tree, rules.tree)
        whole = without_examples(tree)
        return Ruleset(text, whole, check(whole, skips_choices=skips_choices), tuple(ticked), skips_choices)
    except RulesError:
        return None


def declared(pack: Ruleset) -> Ruleset:
    """Return a pack with what its folder says always holds; the same one if that cannot be said of its house rules."""
    if pack.rules.always:
        return pack
    wanted = [source for source in pack.text.within("examples") if _ALWAYS.search(source.text)]
    try:
        found = [
            section for source in wanted for section in parse(source).sections if isinstance(section, AlwaysSection)
        ]
        tree = Tree(pack.tree.sections + tuple(found), pack.tree.closing)
        rules = check(tree, skips_choices=pack.skips_choices, must_use=frozenset())
        return Ruleset(pack.text, tree, rules, pack.house, pack.skips_choices) if found else pack
    except RulesError:
        return pack


def tree_of(text: RulesetText, read: Callable[[Source], Tree] = parse) -> Tree:
    """Return the rules of a ruleset, those of the game it is based on below its own. Raises RulesError."""
    return _parsed_tree(text) if read is parse else _tree_of(text, read)


@lru_cache(maxsize=BUILT)
def _parsed_tree(text: RulesetText) -> Tree:
    return _tree_of(text, parse)


def _tree_of(text: RulesetText, read: Callable[[Source], Tree]) -> Tree:
    sections = tuple(section for source in text.rules() for section in read(source).sections)
    own = Tree(sections)
    return apply_changes(without_examples(tree_of(text.base)), own) if text.base else own


def identity_of(text: RulesetText) -> str:
    """Return the identity of a ruleset that is played without house rules. Raises RulesError."""
    from dsl.syntax.formatter import identity

    return identity((without_examples(tree_of(text)),))


def without_examples(tree: Tree) -> Tree:
    """Return the rules alone, without what only says that they are right, and without lessons."""
    return _without(tree, (ExampleSection, LessonSection, AlwaysSection))


def _without(tree: Tree, sorts: tuple[type[Section], ...]) -> Tree:
    return Tree(tuple(section for section in tree.sections if not isinstance(section, sorts)), tree.closing)


def with_examples(
    tree: Tree,
    text: RulesetText,
    read: Callable[[Source], Tree] = parse,
    folders: Sequence[str] = (EXAMPLES, LESSONS),
    house: Collection[str] = (),
) -> Tree:
    """Return the rules with the rulebook examples and the lessons of their folder. Raises RulesError.

    An example in one of the files `house` takes the place of the example of the game that has its title.
    """
    sources = (source for folder in folders for source in text.within(folder))
    sections = tree.sections + tuple(section for source in sources for section in read(source).sections)
    own = {each.title for each in sections if isinstance(each, ExampleSection) and each.span.file in house}
    kept = (
        each
        for each in sections
        if not isinstance(each, ExampleSection) or each.title not in own or each.span.file in house
    )
    return Tree(tuple(kept), tree.closing)


@dataclass(frozen=True)
class Ruleset:
    """A checked ruleset."""

    text: RulesetText
    tree: Tree
    rules: TypedRules
    house: tuple[HouseRules, ...] = ()  #: those that are ticked
    skips_choices: bool = False  #: whether every choice without an option is skipped, as in journals of old formats
    _runners: dict[Setting, Runner] = field(default_factory=dict, repr=False, compare=False)
    _books: dict[str, RulesetTexts] = field(default_factory=dict, repr=False, compare=False)
    summaries: dict[tuple[object, ...], str] = field(default_factory=dict, repr=False, compare=False)
    """What `dsl.i18n.rule_changes` said of house rules, for the next time that their page is shown."""

    @property
    def name(self) -> str:
        """The game's name in the rules."""
        return self.rules.game

    @property
    def official(self) -> bool:
        """Whether it is played as in its folder, without house rules."""
        return not self.house

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of players, the lowest first."""
        return self.rules.numbers

    @property
    def players(self) -> tuple[int, int]:
        """The lowest and the highest number of players."""
        return self.rules.players

    @property
    def credits(self) -> tuple[str, ...]:
        """The authors of the game."""
        return next((head.credits for head in self.tree.sections if isinstance(head, GameSection)), ())

    @cached_property
    def identity(self) -> str:
        """The SHA-256 of the rules in their canonical form, house rules included, examples not."""
        from dsl.syntax.formatter import identity

        return identity((without_examples(self.tree),))

    @cached_property
    def plain_identity(self) -> str:
        """The identity without house rules."""
        return identity_of(self.text) if self.house else self.identity

    @property
    def mark(self) -> str:
        """The first twelve digits of the identity, in groups, to be compared by eye."""
        return mark_of(self.identity)

    def base_titles(self, language: str) -> tuple[str, ...]:
        """Return the titles of the games that this one is based on, the nearest first. Raises RulesError."""
        found, text = list[str](), self.text.base
        for name in self.text.games()[1:]:
            data = about(text) if text is not None else {}
            title = data.get(f"title_{language}") or data.get("title") or data.get(f"title_{ENGLISH}")
            found.append(printable(str(title or name.replace("_", " ").title())))
            text = text.base if text is not None else None
        return tuple(found)

    @cached_property
    def sources(self) -> dict[str, Source]:
        """All files by name, for showing the line of a problem."""
        base = build_sources(self.text.base) if self.text.base else {}
        return {**base, **build_sources(self.text), **{rules.source.name: rules.source for rules in self.house}}

    @cached_property
    def about(self) -> dict[str, object]:
        """The data of `game.toml`, laid over that of the base game. Raises RulesError."""
        return whole_about(self.text)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The game's title by language; English is always among them."""
        plain = self.about.get("title", self.name.replace("_", " ").title())
        said = {ENGLISH: plain} | dict.fromkeys(self.languages, plain)
        said |= {found[1]: text for key, text in self.about.items() if (found := _TITLE.fullmatch(key))}
        return {language: printable(str(text)) for language, text in said.items()}

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that there are words in; English is always the first."""
        return self.text.languages()

    def title(self, language: str) -> str:
        """Return the game's title in a language; in English if it has none."""
        return self.titles.get(language, self.titles[ENGLISH])

    def words(self, language: str) -> RulesetTexts:
        """Return the texts of the ruleset in a language; for a re-issue, laid over those of its base. Raises
        RulesError."""
        if language not in self._books:
            pieces = self.rules.pieces.values()
            states = {state for counter in self.rules.counters.values() for state in counter.states}  # adjectives
            kinds = (value for kind in self.rules.kinds.values() for value in kind.values if value not in states)
            self._books[language] = replace(
                translations_of(self.text, self.plain_tree, self.tree, language, self.house),
                fronts={p.name: tuple(n for n, _ in p.attributes if n not in p.seen_attributes) for p in pieces},
                backs={p.name: tuple(n for n, _ in p.attributes if n in p.seen_attributes) for p in pieces},
                piles=frozenset(zone.name for zone in self.rules.zones.values() if zone.ordered),
                plurals={name: plural(name) for name in (*self.rules.pieces, *self.rules.counters, *kinds)},
                colours=tuple(self.rules.colours),
                places=frozenset(name for board in self.rules.boards.values() for name, _, _ in board.areas),
                boards=frozenset(self.rules.boards),
                own=self._own_thing(),
                sorts=frozenset(word for kind in self._kinds_of_counters() for word in kind.values),
            )
        return self._books[language]

    def _kinds_of_counters(self) -> Iterator[KindDecl]:
        """Yield the kinds of which there are counters: `counter lily of Tint`."""
        sorted_by = {counter.kind for counter in self.rules.counters.values()}
        yield from (kind for name, kind in self.rules.kinds.items() if name in sorted_by)

    def _own_thing(self) -> str:
        """Return the thing that `red 2,0` refers to; "" if there are several."""
        things = [counter.name for counter in self.rules.counters.values()]
        things += [piece.name for piece in self.rules.pieces.values() if piece.owned]
        return things[0] if len(things) == 1 else ""

    @cached_property
    def plain_tree(self) -> Tree:
        """The rules without house rules."""
        return tree_of(self.text) if self.house else self.tree

    def words_with(self, rules: HouseRules, language: str) -> RulesetTexts:
        """Return the texts of the ruleset in a language with only this house rule. Raises RulesError."""
        plain = self.plain_tree
        return translations_of(self.text, plain, apply_changes(plain, rules.tree), language, (rules,))

    def words_without_house_rules(self, language: str) -> RulesetTexts:
        """Return the texts of the ruleset in a language with no house rule. Raises RulesError."""
        return translations_of(self.text, self.plain_tree, self.plain_tree, language, ())

    def house_rules(self) -> tuple[HouseRules, ...]:
        """Return the house rules of the folder, and those of the base game that fit, active or not.

        Raises RulesError.
        """
        return _fitting_house_rules(self.text, self.name)

    def own_house_rules(self, folder: Path) -> tuple[OwnHouseRules, ...]:
        """Return the house rules in a user's `folder` for this game; a broken file does not affect the others."""
        taken = {rules.title for rules in self.house_rules()}
        return read_own_house_rules(folder, self.plain_tree, self.text.games(), taken)

    # ---- options ----

    def defaults(self, players: int) -> dict[str, int]:
        """Return every option's value for a number of players. Raises OptionError."""
        if players not in self.rules.numbers:
            raise OptionError(f"`{self.name}` is for {self._numbers()} players, not {players}")
        return {name: option.defaults[players] for name, option in self.rules.options.items()}

    def _numbers(self) -> str:
        """Return how many may play, in words."""
        least, most = self.rules.players
        if self.rules.numbers == tuple(range(least, most + 1)):
            return f"{least} to {most}"
        return " or ".join(map(str, self.rules.numbers))

    def options(self, players: int, chosen: Mapping[str, int | str]) -> dict[str, int]:
        """Return every option's value, those in `chosen` as given: numbers or text. Raises OptionError."""
        values = self.defaults(players)
        for name, value in chosen.items():
            if name not in values:
                meant = nearest(name, tuple(values))
                hint = f"did you mean `{meant}`?" if meant else f"{self.titles['en']} has {', '.join(values)}"
                raise OptionError(f"there is no option `{name}`; {hint}")
            values[name] = self._value(self.rules.options[name], value)
        return values

    def option_text(self, name: str, value: int) -> str:
        """Return an option's value in the notation."""
        kind = self.rules.options[name].type
        if isinstance(kind, NumberType):
            return str(value)
        return self.rules.kinds[kind.name].values[value] if isinstance(kind, KindType) else ("no", "yes")[value]

    def _value(self, option: OptionDecl, value: int | str) -> int:
        text = ("no", "yes")[value] if isinstance(value, bool) else value
        if isinstance(option.type, NumberType):
            return _number(option.name, option.type, text)
        yes_no = {"no": 0, "off": 0, "yes": 1, "on": 1}
        kind = option.type
        words = (
            {word: index for index, word in enumerate(self.rules.kinds[kind.name].values)}
            if isinstance(kind, KindType)
            else yes_no
        )
        if isinstance(text, int) and text in words.values():
            return text
        if text in words:
            return words[str(text)]
        raise OptionError(f"option `{option.name}` is one of {', '.join(words)}, not `{text}`")

    # ---- playing ----

    def runner(
        self, players: int, options: Mapping[str, int], windows: Mapping[str, int], examples: Sequence[int] = ()
    ) -> Runner:
        """Return a runner for complete `options`, made once for each setting, with the lines of these examples."""
        # Imported here: checking rules alone must not load the runners.
        from dsl.lowering import lower
        from dsl.optimizer import optimized
        from dsl.runtime.reference.runner import ReferenceRunner

        setting = (players, tuple(sorted(options.items())), tuple(sorted(windows.items())), tuple(examples))
        if setting not in self._runners:
            self._runners[setting] = ReferenceRunner(optimized(lower(self.rules, players, options, windows, examples)))
        return self._runners[setting]

    def program(self, players: int, options: Mapping[str, int | str] | None = None) -> Program:
        """Return the program that a match starts with."""
        return self.runner(players, self.options(players, options or {}), {}).program

    def start(self, players: int, options: Mapping[str, int | str] | None = None, seed: int = 0) -> Match:
        """Return a new match. Raises OptionError."""
        if not 0 <= seed < 2**64:
            raise OptionError(f"the seed is a number from 0 to {2**64 - 1}, not {seed}")
        from dsl.match.match import Match

        return Match(self, players, self.options(players, options or {}), seed)

    def replay(self, players: int, options: Mapping[str, int | str], seed: int, choices: Sequence[int]) -> Match:
        """Return the match of these choices. Raises ValueError at a choice that is not offered."""
        match = self.start(players, options, seed)
        for option in choices:
            match.choose(match.position, option)
        return match


@dataclass(frozen=True, kw_only=True)
class EditedRuleset(Ruleset):
    """A ruleset while it is edited: its trees are given, since its files may say something else already."""

    unchanged: Tree  #: the rules without the house rules that are edited

    @cached_property
    def plain_tree(self) -> Tree:
        """Override Ruleset."""
        return self.unchanged


@lru_cache(maxsize=BUILT)
def _fitting_house_rules(text: RulesetText, game: str) -> tuple[HouseRules, ...]:
    plain = tree_of(text)
    return tuple(rules for rules in available_house_rules(text) if rules.game == game or _fits(rules, plain))


def _fits(rules: HouseRules, plain: Tree) -> bool:
    """Whether house rules of the game that `plain` is based on change something in it, and all is in order then."""
    try:
        altered = apply_changes(plain, rules.tree)
        check(without_examples(altered), must_use=frozenset())
    except RulesError:
        return False
    return bool(differences(plain, altered))


def build_sources(text: RulesetText) -> dict[str, Source]:
    """Return the files of a ruleset by name."""
    return {name: Source(name, content) for name, content in text.files}


def translations_of(
    text: RulesetText, plain: Tree, rules: Tree, language: str, house: Sequence[HouseRules] = ()
) -> RulesetTexts:
    """Return the texts of a ruleset in a language for `rules`, which `house` has made of `plain`. Raises RulesError."""
    english = None if language == ENGLISH else translations_of(text, plain, rules, ENGLISH, house)
    own = {Path(each.source.name).stem for each in house}
    book = fitting(_words(text, f"words.{language}"), plain, rules, english)
    for name, content in dict((*text.files, *(words for each in house for words in each.words))).items():
        if (found := WORDS.fullmatch(name)) and found[1] is not None and found[2] == language:
            more = read_ruleset_texts(Source(name, content))
            if found[1] in own:
                book = fitting(more, rules, rules, english).over(book)
            else:  # it is not ticked: only what it is called
                titles = {key: text for key, text in more.sentences.items() if key.startswith("house.")}
                book = RulesetTexts(titles).over(book)
    return book


def all_translations(text: RulesetText, language: str) -> RulesetTexts:
    """Return all texts in the words files of a ruleset, those of its house rules included."""
    book = _words(text, f"words.{language}")
    for name, content in text.files:
        if (found := WORDS.fullmatch(name)) and found[1] is not None and found[2] == language:
            book = read_ruleset_texts(Source(name, content)).over(book)
    return book


def _words(text: RulesetText, file: str) -> RulesetTexts:
    own = read_ruleset_texts(Source(file, text.text(file)))
    return own.over(_words(text.base, file)) if text.base else own


def _number(name: str, kind: NumberType, value: int | str) -> int:
    try:
        number = int(value)
    except ValueError:
        raise OptionError(f"option `{name}` is a number from {kind.low} to {kind.high}, not `{value}`") from None
    if not kind.low <= number <= kind.high:
        raise OptionError(f"option `{name}` is a number from {kind.low} to {kind.high}, not {number}")
    return number
