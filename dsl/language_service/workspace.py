"""A ruleset while it is edited: the texts of its files, their trees, and what the checker says of them.

A change of a text parses the sections that it touches, and the next question checks the rules again if a section is
another than before. Broken sections are checked as they last were, so their mistakes hide no others.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from msgspec import structs

from dsl.base.gc_pause import gc_paused
from dsl.base.problem import Label, Problem, RulesError
from dsl.base.source import NOWHERE, Source, Span
from dsl.base.suggestions import limited_suggestions
from dsl.language_service.documents import STRIDE, ParsedSection, RulesDocument, line_now, sections_by_number
from dsl.language_service.messages import FileProblems, Note, ProblemFound, ProblemList
from dsl.language_service.ruleset_files import OpenedFiles, sort_of
from dsl.match.rulesets.folder import RulesetText, about
from dsl.match.rulesets.house_rules import (
    HouseRules,
    apply_house_rules,
    check_house_rules,
    declared_in,
    other_head,
    require_game,
)
from dsl.match.rulesets.ruleset import without_examples
from dsl.match.rulesets.translations import known_keys, read_ruleset_texts, unknown_keys
from dsl.semantics import check
from dsl.semantics.error_messages import plural
from dsl.semantics.typed import TypedRules
from dsl.syntax.ast import (
    AlwaysSection,
    Change,
    ExampleSection,
    GameSection,
    HouseSection,
    LessonSection,
    Remove,
    Section,
    Tree,
)
from dsl.syntax.house_rule_anchors import head_span
from dsl.syntax.house_rule_conflicts import changed_twice
from dsl.syntax.parser import parse
from dsl.syntax.patches import apply_changes

Stopped = Callable[[], bool]
_BLAMED = 3  #: changes of house rules up to which each is tried without the others, at once
_UNUSED = frozenset({"never-set", "never-offered", "unused-option"})
_MISSING = frozenset({"no-game", "no-play", "no-winner", "no-players"})


def words_name(house: str, language: str) -> str:
    """Return the name of the file with the words of house rules in a language: beside `high.rules`, `high.words.fr`."""
    return f"{house.removesuffix('.rules')}.words.{language}"


def never() -> bool:
    """Return False: the work is not to be stopped."""
    return False


class Workspace:
    """The files of one ruleset while they are edited. Places are those of the files as they stand now."""

    def __init__(self, opened: OpenedFiles) -> None:
        self._texts = dict(opened.files)
        self.revision = 0  #: another number after each change
        self.bases = opened.bases  #: the games that this one is based on, the nearest first
        self.unread = opened.unread
        self._documents = {
            name: RulesDocument(name, text) for name, text in self._texts.items() if name.endswith(".rules")
        }
        self._base: tuple[Tree | None, tuple[Problem, ...]] | None = None
        self._checked: dict[str, tuple[tuple[Section, ...], tuple[Problem, ...]]] = {}
        self._houses: dict[tuple[str, bool], tuple[tuple[int, ...], tuple[Problem, ...]]] = {}
        self._typed: TypedRules | None = None
        self._by_number: dict[int, tuple[ParsedSection, ParsedSection]] | None = None

    # ---- texts ----

    @property
    def files(self) -> Mapping[str, str]:
        """The texts of all files by name."""
        return self._texts

    @property
    def documents(self) -> Mapping[str, RulesDocument]:
        """The files of rules, examples and house rules."""
        return self._documents

    def set_text(self, name: str, text: str) -> int:
        """Take another text for a file, which may be new; return how many sections had to be parsed."""
        text = text.replace("\r\n", "\n")
        self._texts[name] = text
        self._by_number = None
        self.revision += 1
        if not name.endswith(".rules"):
            return 0
        document = self._documents.get(name)
        with gc_paused():
            if document is not None:
                return document.set_text(text)
            self._documents[name] = document = RulesDocument(name, text)
        return len(document.sections)

    def remove(self, name: str) -> None:
        """Forget a file."""
        self._texts.pop(name, None)
        self._documents.pop(name, None)
        self._checked.pop(name, None)
        self._by_number = None
        self.revision += 1

    def sort_of(self, name: str) -> str:
        """Return what a file holds: `rules`, `examples`, `house`, `words`, or nothing of these."""
        return sort_of(name, self._texts.get(name, ""))

    def of_sort(self, sort: str) -> list[RulesDocument]:
        """Return the documents that hold `rules`, `examples` or `house` rules; that with the `game` line first."""
        found = [document for name, document in sorted(self._documents.items()) if self.sort_of(name) == sort]
        if sort == "rules":
            found.sort(key=lambda document: not any(section.head.startswith("game") for section in document.sections))
        return found

    @property
    def ruleset_text(self) -> RulesetText:
        """The files as a ruleset travels, with those of the games that it is based on."""
        base: RulesetText | None = None
        for _, text in reversed(self.bases):
            base = RulesetText(text.files, base)
        return RulesetText(tuple(self._texts.items()), base)

    # ---- trees ----

    def base_tree(self) -> Tree | None:
        """Return the rules of the game that this one is based on; None if there is none, or it cannot be read."""
        if self._base is None:
            tree: Tree | None = None
            problems: tuple[Problem, ...] = ()
            try:
                for folder, text in reversed(self.bases):
                    own = Tree(tuple(
                        section for source in text.rules()
                        for section in parse(Source(folder + source.name, source.text)).sections
                    ))  # fmt: skip
                    tree = without_examples(apply_changes(tree, own) if tree is not None else own)
            except RulesError as error:
                problems = error.problems
            self._base = (tree, problems)
        return self._base[0]

    def base_files(self) -> Iterator[tuple[str, str]]:
        """Yield name and text of each file of rules of the games that this one is based on."""
        for folder, text in self.bases:
            yield from ((folder + source.name, source.text) for source in text.rules())

    def tree(self) -> Tree:
        """Return the rules without examples and house rules, broken sections as they last were. Raises RulesError if
        they cannot be put together with those of the base."""
        own = Tree(_sections(self.of_sort("rules")))
        base = self.base_tree()
        return without_examples(own if base is None else apply_changes(base, own))

    def changed_tree(self, name: str) -> Tree:
        """Return the rules with the house rules of a file. Raises RulesError."""
        return apply_changes(self.tree(), Tree(_sections([self._documents[name]])))

    @property
    def typed(self) -> TypedRules | None:
        """The rules as they were last in order."""
        if self._typed is None:
            self._check_rules()
        return self._typed

    @property
    def english(self) -> Mapping[str, str]:
        """The sentences that players read in English, by key; those of a file that cannot be read are left out."""
        found: dict[str, str] = {}
        for text in (*(base.text("words.en") for _, base in reversed(self.bases)), self._texts.get("words.en", "")):
            with suppress(RulesError):
                found.update(read_ruleset_texts(Source("words.en", text)).sentences)
        return found

    # ---- places ----

    def span(self, span: Span) -> Span:
        """Return the place in its file of a place in a tree."""
        if span.line < STRIDE:
            return span
        pair = self._sections_by_number().get(span.line // STRIDE)
        if pair is None:
            return Span(span.file, 1, 1, 1, 2)
        then, now = pair
        line, end = line_now(then, now, span.line), line_now(then, now, span.end_line)
        return Span(span.file, line, span.column, max(line, end), span.end_column)

    def tree_line(self, name: str, line: int) -> int:
        """Return the line in the trees of a line of a file; 0 if it belongs to no section."""
        document = self._documents.get(name)
        section = document.at(line) if document is not None else None
        return section.own_line(line) if section is not None else 0

    def _sections_by_number(self) -> dict[int, tuple[ParsedSection, ParsedSection]]:
        if self._by_number is None:
            self._by_number = sections_by_number(iter(self._documents.values()))
        return self._by_number

    def _is_stale(self, span: Span) -> bool:
        """Whether a place stands in the last readable tree of a section that is broken now."""
        pair = self._sections_by_number().get(span.line // STRIDE) if span.line >= STRIDE else None
        return pair is not None and pair[0] is not pair[1]

    def found(self, problem: Problem) -> ProblemFound:
        """Return a problem at the places of the files."""
        labels = tuple(Label(self.span(label.span), label.text) for label in problem.labels)
        return ProblemFound.of(replace(problem, span=self.span(problem.span), labels=labels))

    # ---- problems ----

    def problems(self, name: str) -> ProblemList:
        """Return the problems that a change of one file brings about at once: its own, for rules those of all rules.

        `review` finds the rest.
        """
        with limited_suggestions(), gc_paused():
            match self.sort_of(name):
                case "rules":
                    found: Iterable[Problem] = self._check_rules()
                    names = [document.name for document in self.of_sort("rules")]
                case "examples":
                    found, names = self._check_examples(name), [name]
                case "house":
                    found, names = self._check_house(name, thorough=False), [name]
                case "words":
                    found, names = self._check_words(name, complete=False), [name]
                case _:
                    found, names = self._check_other(name), [name]
            return ProblemList(tuple(self._in_files(names, found)))

    def review(self, stopped: Stopped = never) -> ProblemList:
        """Return all problems of all files: also of examples and house rules that a change of the rules breaks, and
        what no program can hold. It may be stopped between two files."""
        found: list[FileProblems] = []
        with limited_suggestions(), gc_paused():
            for names, work in self._reviews():
                if stopped():
                    return ProblemList(tuple(found), complete=False)
                found += self._in_files(names, work())
        return ProblemList(tuple(found))

    def _reviews(self) -> Iterator[tuple[list[str], Callable[[], Iterable[Problem]]]]:
        rules = [document.name for document in self.of_sort("rules")]
        yield rules, self._check_rules_thoroughly
        for name in self._texts:
            match self.sort_of(name):
                case "examples":
                    yield [name], partial(self._check_examples, name)
                case "house":
                    yield [name], partial(self._check_house, name, thorough=True)
                case "words":
                    yield [name], partial(self._check_words, name, complete=True)
                case "":
                    yield [name], partial(self._check_other, name)

    def _in_files(self, names: Sequence[str], problems: Iterable[Problem]) -> Iterator[FileProblems]:
        """Yield the problems file by file, those of reading included; those in other files are left out."""
        by_file: dict[str, dict[ProblemFound, None]] = {name: {} for name in names}
        for name in names:
            document = self._documents.get(name)
            if document is not None:
                own = [*document.problems, *_of_reading(document.sections)]
                by_file[name] |= dict.fromkeys(map(self.found, own))
        for problem in problems:
            found = self.found(problem)
            by_file.get(found.place.file, {})[found] = None
        for name, each in by_file.items():
            ordered = sorted(each, key=lambda found: (found.place.line, found.place.column, found.slug))
            yield FileProblems(name, tuple(_gathered(ordered)))

    # ---- the rules ----

    def _check_rules(self) -> tuple[Problem, ...]:
        """Return the problems of the rules themselves; those in a broken section are left out."""
        documents = self.of_sort("rules")
        sections = _sections(documents)
        known = self._checked.get("")
        if known is None or [*map(id, known[0])] != [*map(id, sections)]:
            known = self._checked[""] = (sections, self._judge(self.tree, keep=True))
        found = self._trusted(known[1], documents)
        if self.bases:  # a change of the base may spoil what stands there
            game = next((section.name for section in sections if isinstance(section, GameSection)), "")
            found = tuple(_at_change(problem, sections, game) for problem in found)
        return found

    def _judge(
        self, make: Callable[[], Tree], *, keep: bool = False, must_use: frozenset[str] | None = None
    ) -> tuple[Problem, ...]:
        try:
            typed = check(make(), strict=True, must_use=must_use)
        except RulesError as error:
            return error.problems
        if keep:
            self._typed = typed
        return ()

    def _trusted(self, problems: tuple[Problem, ...], documents: Iterable[RulesDocument]) -> tuple[Problem, ...]:
        """Return the problems that are no mere consequence of sections that cannot be read."""
        broken = [section for document in documents for section in document.sections if section.tree is None]
        if not broken:
            return problems
        lost = {name for section in broken if section.former is None for name in _lost_names(section)}
        return tuple(
            problem for problem in problems
            if not self._is_stale(problem.span) and not (lost and problem.slug in _MISSING)
            and not any(f"`{name}`" in problem.summary or f"`{name}`" in problem.help for name in lost)
            and problem.slug != "unused-option"
        )  # fmt: skip

    def _check_rules_thoroughly(self) -> Iterable[Problem]:
        problems = self._check_rules()
        broken = any(section.tree is None for document in self.of_sort("rules") for section in document.sections)
        if problems or broken or self._typed is None:
            return problems
        from dsl.lowering import lower

        for players in {self._typed.numbers[0], self._typed.numbers[-1]}:
            try:
                lower(self._typed, players)
            except RulesError as error:
                return error.problems
        return ()

    @property
    def _in_order(self) -> bool:
        """Whether the rules have no problem that would hide those of what builds on them."""
        documents = self.of_sort("rules")
        return not self._check_rules() and all(section.usable for each in documents for section in each.sections)

    def _check_examples(self, name: str) -> Iterable[Problem]:
        document = self._documents[name]
        if not self._in_order:
            return ()
        sections = _sections([document], examples=True)
        found = self._judge(lambda: Tree(self.tree().sections + sections))
        return [problem for problem in self._trusted(found, [document]) if problem.span.file == name]

    # ---- house rules, texts, game.toml ----

    def house_rules(self, name: str) -> HouseRules | None:
        """Return the house rules of a file as far as they can be read; None without a line that names them."""
        sections = _sections([self._documents[name]])
        head = next((section for section in sections if isinstance(section, HouseSection)), None)
        if head is None:
            return None
        stem = name.removesuffix(".rules")
        words = (each for each in self._texts if each.startswith(f"{stem}.words."))
        beside = tuple((f"house/{each.rpartition('/')[2]}", self._texts[each]) for each in sorted(words))
        return HouseRules(head.title, head.game, Source(name, self._texts[name]), Tree(sections), beside)

    def _check_house(self, name: str, *, thorough: bool) -> Iterable[Problem]:
        """Return the problems of a file of house rules; `thorough` blames single changes, however many there are."""
        documents = (*self.of_sort("rules"), self._documents[name])
        version = tuple(section.number for document in documents for section in document.sections)
        known = self._houses.get((name, thorough))
        if known is None or known[0] != version:
            known = self._houses[name, thorough] = (version, tuple(self._checked_house(name, thorough=thorough)))
        return known[1]

    def _checked_house(self, name: str, *, thorough: bool) -> Iterable[Problem]:
        rules, document = self.house_rules(name), self._documents[name]
        if rules is None:
            return [] if any(section.tree is None for section in document.sections) else [_no_house_line(name)]
        if (other := other_head(rules.tree.sections)) is not None:  # what follows belongs elsewhere
            return [other]
        games = self._games()
        if not games:  # a problem of the rules says so
            return ()
        lost: Sequence[Problem] = ()
        try:
            require_game(rules, games)
            plain = self.tree()
            change = [(rules.title, rules.tree)]
            whole, lost = _applied(plain, rules)
            if not self._in_order:
                return lost
            if not lost and (thorough or len(rules.tree.sections) <= _BLAMED):
                check_house_rules(whole, plain, change, strict=True)
                return ()
            found = (
                *lost,
                *self._judge(lambda: whole, must_use=declared_in((rules.tree,))),
                *changed_twice(rules.tree),
            )
        except RulesError as error:
            found = error.problems
        found = tuple(_after_removal(problem, rules.tree.sections) for problem in found)
        if lost or any(section.tree is None for section in document.sections):  # what is lost may use it
            found = tuple(problem for problem in found if problem.slug not in _UNUSED)
        sections = rules.tree.sections
        return [_at_change(problem, sections, rules.title) for problem in self._trusted(found, [document])]

    def _games(self) -> tuple[str, ...]:
        own = [section.name for section in _sections(self.of_sort("rules")) if isinstance(section, GameSection)]
        return (*own, *(name for _, text in self.bases for name in text.games()))

    def _check_words(self, name: str, *, complete: bool) -> Iterable[Problem]:
        source = Source(name, self._texts[name])
        try:
            read_ruleset_texts(source)
            if not complete and "/" in name:
                return ()
            plain = self.tree()
            houses = [rules for each in self.of_sort("house") if (rules := self.house_rules(each.name)) is not None]
            versions = [plain, *(tree for rules in houses if (tree := self._altered(plain, rules)) is not None)]
            if "/" in name or any(section.tree is None for each in self.of_sort("rules") for section in each.sections):
                return ()
            return tuple(unknown_keys(source, known_keys(versions, [rules.title for rules in houses])))
        except RulesError as error:
            return error.problems

    def _altered(self, plain: Tree, rules: HouseRules) -> Tree | None:
        try:
            return apply_changes(plain, rules.tree)
        except RulesError:
            return None

    def _check_other(self, name: str) -> Iterable[Problem]:
        if name == "game.toml":
            try:
                about(RulesetText(((name, self._texts[name]),)))
            except RulesError as error:
                return error.problems
        return ()


def _sections(documents: Iterable[RulesDocument], *, examples: bool = False) -> tuple[Section, ...]:
    """Return the trees of the sections, broken ones as they last were; examples only if wanted."""
    found = (section.usable for document in documents for section in document.sections)
    trees = (section.tree for section in found if section is not None and section.tree is not None)
    return tuple(
        tree for tree in trees if examples or not isinstance(tree, ExampleSection | LessonSection | AlwaysSection)
    )


def _of_reading(sections: Sequence[ParsedSection]) -> Iterator[Problem]:
    """Yield the problems of reading sections; lines that only lack their indentation are no second problem."""
    lacks_block = False
    for section, below in zip(sections, (*sections[1:], None), strict=False):  # an empty file has no section
        if not (lacks_block and _is_unknown_line(section)):
            for problem in section.problems:
                wants = problem.slug == "missing-block" and below is not None and _is_unknown_line(below)
                yield replace(problem, help="indent the line below it") if wants else problem
        lacks_block = any(problem.slug == "missing-block" for problem in section.problems)


def _is_unknown_line(section: ParsedSection) -> bool:
    return any(problem.slug == "unknown-line" for problem in section.problems)


_OF_A_NAME = frozenset({"unknown-name", "no-such-action", "unknown-option", "unknown-kind"})
_ALSO = 3  #: places of one unknown name up to which each is a problem of its own


def _gathered(problems: Sequence[ProblemFound]) -> Iterator[ProblemFound]:
    """Yield problems; an unknown name that stands in many places is one of them, with the other places as notes."""
    by_name: dict[tuple[str, str], list[ProblemFound]] = defaultdict(list)
    for problem in problems:
        named = re.search(r"`([^`]+)`", problem.summary)
        if problem.slug in _OF_A_NAME and named is not None:
            by_name[problem.slug, named[1]].append(problem)
    many = {id(one): group for group in by_name.values() if len(group) > _ALSO for one in group}
    for problem in problems:
        group = many.get(id(problem), [problem])
        if group[0] is problem:
            also = tuple(Note(other.place, "also here") for other in group[1:])
            yield structs.replace(problem, notes=problem.notes + also) if also else problem


def _lost_names(section: ParsedSection) -> Iterator[str]:
    """Yield what a section that was never read would have declared."""
    words = re.findall(r"[A-Za-z_]\w*", section.lines[0][1])
    for word in words[1:] or words:
        yield word
        yield plural(word)
    if words[:1] == ["kinds"] or words[:1] == ["option"] or words[:1] == ["table"]:
        yield from (word for _, line in section.lines[1:] for word in re.findall(r"[A-Za-z_]\w*", line)[:1])


def _no_house_line(name: str) -> Problem:
    return Problem(
        "no-house-line", "house rules begin with a line that names them", Span(name, 1, 1, 1, 2), "before this",
        "By their title they are ticked before a match, and the game tells where they belong.",
        'write `house rules "TITLE" for GAME` first',
    )  # fmt: skip


def _applied(plain: Tree, rules: HouseRules) -> tuple[Tree, tuple[Problem, ...]]:
    """Return the rules with house rules, and the problems of those changes that do not fit, which are left out. Raises
    RulesError if the others do not fit either."""
    try:
        return apply_house_rules(plain, [(rules.title, rules.tree)]), ()
    except RulesError as error:
        lines = {problem.span.line for problem in error.problems}
        kept = tuple(
            section for section in rules.tree.sections
            if not any(section.span.line <= line <= section.span.end_line for line in lines)
        )  # fmt: skip
        return apply_house_rules(plain, [(rules.title, Tree(kept))]), error.problems


def _after_removal(problem: Problem, sections: Sequence[Section]) -> Problem:
    """Return a problem; if a name is missing because house rules remove it, that is its help."""
    named = re.search(r"`([^`]+)`", problem.summary)
    removed = {section.anchor for section in sections if isinstance(section, Remove)}
    if problem.slug in _OF_A_NAME and named is not None and named[1] in removed:
        why = "This change removes it, and another rule still uses it."
        return replace(problem, explanation=why, help="remove what uses it, too, or let it stay")
    return problem


def _at_change(problem: Problem, sections: Sequence[Section], title: str) -> Problem:
    """Return a problem that stands in a file of the game below at the change that probably brings it about."""
    if not sections or problem.span.file in {section.span.file for section in sections}:
        return problem
    changes = [section for section in sections if isinstance(section, Change)]
    near = [change for change in changes if f"`{change.anchor.split('.')[-1]}`" in problem.summary]
    cause: Section = next(iter((*near, *changes)), sections[0])
    notes = (*problem.labels, Label(problem.span, problem.label or "this no longer holds"))
    kept = tuple(label for label in notes if label.span != NOWHERE)
    return replace(problem, span=head_span(cause), label=f"since a change of `{title}`", labels=kept)
