"""Symbol table: all declarations of a ruleset by name, and the names of their types in problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from dsl.base.board_shapes import PLACE_WORDS, board_called
from dsl.base.problem import Problem, Problems
from dsl.base.source import NOWHERE, Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import article, duplicate, plural, plurals
from dsl.semantics.type_compatibility import Agreement
from dsl.syntax.ast import (
    ChoicesSection,
    DefineSection,
)

MOST_PROBLEMS = 200


@dataclass(frozen=True, slots=True)
class CallSignature:
    """Name and parameters of a definition, an action, a routine or an award."""

    name: str
    params: tuple[t.ParamDecl, ...]
    span: Span


@dataclass(slots=True)
class SymbolTable:
    """The declarations of one ruleset, filled section by section, and the problems found."""

    strict: bool = False  #: whether to report warnings, too: rules that can be played but are probably a mistake
    problems: Problems = field(default_factory=Problems)
    ambiguous: set[tuple[str, int, int]] = field(default_factory=set)  #: start of each chain with two readings
    players: tuple[int, int] = (0, 0)
    colours: tuple[str, ...] = ()
    numbers: tuple[int, ...] = ()  #: the possible numbers of players
    teams: t.Teams = field(default_factory=dict)
    options: dict[str, t.OptionDecl] = field(default_factory=dict)
    kinds: dict[str, t.KindDecl] = field(default_factory=dict)
    tables: dict[str, t.TableDecl] = field(default_factory=dict)
    boards: dict[str, t.BoardDecl] = field(default_factory=dict)
    pieces: dict[str, t.PieceDecl] = field(default_factory=dict)
    counters: dict[str, t.CounterDecl] = field(default_factory=dict)
    zones: dict[str, t.ZoneDecl] = field(default_factory=dict)
    variables: dict[str, t.VariableDecl] = field(default_factory=dict)
    defines: dict[str, t.DefineDecl] = field(default_factory=dict)  #: the checked ones, callees first
    actions: dict[str, CallSignature] = field(default_factory=dict)
    lists: dict[str, ChoicesSection] = field(default_factory=dict)  #: named lists of choices
    routines: dict[str, CallSignature] = field(default_factory=dict)
    awards: dict[str, CallSignature] = field(default_factory=dict)
    paths: dict[str, t.PathHead] = field(default_factory=dict)
    definitions: dict[str, DefineSection] = field(default_factory=dict)  #: as written
    open_definitions: set[str] = field(default_factory=set)  #: those currently being checked
    choices: dict[str, ChoicesSection] = field(default_factory=dict)
    base: dict[str, str] = field(default_factory=dict)  #: of a kind made of another: that base kind
    places: dict[tuple[str, str], Span] = field(
        default_factory=dict
    )  #: (namespace, name): the place of the declaration
    uses: list[tuple[str, str, Span]] = field(default_factory=list)  #: (caller, callee, place) of calls and choices
    used_options: set[str] = field(default_factory=set)
    assigned: set[str] = field(default_factory=set)  #: variables that a rule gives another value
    doubled: set[str] = field(default_factory=set)  #: names given twice, reported there: what they mean is unknown
    muddled: list[Span] = field(default_factory=list)  #: sections two of whose values have one name, reported there
    misdeclared: set[str] = field(default_factory=set)  #: zones of an unknown type, reported at their declaration
    clamped: set[str] = field(default_factory=set)  #: variables clamped to their range
    skips_choices: bool = False  #: whether every choice without an option is skipped, as in journals of old formats
    remembers: bool = False  #: whether a rule uses `times_seen`
    forgetful: frozenset[str] = frozenset()  #: variables that may become none again
    _agreement: Agreement | None = None

    def report(self, problem: Problem) -> None:
        """Add a problem; after a maximum number the check ends with RulesError. What follows from two values of one
        name is left out."""
        if problem.slug != "duplicate-name" and any(_is_in(problem.span, section) for section in self.muddled):
            return
        self.problems.add(problem)
        if len(self.problems.found) >= MOST_PROBLEMS:
            self.problems.raise_if_any()

    def declare(self, name: str, span: Span, namespace: str = "") -> bool:
        """Declare `name`, declared at `span`; report and return False if it is already taken."""
        first = self.places.setdefault((namespace, name), span)
        if first is span:
            return True
        self.report(duplicate(name, span, first))
        return False

    @property
    def agreement(self) -> Agreement:
        """The compatibility of types; computed again while pieces and counters are still being declared."""
        if self._agreement is None or len(self._agreement.boards) != len(self.pieces) + len(self.counters):
            boards: dict[t.Type, str] = {t.PieceType(p.name): p.board for p in self.pieces.values()}
            boards |= {t.CounterType(c.name): c.board for c in self.counters.values()}
            by_cell = frozenset[t.Type](t.PieceType(p.name) for p in self.pieces.values() if p.by_cell)
            self._agreement = Agreement(boards, by_cell, self.base)
        return self._agreement

    def board_of(self, word: str) -> str:
        """Return the board whose places are called `word` (see `board_called`), or nothing."""
        return board_called(word, {board.name: board.shape for board in self.boards.values()})

    def which_board(self, word: str, span: Span) -> str:
        """Return the board that `word` refers to (see `board_of`); report a word that could refer to several."""
        board = self.board_of(word)
        if board and " of " not in word:
            self.report_ambiguous_board(board, word, span, lambda other: f"{word} of {other.name}")
        return board

    def report_ambiguous_board(self, board: str, word: str, span: Span, write: Callable[[t.BoardDecl], str]) -> None:
        """Report a phrase that does not say which of several boards of one shape it refers to.

        `write` returns the phrase for one of the boards, or "" if it is impossible for that one.
        """
        shape = self.boards[board].shape
        alike = [other for other in self.boards.values() if other.shape == shape]
        if self.strict and len(alike) > 1:
            names = " and ".join(f"`{other.name}`" for other in alike)
            help_ = f"write {' or '.join(f'`{written}`' for other in alike if (written := write(other)))}"
            why = f"The boards {names} consist of {shape}, so it must be said which of them is meant."
            summary = f"this game has {len(alike)} boards of {shape}, and `{word}` could be of any"
            self.report(Problem("which-board", summary, span, "of which board?", why, help_))

    def place_word(self, board: t.BoardDecl) -> str:
        """Return the word for one place of a board: `square`, or `square of market` if other boards have squares,
        too."""
        alone = sum(other.shape == board.shape for other in self.boards.values()) == 1
        return PLACE_WORDS[board.shape] + (f" of {board.name}" if not alone else "")

    def of_plural(self, word: str, names: Iterable[str]) -> str:
        """Return the name of which `word` is a plural, or nothing."""
        return next((name for name in names if word in plurals(name)), "")

    def kinds_with(self, word: str) -> list[t.KindDecl]:
        """Return the kinds that have a value called `word`; a kind comes before those made of it."""
        found = [kind for kind in self.kinds.values() if word in kind.values]
        return sorted(found, key=lambda kind: kind.name in self.base)

    def columns(self, word: str) -> list[t.TableDecl]:
        """Return the tables that have a column called `word`."""
        return [table for table in self.tables.values() if word in table.columns and table.second_key is None]

    def place(self, name: str, namespace: str = "") -> Span:
        """Return the place where `name` is declared."""
        return self.places.get((namespace, name), NOWHERE)

    def describe(self, found: t.Type) -> str:
        """Return the game's phrase for one value of a type: `a tile`, `a number`, `a set of hexes`."""
        match found:
            case t.SetType():
                return f"a set of {self.describe_many(found.of)}"
            case t.ListType():
                return f"a list of {self.describe_many(found.of)}"
            case t.MaybeType():
                return f"{self.describe(found.of)} or none"
            case t.NothingType():
                return "none"
            case t.TruthType():
                return "yes or no"
            case t.UnknownType():
                return "unknown"
        return article(self._word(found))

    def describe_many(self, found: t.Type) -> str:
        """Return the game's phrase for several values of a type: `tiles`, `numbers`."""
        match found:
            case t.SetType() | t.ListType():
                return f"sets of {self.describe_many(found.of)}"
            case t.MaybeType() | t.NothingType() | t.TruthType() | t.UnknownType():
                return "values"
            case t.KindType():
                return f"values of {found.name}"
            case t.PlaceType():
                board = self.boards[found.board]
                return self.place_word(board).replace(PLACE_WORDS[board.shape], board.shape, 1)
        return plural(self._word(found))

    def _word(self, found: t.Type) -> str:
        match found:
            case t.PieceType():
                return found.piece
            case t.CounterType():
                return found.counter
            case t.PlaceType():
                return self.place_word(self.boards[found.board])
            case t.KindType():
                return found.name
            case t.PlayerType(team):
                return "team" if team else "player"
            case t.WayType():
                return "way"
        return "number"


def _is_in(span: Span, section: Span) -> bool:
    return span.file == section.file and section.line <= span.line <= section.end_line
