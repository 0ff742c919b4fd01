"""Symbol table: all declarations of a ruleset by name; scopes, and the names of types in problems."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import assert_never

from msgspec import structs

from dsl.base.problem import Problem, Problems
from dsl.base.source import NOWHERE, Span
from dsl.semantics import typed as t
from dsl.semantics.error_messages import article, closing, duplicate, mismatch, plural, plurals, unknown
from dsl.semantics.type_compatibility import NOTHING, PLAYER, TEAM, TRUTH, UNKNOWN, Agreement, number, sure
from dsl.syntax.ast import (
    ChoicesSection,
    CollectionType,
    DefineSection,
    Expr,
    GameSection,
    Name,
    NamedType,
    Number,
    Parameter,
    PathType,
    RangeType,
    Section,
    SimpleType,
    Teams,
    TypeText,
    UnaryMinus,
    WithPlayersSection,
)

MOST_PROBLEMS = 200
PLACE_WORDS = {"hexes": "hex", "squares": "square", "areas": "area", "slots": "slot"}


def board_called(word: str, shapes: Mapping[str, str]) -> str:
    """Return the board of these shapes whose places are called `word` (`hex`, `hexes`, `hexes of pond`), or nothing."""
    sort, _, name = word.partition(" of ")
    for board, shape in shapes.items():
        if sort in (shape, PLACE_WORDS[shape]) and name in ("", board):
            return board
    return ""


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
    misdeclared: set[str] = field(default_factory=set)  #: zones of an unknown type, reported at their declaration
    clamped: set[str] = field(default_factory=set)  #: variables clamped to their range
    skips_choices: bool = False  #: whether every choice without an option is skipped, as in journals of old formats
    remembers: bool = False  #: whether a rule uses `times_seen`
    forgetful: frozenset[str] = frozenset()  #: variables that may become none again
    _agreement: Agreement | None = None

    def report(self, problem: Problem) -> None:
        """Add a problem; after a maximum number the check ends with RulesError."""
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


# ---- written types: `tile`, `0..9`, `set of tile`, `player or none` ----


def written(world: SymbolTable, node: TypeText) -> t.Type:
    """Return the type that is written; report words that are not types."""
    names = [a.name for a in node.alternatives if isinstance(a, NamedType)]
    if len(names) == len(node.alternatives) == 2 and set(names) == {"yes", "no"}:
        return TRUTH
    if len(names) == len(node.alternatives) and (union := union_name(world, names)):
        return t.KindType(union)
    found = [_simple(world, a) for a in node.alternatives]
    maybe = NOTHING in found
    rest = [f for f in found if f != NOTHING]
    if len(rest) != 1:
        if UNKNOWN not in rest:
            world.report(
                Problem(
                    "type-mismatch",
                    "a value is of one sort, or of that sort or none",
                    node.span,
                    "several sorts of value",
                    help="declare a definition or variable for each",
                )
            )
        return UNKNOWN
    return t.MaybeType(rest[0]) if maybe else rest[0]


def parameters(world: SymbolTable, params: tuple[Parameter, ...], asking: bool = False) -> tuple[t.ParamDecl, ...]:
    """Return declared parameters. Only an action is `asking`: its ways are asked of a player, others receive theirs."""
    for param in params:
        first = param.type.alternatives[0]
        if isinstance(first, PathType) and (param.given or not asking):
            _given_way(world, param, first)
    found = tuple(t.ParamDecl(p.name, written(world, p.type), p.given, p.span) for p in params)
    for asked in found if asking else ():
        if not asked.given and isinstance(asked.type, (t.SetType, t.ListType, t.MaybeType)):
            world.report(_not_asked(world, asked))
    return found


def _not_asked(world: SymbolTable, param: t.ParamDecl) -> Problem:
    """Report an action that asks for several values at once, or for a value that may be none."""
    assert isinstance(param.type, (t.SetType, t.ListType, t.MaybeType))
    said, one = world.describe(param.type), world.describe(param.type.of)
    if isinstance(param.type, t.MaybeType):
        hint = f"ask for {one}, and offer another action to those who want none"
    else:
        hint = f"ask for {one}, and let it be chosen several times: `choose ..., up to 3 times`"
    return Problem(
        "not-yet", f"asking for {said} cannot be played yet", param.span, f"this is {said}",
        "An action asks for one value at a time.", hint,
    )  # fmt: skip


def _given_way(world: SymbolTable, param: Parameter, way: PathType) -> None:
    world.report(
        Problem(
            "type-mismatch",
            "a way that is given is known already",
            way.span,
            "nothing more to say of it",
            help=f"write `{param.name}: {way.path}`",
        )
    )


def union_name(world: SymbolTable, names: list[str]) -> str:
    """Return the kind `Terrain or storm` if a piece has declared it, or nothing."""
    name = " or ".join(names)
    return name if len(names) > 1 and name in world.kinds else ""


def _simple(world: SymbolTable, node: SimpleType) -> t.Type:
    match node:
        case NamedType():
            return _named(world, node)
        case RangeType():
            return number(*bounds(world, node))
        case CollectionType():
            inner = _named(world, NamedType(node.of, span=closing(node.span, node.of)))
            if inner == UNKNOWN:
                return UNKNOWN
            return t.SetType(inner) if node.kind == "set" else t.ListType(inner)
        case PathType():
            if node.path in world.paths:
                return t.WayType(node.path)
            world.report(unknown(node.path, "path", node.span, world.paths))
            return UNKNOWN
    assert_never(node)


def _named(world: SymbolTable, node: NamedType) -> t.Type:
    name = node.name
    if name in world.pieces:
        return t.PieceType(name)
    if name in world.counters:
        return t.CounterType(name)
    if name in world.kinds:
        return t.KindType(name)
    if name in world.paths:
        return t.WayType(name)
    if name.partition(" of ")[0] in PLACE_WORDS.values() and (board := world.which_board(name, node.span)):
        return t.PlaceType(board)
    match name:
        case "player":
            return PLAYER
        case "team":
            return TEAM
        case "none":
            return NOTHING
        case "number":
            return t.NumberType()
    sorts = {*world.pieces, *world.counters, *world.kinds, *world.paths, "player", "team", "number"}
    sorts |= {world.place_word(board) for board in world.boards.values()}
    world.report(unknown(name, "sort of thing", node.span, sorts, "unknown-kind"))
    return UNKNOWN


def bounds(world: SymbolTable, node: RangeType) -> tuple[int, int]:
    """Return the bounds of a range; a bound that names an option is the outermost value of that option."""
    low, high = _end(world, node.low)[0], _end(world, node.high)[1]
    if low > high:
        world.report(
            Problem(
                "out-of-range",
                "a range goes from its least number to its greatest",
                node.span,
                f"{low} is more than {high}",
                help=f"write `{high}..{low}`",
            )
        )
        return high, low
    return low, high


def _end(world: SymbolTable, node: Expr) -> tuple[int, int]:
    match node:
        case Number():
            return node.value, node.value
        case UnaryMinus(Number(value)):
            return -value, -value
        case Name() if node.name in world.options:
            world.used_options.add(node.name)
            type_ = world.options[node.name].type
            if isinstance(type_, t.NumberType):
                return type_.low, type_.high
        case Name():
            numbers = [o.name for o in world.options.values() if isinstance(o.type, t.NumberType)]
            world.report(unknown(node.name, "option", node.span, numbers, "unknown-option"))
            return 0, 0
    world.report(
        Problem("not-a-number", "each end of a range is a number or an option that is one", node.span, "no number")
    )
    return 0, 0


# ---- teams ----


def teams(world: SymbolTable, game: GameSection, sections: Iterable[Section]) -> None:
    """Declare the teams for each number of players; those below `with N players` take precedence."""
    if game.teams is not None:
        _names_known(world, game.teams, world.colours)
        for number in world.numbers:
            _take(world, number, game.teams)
    for section in sections:
        if isinstance(section, WithPlayersSection) and section.teams is not None:
            _names_known(world, section.teams, world.colours[: section.low])
            for number in range(section.low, section.high + 1):
                _take(world, number, section.teams)


def _names_known(world: SymbolTable, node: Teams, colours: tuple[str, ...]) -> None:
    """Report unknown players, and players named twice."""
    seen: set[str] = set()
    for name in (name for team in node.teams for name in team):
        if name not in colours:
            world.report(unknown(name, "player", node.place_of(name), colours))
        elif name in seen:
            summary = f"`{name}` plays in one team"
            world.report(Problem("duplicate-name", summary, node.span, f"`{name}` stands here twice"))
        seen.add(name)


def _take(world: SymbolTable, number: int, node: Teams) -> None:
    """Declare the teams for one number of players; a player who is not named has no partners."""
    seats = {colour: seat for seat, colour in enumerate(world.colours[:number])}
    named = [tuple(sorted({seats[name] for name in team if name in seats})) for team in node.teams]
    alone = [(seat,) for seat in range(number) if not any(seat in team for team in named)]
    found = tuple(sorted(team for team in (*named, *alone) if team))
    if any(len(team) > 1 for team in found):
        world.teams[number] = found
    else:
        world.teams.pop(number, None)


def team_of(found: t.Expr) -> t.Expr:
    """Return the team of a player."""
    return t.PropertyValue("team", found, type=TEAM, span=found.span)


def as_team(found: t.Expr, wanted: t.Type) -> t.Expr:
    """Return a player's team where a team is `wanted`, anything else unchanged."""
    return team_of(found) if found.type == PLAYER and sure(wanted) == TEAM else found


