"""What the language service answers, and the messages between its client and its worker, one line of JSON each."""

from __future__ import annotations

from typing import Literal

from dsl.base.problem import Problem
from dsl.base.serialization import Serializable
from dsl.base.source import Span


class Place(Serializable, frozen=True):
    """A stretch of one file; lines and columns count from 1, `end_column` is behind the last character."""

    file: str  #: relative to the folder of the game; absolute for house rules that lie elsewhere
    line: int
    column: int
    end_line: int
    end_column: int

    @classmethod
    def of(cls, span: Span) -> Place:
        """Return the place of a span."""
        return cls(span.file, span.line, span.column, span.end_line, span.end_column)


# ---- answers -------------------------------------------------------------------------------------------------------


class Edit(Serializable, frozen=True):
    """A text that takes the place of another."""

    place: Place
    text: str


class Fix(Serializable, frozen=True):
    """A change that mends a problem."""

    title: str
    edits: tuple[Edit, ...]


class Note(Serializable, frozen=True):
    """A second place that explains a problem."""

    place: Place
    text: str


class ProblemFound(Serializable, frozen=True):
    """One problem, as `dsl.base.problem.Problem` has it, at its place in the edited file."""

    slug: str
    place: Place
    summary: str
    label: str = ""
    explanation: str = ""
    help: str = ""
    needed: str = ""
    found: str = ""
    notes: tuple[Note, ...] = ()

    @property
    def page(self) -> str:
        """The page of the documentation that explains problems of this kind."""
        return f"docs/problems/{self.slug}.md"

    @classmethod
    def of(cls, problem: Problem) -> ProblemFound:
        """Return a problem whose places are those of the files."""
        notes = tuple(Note(Place.of(label.span), label.text) for label in problem.labels)
        return cls(
            problem.slug, Place.of(problem.span), problem.summary, problem.label, problem.explanation, problem.help,
            problem.needed, problem.found, notes,
        )  # fmt: skip


class FileProblems(Serializable, frozen=True):
    """All problems of one file; none if it is empty."""

    file: str
    problems: tuple[ProblemFound, ...]


class ProblemList(Serializable, frozen=True):
    """The problems of the files that were looked at; what is not named here has not changed."""

    files: tuple[FileProblems, ...]
    complete: bool = True  #: False: it was cancelled, and more is to come when asked again


class Proposal(Serializable, frozen=True):
    """One completion."""

    text: str  #: what is inserted
    sort: str  #: `keyword`, or what it is: `counter`, `action`, `local`
    explanation: str
    rank: int  #: 0: it fits the place best


class Proposals(Serializable, frozen=True):
    """Completions, the best first, and the part of the text that they replace."""

    items: tuple[Proposal, ...]
    place: Place


class HoverText(Serializable, frozen=True):
    """What is said of a word: its declaration as written, what it is, and what its author or the manual says of it."""

    place: Place
    code: str
    sort: str
    text: str


class Places(Serializable, frozen=True):
    """Places in files, in the order of the files."""

    places: tuple[Place, ...]


class Edits(Serializable, frozen=True):
    """Changes of texts that belong together; or why there are none."""

    edits: tuple[Edit, ...]
    refused: str = ""


class Fixes(Serializable, frozen=True):
    """Changes that mend problems in a stretch of text."""

    fixes: tuple[Fix, ...]


class OutlineEntry(Serializable, frozen=True):
    """A section of a file, or a named part of one."""

    name: str
    sort: str
    place: Place  #: all of it
    head: Place  #: its name
    parts: tuple[OutlineEntry, ...] = ()


class Outline(Serializable, frozen=True):
    """The sections of a file."""

    entries: tuple[OutlineEntry, ...]


TokenSort = Literal[
    "keyword", "comment", "string", "number", "local", "parameter", "action", "routine", "definition", "thing",
    "variable", "option", "word", "part", "type", "builtin",
]  # fmt: skip


class SemanticToken(Serializable, frozen=True):
    """One coloured word."""

    line: int
    column: int
    length: int
    sort: TokenSort
    declares: bool = False


class SemanticTokens(Serializable, frozen=True):
    """The coloured words of a file, in order."""

    tokens: tuple[SemanticToken, ...]


class Folds(Serializable, frozen=True):
    """Stretches of lines that an editor may fold: first and last."""

    ranges: tuple[tuple[int, int], ...]


class ExampleState(Serializable, frozen=True):
    """How a rulebook example goes under the edited rules."""

    title: str
    place: Place
    holds: bool
    problem: ProblemFound | None = None


class Examples(Serializable, frozen=True):
    """How the rulebook examples go, as far as they ran."""

    examples: tuple[ExampleState, ...]
    complete: bool  #: False: cancelled, out of time, or the rules cannot be played
    why: str = ""  #: why they do not run


class RuleChanges(Serializable, frozen=True):
    """What house rules change, in sentences of a language, for all numbers of players and where it is not the same."""

    sentences: tuple[str, ...]
    by_players: tuple[tuple[int, tuple[str, ...]], ...] = ()
    why: str = ""  #: why they cannot be compared


class Failed(Serializable, frozen=True):
    """The service could not answer."""

    why: str
