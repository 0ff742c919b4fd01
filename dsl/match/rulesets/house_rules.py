"""House rules of a game: reads and applies them, and finds the line of a house rule that causes a problem elsewhere."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

from dsl.base.files import read_head
from dsl.base.problem import Label, Problem, RulesError
from dsl.base.source import NOWHERE, Source, Span
from dsl.match.rulesets.folder import MAX_FILES, WORDS, RulesetText
from dsl.semantics import check
from dsl.semantics.error_messages import also, closing, did_you_mean, listed, opening
from dsl.semantics.typed import TypedRules
from dsl.syntax.ast import ActionSection, GameSection, HouseSection, OptionSection, Section, Tree, VariableSection
from dsl.syntax.house_rule_anchors import head_span
from dsl.syntax.house_rule_conflicts import changed_twice
from dsl.syntax.parser import MAX_SIZE, parse, read_source
from dsl.syntax.patches import apply_changes

Titled = tuple[str, Tree]  #: house rules with their title


_MOST_TRIALS = 60  #: each is a whole check


def apply_house_rules(plain: Tree, changes: Sequence[Titled]) -> Tree:
    """Return `plain` with house rules. Raises RulesError."""
    return apply_changes(plain, *(change for _, change in changes))


def check_house_rules(
    whole: Tree, plain: Tree, changes: Sequence[Titled], strict: bool = False, skips_choices: bool = False
) -> TypedRules:
    """Return the typed rules of `whole`, which is `plain` with `changes` (and perhaps without examples).

    Raises RulesError. What the changes spoil elsewhere is marked at the change that spoils it, with the spoilt line as
    a second place; what a house rule lacks because of another one names that one too. `strict` is that of the check.
    """
    try:
        typed = check(whole, strict, skips_choices, declared_in(tree for _, tree in changes))
    except RulesError as error:
        if not changes:
            raise
        raise RulesError(_blamed(error.problems, plain, changes, strict)) from None
    twice = tuple(problem for _, tree in changes for problem in changed_twice(tree)) if strict else ()
    if twice:
        raise RulesError(twice)
    return typed


def declared_in(changes: Iterable[Tree]) -> frozenset[str]:
    """Return the options, variables and actions that house rules declare."""
    declared = (section for tree in changes for section in tree.sections)
    return frozenset(
        each.name for each in declared if isinstance(each, OptionSection | VariableSection | ActionSection)
    )


def _blamed(problems: tuple[Problem, ...], plain: Tree, changes: Sequence[Titled], strict: bool) -> tuple[Problem, ...]:
    files = {section.span.file for _, tree in changes for section in tree.sections}
    if len(files) == 1 and all(problem.span.file in files for problem in problems):
        return problems  # each stands in the only house rule
    trials = list(_trials(plain, changes, strict))
    return tuple(_pointing(problem, trials) for problem in problems)


_Trial = tuple[str, Section, frozenset[tuple[str, str]]]  #: a change left out, and what is wrong without it


def _trials(plain: Tree, changes: Sequence[Titled], strict: bool) -> Iterator[_Trial]:
    """Yield each change with the problems that are left when everything but this change is done."""
    steps = [(title, tree, section) for title, tree in changes for section in tree.sections]
    for title, tree, section in steps[:_MOST_TRIALS]:
        if not isinstance(section, HouseSection):
            yield title, section, _without(plain, changes, tree, section, strict)


def _without(
    plain: Tree, changes: Sequence[Titled], tree: Tree, left_out: Section, strict: bool
) -> frozenset[tuple[str, str]]:
    rest = [
        (title, Tree(tuple(s for s in each.sections if s is not left_out)) if each is tree else each)
        for title, each in changes
    ]
    try:
        check(apply_house_rules(plain, rest), strict, must_use=declared_in(tree for _, tree in rest))
    except RulesError as error:
        return frozenset(_key(problem) for problem in error.problems)
    return frozenset()


def _pointing(problem: Problem, trials: Sequence[_Trial]) -> Problem:
    """Return `problem` with the changes that bring it about: as its place if it stands elsewhere, else beside it."""
    causes = [(title, head_span(section)) for title, section, left in trials if _key(problem) not in left]
    others = [(title, span) for title, span in causes if span.file != problem.span.file]
    if not others:
        return problem
    labels = tuple(Label(span, f"changed here by `{title}`") for title, span in others)
    if any(span.file == problem.span.file for _, span in causes):
        return replace(problem, labels=(*problem.labels, *labels[:1]))
    (title, span), *_ = others
    spoilt = Label(problem.span, problem.label or "this no longer holds")
    return replace(
        problem, span=_first_line(span), label=f"since this change of `{title}`",
        labels=(spoilt, *problem.labels, *labels[1:2]),
    )  # fmt: skip


def _first_line(span: Span) -> Span:
    return span if span.line == span.end_line else replace(span, end_line=span.line, end_column=span.column + 1)


def _key(problem: Problem) -> tuple[str, str]:
    return problem.slug, problem.summary


@dataclass(frozen=True, slots=True)
class HouseRules:
    """House rules that can be ticked: their title and where they come from."""

    title: str
    game: str
    source: Source
    tree: Tree
    words: tuple[tuple[str, str], ...] = ()  #: name and text of each words file beside them, if that is not in the game


def parse_house_rules(source: Source) -> HouseRules:
    """Return house rules that were read. Raises RulesError."""
    tree = parse(source)
    head = next((section for section in tree.sections if isinstance(section, HouseSection)), None)
    if head is None:
        raise RulesError((_no_house_line(source, tree),))
    if (problem := other_head(tree.sections)) is not None:
        raise RulesError((problem,))
    return HouseRules(head.title, head.game, source, tree)


def other_head(sections: Sequence[Section]) -> Problem | None:
    """Return what is wrong if a file of house rules holds more than these: other house rules, or a game."""
    heads = [section for section in sections if isinstance(section, HouseSection | GameSection)]
    first = next(section for section in heads if isinstance(section, HouseSection))
    other = next((section for section in heads if section is not first), None)
    if other is None:
        return None
    house = isinstance(other, HouseSection)
    return Problem(
        "duplicate-name",
        f"other house rules begin here, `{other.title}`"
        if isinstance(other, HouseSection)
        else f"a game begins here, `{other.name}`, among house rules",
        opening(other.span, "house rules" if house else "game"),
        "other house rules" if house else "a game",
        "Each file of house rules is ticked as one, by the title in its first line; a game is a folder of its own.",
        "move all from here on into a file of its own" if house else "move the game into a folder of its own",
        also(opening(first.span, "house rules"), "the first house rules begin here"),
    )


def _no_house_line(source: Source, tree: Tree) -> Problem:
    first = (
        opening(tree.sections[0].span, source.line(tree.sections[0].span.line).partition(" ")[0])
        if tree.sections
        else None
    )
    return Problem(
        "no-house-line",
        "house rules begin with a line that names them",
        first or Span(source.name, 1, 1, 1, 1),
        "before this",
        "By their title they are ticked before a match, and the game tells where they belong.",
        'write `house rules "TITLE" for GAME` first',
    )


def require_game(rules: HouseRules, games: Sequence[str]) -> None:
    """Raise RulesError if house rules are for none of these games."""
    if rules.game not in games:
        head = next(section for section in rules.tree.sections if isinstance(section, HouseSection))
        problem = Problem(
            "wrong-game",
            f"these house rules are for `{rules.game}`, and this is `{games[0] if games else ''}`",
            closing(head.span, rules.game),
            "another game",
            "House rules change the parts of one game by their names; another game has other parts.",
            f"write `{games[0]}`" if games else "",
        )
        raise RulesError((problem,))


def read_house_rules(path: Path) -> HouseRules:
    """Return the house rules in a file, with the words beside it. Raises RulesError."""
    try:
        source = read_source(read_head(path, MAX_SIZE + 1), path.name)
    except OSError as error:
        problem = Problem("no-rules", f"`{path}` cannot be read: {error.strerror}", Span(str(path), 0, 0, 0, 0))
        raise RulesError((problem,)) from None
    return replace(parse_house_rules(source), words=tuple(_words_beside(path)))


def _words_beside(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the words files beside a file of house rules, under the names they have in the folder of a game."""
    for beside in sorted(path.parent.glob("*.words.*")):
        name = f"house/{beside.name}"
        if (found := WORDS.fullmatch(name)) and found[1] == path.stem:
            with contextlib.suppress(OSError):
                yield name, read_source(read_head(beside, MAX_SIZE + 1), beside.name).text