def players_of(found: t.Expr) -> t.Expr:
    """Return the players of a team."""
    return t.PropertyValue("players", found, type=t.SetType(PLAYER), span=found.span)


def one_or_team(scope: Scope, node: Expr, who: str) -> t.Expr:
    """Return `node` as a player or a team."""
    found = scope.typed(node, PLAYER)
    return found if found.type == TEAM else scope.fit(found, PLAYER, who)


def together(left: t.Expr, right: t.Expr) -> tuple[t.Expr, t.Expr]:
    """Return both sides of a comparison: if one is a team, a player on the other side is replaced by its team."""
    return as_team(left, right.type), as_team(right, left.type)


def has_teams(world: SymbolTable) -> bool:
    """Return whether there are partners with some number of players."""
    return bool(world.teams)


def player_property_type(found: t.PlayerType, word: str) -> t.Type | None:
    """Return the type of `team of p` and `players of t`."""
    match word, found.team:
        case "team", False:
            return TEAM
        case "players", True:
            return t.SetType(PLAYER)
    return None


def player_properties(world: SymbolTable, found: t.PlayerType) -> Iterator[str]:
    """Yield the properties of players and teams in a game that has teams."""
    if has_teams(world):
        yield "players" if found.team else "team"


# ---- scopes ----


Fact = tuple[str, ...]  #: names a value that may be none: ("local", "x"), ("variable", "v"), ("variable", "v", "of me")
Judge = Callable[["Scope", Expr, t.Type | None], t.Expr]


