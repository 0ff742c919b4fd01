"""Problems of a ruleset as data. The terminal, the editor and JSON draw the same data; see `dsl.text.report`."""

from __future__ import annotations

from dataclasses import dataclass, field

from dsl.text.source import Span


@dataclass(frozen=True, slots=True)
class Label:
    """A second place that explains a problem, marked `----`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a ruleset, at its smallest wrong place, in words of the game.

    The rule is at fault, never the author; no word of parsers, trees or Python occurs in a text.
    """

    slug: str  #: stable name, such as "unknown-name"; docs/problems/<slug>.md explains it
    summary: str  #: true on its own, without a full stop
    span: Span  #: the smallest wrong part, marked `^^^^`
    label: str = ""  #: said beside the mark
    explanation: str = ""  #: one to three sentences about the game; may hold an indented sample
    help: str = ""  #: one concrete change, or nothing
    labels: tuple[Label, ...] = ()
    needed: str = ""  #: with `found`: the needed/found pair of a mismatch
    found: str = ""


class RulesError(Exception):
    """Raised where a ruleset is needed and has problems; carries them all, in the order of the text."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(f"{p.span}: {p.slug}: {p.summary}" for p in problems))
        self.problems = problems


@dataclass(slots=True)
class Problems:
    """Collects problems while a phase goes on; sorted by place and without doubles when read."""

    found: list[Problem] = field(default_factory=list)

    def add(self, problem: Problem) -> None:
        """Remember `problem`."""
        self.found.append(problem)

    def sorted(self) -> tuple[Problem, ...]:
        """Return the problems in the order of the text, each once."""
        unique = dict.fromkeys(self.found)
        return tuple(sorted(unique, key=lambda p: (p.span, p.slug)))

    def raise_if_any(self) -> None:
        """Raise RulesError if anything was found."""
        if self.found:
            raise RulesError(self.sorted())
