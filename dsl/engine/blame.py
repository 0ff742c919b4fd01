"""Changes rules by house rules, and says which line of these is at fault when the whole no longer holds together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dsl.check import check
from dsl.check.typed import Rules
from dsl.text.anchors import head_span
from dsl.text.patch import apply_changes
from dsl.text.problem import Label, Problem, RulesError
from dsl.text.source import Span
from dsl.text.tree import House, Section, Tree

Titled = tuple[str, Tree]  #: house rules with their title
_MOST_TRIALS = 60  #: each is a whole check


def changed(plain: Tree, changes: Sequence[Titled]) -> Tree:
    """Return `plain` with house rules. Raises RulesError."""
    return apply_changes(plain, *(change for _, change in changes))


def checked(
    whole: Tree, plain: Tree, changes: Sequence[Titled], strict: bool = False, skips_choices: bool = False
) -> Rules:
    """Return the typed rules of `whole`, which is `plain` with `changes` (and perhaps without examples).

    Raises RulesError. What the changes spoil elsewhere is marked at the change that spoils it, with the spoilt line as
    a second place; what a house rule lacks because of another one names that one too. `strict` is that of the check.
    """
    try:
        return check(whole, strict, skips_choices)
    except RulesError as error:
        if not changes:
            raise
        raise RulesError(_blamed(error.problems, plain, changes, strict)) from None


def _blamed(problems: tuple[Problem, ...], plain: Tree, changes: Sequence[Titled], strict: bool) -> tuple[Problem, ...]:
    trials = list(_trials(plain, changes, strict))
    return tuple(_pointing(problem, trials) for problem in problems)


_Trial = tuple[str, Section, frozenset[tuple[str, str]]]  #: a change left out, and what is wrong without it


def _trials(plain: Tree, changes: Sequence[Titled], strict: bool) -> Iterator[_Trial]:
    """Yield each change with the problems that are left when everything but this change is done."""
    steps = [(title, tree, section) for title, tree in changes for section in tree.sections]
    for title, tree, section in steps[:_MOST_TRIALS]:
        if not isinstance(section, House):
            yield title, section, _without(plain, changes, tree, section, strict)


def _without(
    plain: Tree, changes: Sequence[Titled], tree: Tree, left_out: Section, strict: bool
) -> frozenset[tuple[str, str]]:
    rest = [
        (title, Tree(tuple(s for s in each.sections if s is not left_out)) if each is tree else each)
        for title, each in changes
    ]
    try:
        check(changed(plain, rest), strict)
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