@dataclass(frozen=True, slots=True)
class LocalName:
    """Local name of a declaration. A let or budget is `assignable`."""

    unique: str
    type: t.Type
    span: Span
    assignable: bool = False


@dataclass(slots=True)
class Declaration:
    """Context of the declaration being checked (a definition, action, routine ...): local names are unique within
    it."""

    world: SymbolTable
    judge: Judge
    who: str  #: such as "action drift", for the graph of calls
    taken: set[str] = field(default_factory=set)

    def unique(self, name: str) -> str:
        """Return `name`, or `name_2`, `name_3` ... if it is already used in this declaration."""
        candidate, n = name, 1
        while candidate in self.taken:
            n += 1
            candidate = f"{name}_{n}"
        self.taken.add(candidate)
        return candidate


@dataclass(slots=True)
class Scope:
    """Scope: the names visible at one place of a declaration."""

    part: Declaration
    locals: dict[str, LocalName] = field(default_factory=dict)
    facts: set[Fact] = field(default_factory=set)
    repeats: bool = False  #: whether a `repeat` encloses this place, so that `stop` is allowed
    effects: bool = False  #: whether random values are allowed: only in statements
    condition: Expr | None = None  #: the condition or key to which the current `it` belongs
    own: set[str] = field(default_factory=set)  #: names declared in this block itself

    @property
    def world(self) -> SymbolTable:
        """Return the symbol table."""
        return self.part.world

    def inner(self) -> Scope:
        """Return a scope for a block: names and facts of this scope are visible in it, not the reverse."""
        return replace(self, locals=dict(self.locals), facts=set(self.facts), own=set())

    def declare(self, name: str, type_: t.Type, span: Span, assignable: bool = False) -> str:
        """Declare `name` from here on and return its unique name."""
        if name in self.own:
            self.report(duplicate(name, span, self.locals[name].span))
        self.own.add(name)
        local = LocalName(self.part.unique(name), type_, span, assignable)
        self.locals[name] = local
        return local.unique

    def forget(self, loops: bool = False, only: frozenset[str] | None = None) -> None:
        """Drop facts that may no longer hold: after a routine or choice, or an earlier iteration of a loop. Of
        variables perhaps `only` those that the loop assigns."""
        changing = {local.unique for local in self.locals.values() if local.assignable} if loops else set()
        lost = self.world.forgetful if only is None else self.world.forgetful & only
        self.facts = {
            f
            for f in self.facts
            if not ((f[0] == "variable" and f[1] in lost) or (f[0] == "local" and f[1] in changing))
        }

    def with_it(self, type_: t.Type, span: Span, condition: Expr) -> tuple[Scope, str]:
        """Return a scope in which `it` is a `type_`, and the unique name of it."""
        scope = self.inner()
        name = scope.declare("it", type_, span)
        scope.condition = condition
        return scope, name

    def report(self, problem: Problem) -> None:
        """Add a problem."""
        self.world.report(problem)

    def typed(self, node: Expr, wanted: t.Type | None = None) -> t.Expr:
        """Return the typed form of `node`; `wanted` only resolves words such as `any` or `spring`."""
        return self.part.judge(self, node, wanted)

    def unknown(self, span: Span) -> t.Expr:
        """Return a placeholder of unknown type for an expression that is already reported."""
        return t.Constant(0, type=UNKNOWN, span=span)

    def need(self, node: Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `node` converted to type `wanted`; `who` names in a message what needs it."""
        return self.fit(self.typed(node, wanted), wanted, who)

    def fit(self, found: t.Expr, wanted: t.Type, who: str) -> t.Expr:
        """Return `found` converted to type `wanted`, or report a mismatch."""
        agreement = self.world.agreement
        found = as_team(found, wanted)
        if isinstance(wanted, t.PlaceType) and agreement.agrees(found.type, wanted):
            return self.as_place(found)
        if isinstance(wanted, t.SetType) and isinstance(found, t.ListOf) and agreement.agrees(found.type, wanted):
            return structs.replace(found, type=wanted)  # `(a, b)` has an order, which a set does not keep
        if agreement.agrees(found.type, wanted):
            on_board = isinstance(wanted, t.SetType) and isinstance(wanted.of, t.PlaceType)
            found = self.standing(found) if on_board else found
            empty = isinstance(found.type, t.NothingType) and isinstance(wanted, (t.SetType, t.ListType))
            return structs.replace(found, type=wanted) if empty else found
        if isinstance(found.type, t.MaybeType) and agreement.agrees(found.type.of, wanted):
            self.report(maybe_none(self.world, found))
        else:
            self.report(self.misfit(found, wanted, who))
        return self.unknown(found.span)

    def misfit(self, found: t.Expr, wanted: t.Type, who: str) -> Problem:
        """Return the problem that `found` does not have type `wanted`."""
        needed, got = self.world.describe(wanted), self.world.describe(found.type)
        return mismatch(f"{who} needs {needed}, and this is {got}", found.span, f"this is {got}", needed, got)

    def as_place(self, found: t.Expr) -> t.Expr:
        """Return the place of a thing; a thing that is known by its cell is returned unchanged."""
        if isinstance(found.type, (t.PlaceType, t.UnknownType)) or found.type in self.world.agreement.by_cell:
            return found
        place = self.world.agreement.place_of(found.type)
        return found if place is None else t.PropertyValue("place", found, type=place, span=found.span)

    def standing(self, found: t.Expr) -> t.Expr:
        """Return the places of a set of pieces known by number; any other `found` unchanged."""
        place = self.world.agreement.place_of(found.type.of) if isinstance(found.type, t.SetType) else None
        if place is None or not self.world.agreement.numbered(found.type) or isinstance(found, t.ZoneSet):
            return found
        return t.StandingCells(found, type=t.SetType(place), span=found.span)


def maybe_none(world: SymbolTable, found: t.Expr) -> Problem:
    """Report a value that may be none where a value is needed."""
    said = world.describe(found.type)
    name = _name_of(found)
    who = f"`{name}`" if name else "this"
    nobody = "nobody" if "player" in said else "none"
    return Problem(
        "maybe-none",
        f"{who} may be {nobody} here",
        found.span,
        said,
        help=f"test it first: `if {name} is not none`" if name else "name it with `let` and test it first",
    )


def _name_of(found: t.Expr) -> str:
    match found:
        case t.LocalValue():
            return found.name
        case t.VariableValue(of=None):
            return found.variable
        case t.VariableValue(of=t.Me()):
            return f"{found.variable} of me"
        case t.TableValue(column=str() as column, keys=(t.LocalValue(name),)) if column:
            return f"{column} of {name}"
    return ""


def fact_of(found: t.Expr) -> Fact | None:
    """Return the key of the fact that `found` is not none, if it has one."""
    match found:
        case t.LocalValue():
            return ("local", found.name)
        case t.VariableValue(of=None):
            return ("variable", found.variable)
        case t.VariableValue(of=t.Me()):
            return ("variable", found.variable, "me")
        case t.VariableValue(of=t.LocalValue() as owner):
            return ("variable", found.variable, owner.name)
        case t.TableValue(table=table, column=str() as column, keys=(t.LocalValue(name),)):
            return ("column", table, column, name)  # a cell and a name never change
    return None


def facts_if(condition: t.Expr, holds: bool) -> Iterator[Fact]:
    """Yield the keys of values that are certainly not none if `condition` holds (or fails)."""
    match condition:
        case t.Comparison("!=" | "==" as operator, left, t.Constant(type=t.NothingType())):
            if (operator == "!=") == holds and (fact := fact_of(left)) is not None:
                yield fact
        case t.Logic(operator, parts) if (operator == "and") == holds:
            for part in parts:
                yield from facts_if(part, holds)
        case t.Negation():
            yield from facts_if(condition.value, not holds)