def available_house_rules(text: RulesetText) -> list[HouseRules]:
    """Return the house rules of a ruleset: its own, then those of the game that it is based on but for those that have
    the title or the file name of one of its own."""
    own = [parse_house_rules(source) for source in text.within("house")]
    taken = {name for rules in own for name in (rules.title, rules.source.name)}
    inherited = available_house_rules(text.base) if text.base else []
    return own + [rules for rules in inherited if taken.isdisjoint((rules.title, rules.source.name))]


def find_house_rules(name: str, available: Sequence[HouseRules]) -> HouseRules:
    """Return the house rules with a title or file name. Raises RulesError if there are none."""
    for rules in available:
        if name in (rules.title, Path(rules.source.name).stem):
            return rules
    titles = [rules.title for rules in available]
    there = f"This game comes with {listed(titles)}." if titles else "This game comes without house rules."
    summary = f"there are no house rules called `{name}`"
    problem = Problem("no-such-house-rules", summary, NOWHERE, explanation=there, help=did_you_mean(name, titles))
    raise RulesError((problem,))


@dataclass(frozen=True, slots=True)
class OwnHouseRules:
    """A file of house rules: its contents, or what is wrong with it."""

    path: Path
    rules: HouseRules | None
    problems: tuple[Problem, ...] = ()
    unfit: HouseRules | None = None  #: what it says, if it can be read and does not fit the game


def read_own_house_rules(
    folder: Path, plain: Tree, games: Sequence[str], taken: Iterable[str]
) -> tuple[OwnHouseRules, ...]:
    """Return the house rules in a folder for a game with the rules `plain` and the names `games`, by file name.

    A broken file does not affect the others. The titles in `taken` belong to other house rules.
    """
    try:
        paths = sorted(path for path in islice(folder.iterdir(), 4 * MAX_FILES) if path.suffix == ".rules")
    except OSError:
        return ()  # no such folder: the user has none
    titles = set(taken)
    found: list[OwnHouseRules] = []
    for path in paths[:MAX_FILES]:
        own = _read(path, plain, games)
        if own.rules is not None and own.rules.title in titles:
            own = OwnHouseRules(path, None, (_duplicate_title(path, own.rules.title),))
        elif own.rules is not None:
            titles.add(own.rules.title)
        found.append(own)
    return tuple(found)


def _read(path: Path, plain: Tree, games: Sequence[str]) -> OwnHouseRules:
    rules = None
    try:
        rules = read_house_rules(path)
        require_game(rules, games)
        apply_changes(plain, rules.tree)
    except RulesError as error:
        return OwnHouseRules(path, None, error.problems, rules)
    return OwnHouseRules(path, rules)


def _duplicate_title(path: Path, title: str) -> Problem:
    return Problem("duplicate-name", f"there are other house rules called `{title}`", Span(path.name, 1, 1, 1, 1))
