"""Runs examples and lessons under the rules that are being edited: of the game, of the house rule, and those
that the user saved. It also tells their positions, and writes one as it goes now.

An example of a house rule with the title of another one takes its place: the house rule intends the difference.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Literal

from msgspec.structs import replace

from dsl.base.problem import Problem, RulesError
from dsl.language_service import messages as m
from dsl.language_service.workspace import Workspace
from dsl.match.rulesets.ruleset import Ruleset, without_examples
from dsl.semantics import check
from dsl.semantics.typed import TypedRules
from dsl.syntax.ast import ExampleSection, LessonSection, Tree
from dsl.syntax.formatter import format_section
from dsl.syntax.house_rule_anchors import head_span

Origin = Literal["game", "house", "saved"]


@dataclass(frozen=True, slots=True)
class _Example:
    """An example or a lesson of the files, and where it comes from."""

    section: ExampleSection | LessonSection
    file: str
    origin: Origin
    intended: bool = False


@dataclass(slots=True)
class _Run:
    """A run that was stopped, or ran out of time: the next one of the same texts goes on after it."""

    texts: object  #: what it belongs to
    found: list[m.ExampleState]
    count: int  #: of all examples
    left: Iterator[m.ExampleState]


class ExampleRuns:
    """Runs examples; the pictures and the adjusted text are those of the examples that ran last."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._house = ""
        self._pack: Ruleset | None = None
        self._examples: dict[tuple[str, str], int] = {}  #: number in the pack, by title and file
        self._stopped: _Run | None = None

    def run(self, house: str, milliseconds: int, stopped: Callable[[], bool], language: str = "en") -> m.Examples:
        """Run all examples under the rules as they stand, until the time is over or it is stopped; `language` is that
        of the reasons why one fails. Each run goes on where the one before it stopped, if no text has changed, so that
        all examples run however slow the computer is and however often it is asked something else."""
        end = time.monotonic() + milliseconds / 1000
        texts = self._texts(house, language)
        run, self._stopped = self._stopped, None
        try:
            if run is None or run.texts != texts:
                run = self._begin(house, texts, language)
            for state in run.left:
                run.found.append(state)
                if len(run.found) < run.count and (stopped() or time.monotonic() > end):
                    self._stopped = run
                    return m.Examples(tuple(run.found), complete=False)
        except RulesError as error:
            found = tuple(run.found) if run is not None else ()
            return m.Examples(found, complete=False, why=error.problems[0].summary)
        return m.Examples(tuple(run.found), complete=True)

    def _texts(self, house: str, language: str) -> object:
        """Return what is the same as long as the examples go the same way and stand at the same places."""
        files = self._workspace.files
        sections = tuple(
            (section.number, section.first)
            for document in self._workspace.documents.values() for section in document.sections
        )  # fmt: skip
        return house, language, sections, {name: text for name, text in files.items() if not name.endswith(".rules")}

    def _begin(self, house: str, texts: object, language: str) -> _Run:
        """Return a run of which only the examples that cannot be checked have been looked at. Raises RulesError."""
        self._pack, self._house, self._examples = None, house, {}
        examples = list(self._all(house))
        whole, typed, broken = self._checked_with(self._tree_with(house), examples)
        pack = Ruleset(self._workspace.ruleset_text, whole, typed)
        known = {id(each.section): each for each in examples}
        run = [known[id(declared.text)] for declared in (*typed.examples, *typed.lessons)]
        self._pack = pack
        pictured = enumerate(run[: len(typed.examples)])
        self._examples = {(each.section.title, each.file): number for number, each in pictured}
        return _Run(texts, [*broken], len(examples), self._states(pack, run, language))

    def _states(self, pack: Ruleset, run: list[_Example], language: str) -> Iterator[m.ExampleState]:
        from dsl.match.rulesets.examples import each_example
        from dsl.match.rulesets.lessons import each_lesson
        from dsl.rulebook.example_texts import told_failure

        results = zip(run, chain(each_example(pack), each_lesson(pack)), strict=True)
        for number, (each, result) in enumerate(results):
            problem = self._workspace.found(result.problem) if result.problem is not None else None
            state = self._state(each, problem)
            if result.problem is not None and number < len(pack.rules.examples):
                what, needed, instead = told_failure(pack, number, result.problem, language)
                state = replace(state, what=what, needed=needed, found=instead)
            yield state

    def pictures(self, wanted: tuple[tuple[str, str], ...]) -> m.ExamplePictures:
        """Return the positions of examples that ran last, by title and file."""
        from dsl.match.rulesets.examples import position_of_example

        found: list[m.ExamplePicture] = []
        for title, file in wanted:
            number = self._examples.get((title, file))
            if number is None or self._pack is None:
                continue
            position = position_of_example(self._pack, number)
            view, places = (position.view, position.places) if position is not None else (None, ())
            found.append(m.ExamplePicture(title, file, view, places))
        return m.ExamplePictures(tuple(found))

    def adjusted(self, title: str, file: str) -> m.HouseText:
        """Return the text of an example that ran last as the rules have it now."""
        from dsl.match.rulesets.examples import adjusted_example

        number = self._examples.get((title, file))
        section = adjusted_example(self._pack, number) if self._pack is not None and number is not None else None
        if section is None:
            return m.HouseText("", refused="nothing is left of this example under the house rule")
        return m.HouseText(format_section(section))

    # ---- the files ----

    def _all(self, house: str) -> Iterator[_Example]:
        """Yield all examples that count: an own version in the house rule replaces the other one of its title."""
        own = list(self._in_file(house, "house")) if house else []
        titles = {each.section.title for each in own}
        others = [
            example
            for document in self._workspace.of_sort("examples")
            for example in self._in_file(
                document.name, "game" if document.name.startswith(("examples/", "lessons/")) else "saved"
            )
        ]
        known = {each.section.title for each in others}
        for each in own:
            yield _Example(each.section, each.file, each.origin, each.section.title in known)
        yield from (each for each in others if each.section.title not in titles)

    def _in_file(self, file: str, origin: Origin) -> Iterator[_Example]:
        for section in self._workspace.documents[file].sections:
            if isinstance(section.tree, ExampleSection | LessonSection):
                yield _Example(section.tree, file, origin)

    def _tree_with(self, house: str) -> Tree:
        return without_examples(self._workspace.changed_tree(house) if house else self._workspace.tree())

    def _checked_with(self, tree: Tree, examples: list[_Example]) -> tuple[Tree, TypedRules, list[m.ExampleState]]:
        """Return rules with examples, checked; examples that speak of what the rules do not have are left out and
        returned apart. Raises RulesError for a problem elsewhere."""
        broken: list[m.ExampleState] = []
        while True:
            whole = Tree(tree.sections + tuple(each.section for each in examples), tree.closing)
            try:
                return whole, check(whole, must_use=frozenset()), broken
            except RulesError as error:
                problems = {
                    id(each): problem
                    for problem in error.problems
                    for each in examples
                    if _is_in(problem, each.section)
                }
                if not problems:
                    raise
            broken += [
                self._state(each, self._workspace.found(problems[id(each)]))
                for each in examples
                if id(each) in problems
            ]
            examples = [each for each in examples if id(each) not in problems]

    def _state(self, each: _Example, problem: m.ProblemFound | None) -> m.ExampleState:
        place = m.Place.of(self._workspace.span(head_span(each.section)))
        return m.ExampleState(each.section.title, place, problem is None, problem, each.origin, each.intended)


def _origin_of(file: str) -> Origin:
    return "game" if file.startswith(("examples/", "lessons/")) else "saved"


def _is_in(problem: Problem, section: ExampleSection | LessonSection) -> bool:
    own, span = section.span, problem.span
    return own.file == span.file and own.line <= span.line <= own.end_line
