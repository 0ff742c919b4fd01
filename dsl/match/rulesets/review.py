"""Says everything that is wrong with a ruleset: rules, examples, each of its house rules, words, game.toml."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeVar

from dsl.base.problem import Problem, Problems, RulesError
from dsl.base.source import Source
from dsl.base.suggestions import limited_suggestions
from dsl.match.rulesets.example_titles import example_title_problems, missing_example_titles, titles_in
from dsl.match.rulesets.folder import ENGLISH, RulesetText, about
from dsl.match.rulesets.house_rules import (
    HouseRules,
    apply_house_rules,
    check_house_rules,
    parse_house_rules,
    require_game,
)
from dsl.match.rulesets.lesson_texts import missing_lesson_texts, translation_problems
from dsl.match.rulesets.ruleset import (
    EXAMPLES,
    LESSONS,
    all_translations,
    tree_of,
    with_examples,
    without_examples,
)
from dsl.match.rulesets.translations import (
    Keys,
    TranslationWarning,
    gaps,
    known_keys,
    read_ruleset_texts,
    translation_warnings,
    unknown_keys,
)
from dsl.semantics import check
from dsl.semantics.typed import TypedRules
from dsl.syntax.ast import LessonSection, Tree
from dsl.syntax.parser import parse

T = TypeVar("T")


def translation_remarks(text: RulesetText) -> tuple[TranslationWarning, ...]:
    """Return which sentences of a ruleset that is in order are not translated, or no longer; none of one in English."""
    plain = tree_of(text)
    house = [parse_house_rules(source) for source in text.within("house")]
    versions = [plain, *(apply_house_rules(plain, [(rules.title, rules.tree)]) for rules in house)]
    english = all_translations(text, ENGLISH)
    titles = {f"house.{rules.title}": rules.title for rules in house}
    found: list[TranslationWarning] = []
    for language in text.languages()[1:]:
        source, book = Source(f"words.{language}", text.text(f"words.{language}")), all_translations(text, language)
        if book.sentences or book.nouns:
            called = replace(english, sentences={**titles, **english.sentences})
            found += translation_warnings(gaps(book, called, versions), source)
            found += missing_lesson_texts(text, language)
            found += missing_example_titles(text, language)
    return tuple(found)


def review(text: RulesetText) -> tuple[Problem, ...]:
    """Return every problem of a ruleset, file by file in the order of the text; none if all is well."""
    with limited_suggestions():
        return _Review(text).problems()


def review_house(text: RulesetText, source: Source) -> tuple[Problem, ...]:
    """Return every problem of one file of house rules for a ruleset that is in order."""
    with limited_suggestions():
        return _Review(text).problems_of_house(source)


class _Review:
    """One ruleset, looked through; a part that cannot be read hides nothing but what needs it."""

    def __init__(self, text: RulesetText) -> None:
        self._text = text
        self._found = Problems()
        self._trees: dict[Source, Tree] = {}  #: what was read already

    def problems(self) -> tuple[Problem, ...]:
        self._try(lambda: about(self._text))
        examples = [self._try(partial(self._read, source)) for source in self._beside()]
        house = [self._try(partial(parse_house_rules, source)) for source in self._text.within("house")]
        plain = self._rules(all(examples))
        altered = [tree for rules in house if rules and (tree := self._house(plain, rules))]
        self._try(lambda: self._lesson_words(self._trees.values()))
        self._try(lambda: self._titles([*self._trees.values(), *(rules.tree for rules in house if rules)]))
        if plain:
            self._words(known_keys([plain, *altered], [rules.title for rules in house if rules]))
        else:
            self._words(None)
        return self._found.sorted()

    def _beside(self) -> tuple[Source, ...]:
        """Return the files with examples and lessons."""
        return (*self._text.within(EXAMPLES), *self._text.within(LESSONS))

    def _lesson_words(self, trees: Iterable[Tree]) -> None:
        sections = [each for tree in trees for each in tree.sections if isinstance(each, LessonSection)]
        for problem in translation_problems(self._text, sections):
            self._found.add(problem)

    def _titles(self, trees: Sequence[Tree]) -> None:
        for problem in example_title_problems(self._text, (title for tree in trees for title in titles_in(tree))):
            self._found.add(problem)

    def problems_of_house(self, source: Source) -> tuple[Problem, ...]:
        """Return what is wrong with one file of house rules, in a game that can be read."""
        rules = self._try(partial(parse_house_rules, source))
        plain = self._try(lambda: without_examples(tree_of(self._text, self._read)))
        if rules is not None:
            self._house(plain, rules)
        return self._found.sorted()

    def _try(self, work: Callable[[], T]) -> T | None:
        try:
            return work()
        except RulesError as error:
            for problem in error.problems:
                self._found.add(problem)
            return None

    def _rules(self, with_them: bool) -> Tree | None:
        """Return the rules alone, if they can be read; they are checked with their examples if those can be read."""
        read = [self._try(partial(self._read, source)) for source in self._text.rules()]
        tree = self._try(lambda: tree_of(self._text, self._read)) if all(read) else None
        if tree is None:
            return None
        plain = without_examples(tree)
        whole = with_examples(tree, self._text, self._read) if with_them else plain
        rules = self._try(lambda: check(whole, strict=True))
        if rules is not None:
            self._playable(rules, {rules.numbers[0], rules.numbers[-1]})
        return plain

    def _playable(self, rules: TypedRules, numbers: Iterable[int]) -> None:
        """Say of rules that are right what no program can hold so far, for the first of these numbers of players."""
        from dsl.lowering import lower

        for players in numbers:
            if self._try(partial(lower, rules, players)) is None:
                break

    def _read(self, source: Source) -> Tree:
        if source not in self._trees:
            self._trees[source] = parse(source)
        return self._trees[source]

    def _house(self, plain: Tree | None, rules: HouseRules) -> Tree | None:
        """Return the rules as one house rule alters them; it is checked only if they are right without it."""
        if self._try(lambda: self._game_fits(rules)) is None or plain is None:
            return None
        change = [(rules.title, rules.tree)]
        altered = self._try(lambda: apply_house_rules(plain, change))
        own = {source.name for source in self._text.rules()}
        if altered and not any(problem.span.file in own for problem in self._found.found):
            self._try(lambda: check_house_rules(altered, plain, change, strict=True))
        return altered

    def _game_fits(self, rules: HouseRules) -> bool:
        require_game(rules, self._text.games())
        return True

    def _words(self, keys: Keys | None) -> None:
        for language in self._text.languages():
            source = Source(f"words.{language}", self._text.text(f"words.{language}"))
            if self._try(partial(read_ruleset_texts, source)) is not None and keys:
                for problem in unknown_keys(source, keys):
                    self._found.add(problem)
