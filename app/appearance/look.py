"""Look of a game: colours, drawings, shapes and board plans, read from the `.look` files beside its rules.

Missing values have defaults that are derived from names, so a game without look files is playable with plain shapes.
Look files may be untrusted: they are data only, and are refused with a `LookError`.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, get_args

from app.appearance.board_plan import PLAIN, BoardPlan, read_plan
from app.appearance.conditions import NOTHING_KNOWN, Condition, KnownValues
from app.appearance.drawings import Drawing, Drawings, LookError
from app.appearance.kind_look import KindLook, Paint, pick, plain_kind
from app.appearance.look_file import KIND_KEYS, LARGEST_FILE, LookFile, Table
from dsl.base.files import UnreadableError, read_head, read_text

if TYPE_CHECKING:
    from dsl.match.view import CellView, CounterView, PieceView

Weave = Literal["plain", "stripes", "dots", "bars", "rings", "checks", "waves", "cross"]
Shape = Literal["disc", "pawn", "cube", "meeple", "stone", "card", "die"]
Mark = Literal["none", "ringed", "faded", "crossed"]
EmptyCell = Literal["sea", "plain"]
Form = Literal["ground", "figure"]
Stacking = Literal["one", "heap"]
TableTop = Literal["water", "felt", "wood", "dark_wood", "linen", "slate", "paper", "plain"]
Wall = Literal["line", "fence", "ridge"]

WEAVES: tuple[Weave, ...] = get_args(Weave)
SHAPES: tuple[Shape, ...] = get_args(Shape)
MARKS: tuple[Mark, ...] = get_args(Mark)
EMPTY_CELLS: tuple[EmptyCell, ...] = get_args(EmptyCell)
FORMS: tuple[Form, ...] = get_args(Form)
STACKINGS: tuple[Stacking, ...] = get_args(Stacking)
TABLE_TOPS: tuple[TableTop, ...] = get_args(TableTop)
WALLS: tuple[Wall, ...] = get_args(Wall)

SetPart = Literal["pieces", "board"]
SET_PARTS: tuple[SetPart, ...] = get_args(SetPart)

_TOP = {"cover", "board", "boards", "pieces", "counters", "players", "tracks", "icons", "zones", "sets"}
_OF_SET = {"board", "boards", "pieces", "counters", "players"}  #: what a set may replace
_MOST_SETS = 20
_KEPT = 24  #: looks that are kept: each page with a game asks for its look
_TITLE = re.compile(r"title(?:_([a-z][a-z0-9-]{1,11}))?")
_LONGEST_TITLE = 60
_COUNTERS: tuple[Shape, ...] = ("disc", "meeple", "cube", "pawn", "stone", "die")  #: of counters without a look
_OWNERS = ("#c0392b", "#2461b0", "#7d3fa0", "#2f2f33", "#f2ede2", "#2e8b57", "#e2b007", "#d9772b")
#: Fills of players by the names of their colours.
WELL_KNOWN = {
    "red": "#c0392b",
    "blue": "#2461b0",
    "violet": "#7d3fa0",
    "purple": "#7d3fa0",
    "black": "#2f2f33",
    "white": "#f2ede2",
    "green": "#2e8b57",
    "yellow": "#e2b007",
    "orange": "#d9772b",
    "brown": "#7a5233",
    "grey": "#8a8a8a",
    "pink": "#d977a5",
}


_ALIKE = 90.0  #: largest distance of two colours that count as the same, of 441 between black and white

SEA = Paint("#bcd7dc", "#14303b")
TABLE_TOP = Paint("#b79a72", "#2f2419")


def _distance(one: str, other: str) -> float:
    """Return the distance of two colours (#rrggbb) in the cube of red, green and blue."""
    return math.dist(*([int(each[i : i + 2], 16) for i in (1, 3, 5)] for each in (one, other)))


@dataclass(frozen=True, slots=True)
class CounterLook:
    """Look of a counter: its drawing or shape, how equal ones are stacked (a number or a heap), and each state."""

    shape: str = "disc"
    form: Stacking = "one"
    marks: Mapping[str, Mark] = field(default_factory=dict)
    art: tuple[Drawing, ...] = ()  #: variants
    state_art: Mapping[str, tuple[Drawing, ...]] = field(default_factory=dict)  #: of states with a drawing of their own
    when: tuple[tuple[Condition, CounterLook], ...] = ()  #: looks in its place; the first whose condition holds


@dataclass(frozen=True, slots=True)
class PlayerLook:
    """Look of a player: colour, pattern and letter; each of them alone distinguishes the players."""

    fill: Paint
    pattern: Weave
    letter: str
    art: Drawing | None = None  #: portrait


@dataclass(frozen=True, slots=True)
class BoardLook:
    """What the boards lie on, and the style of empty cells; None: sea for hexes, plain for others."""

    background: Paint = SEA
    empty: EmptyCell | None = None
    table: TableTop | None = None  #: None: see `Look.table_top`
    coast: bool = False  #: a coastline around each connected land, instead of outlined empty cells
    wall: Wall = "line"  #: how walls at the sides of tiles are drawn


@dataclass(frozen=True, slots=True)
class LookSet:
    """Set of other drawings and colours that a player can choose for the pieces or for the board."""

    name: str
    part: SetPart
    titles: Mapping[str, str]  #: by language; "" for all others
    file: LookFile = field(compare=False)
    values: Table = field(compare=False)  #: what it replaces, as in the file

    def title(self, language: str) -> str:
        """Return the title in a language."""
        return self.titles.get(language) or self.titles[""]


@dataclass(frozen=True, slots=True)
class Look:
    """Complete look of a game. Every method accepts unknown names and returns a default for them."""

    board: BoardLook = BoardLook()
    boards: Mapping[str, BoardPlan] = field(default_factory=dict)
    pieces: Mapping[str, Mapping[str, KindLook]] = field(default_factory=dict)
    forms: Mapping[str, Form] = field(default_factory=dict)
    counters: Mapping[str, CounterLook] = field(default_factory=dict)
    players: Mapping[str, PlayerLook] = field(default_factory=dict)
    drawings: Drawings = field(default_factory=Drawings)
    backs: Mapping[str, Drawing] = field(default_factory=dict)  #: of cards and hidden figures, by piece
    plates: frozenset[str] = frozenset()  #: pieces whose figures are upright plates
    hexagonal: frozenset[str] = frozenset()  #: pieces whose backs are hexes, not cards
    out_of_play: frozenset[str] = frozenset()  #: pieces that are shown beside the board when they have left it for good
    icons: Mapping[str, Drawing] = field(default_factory=dict)  #: by name of an action, counter, variable or piece
    tracks: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  #: ordered values of a variable, by its name
    nested: Mapping[str, str] = field(default_factory=dict)  #: the track within whose step another counts, by its name
    last_steps: Mapping[str, str] = field(
        default_factory=dict
    )  #: the variable with the last step of a track, by its name
    quiet: frozenset[str] = frozenset()  #: zones that matter little, such as what a set-up has left over
    zone_actions: Mapping[str, str] = field(default_factory=dict)  #: the action that a click on a zone chooses, by zone
    sets: tuple[LookSet, ...] = ()  #: that a player can choose
    cover: Drawing | None = None  #: picture of the game on the first page; None: a position on its board

    def with_sets(self, names: Iterable[str]) -> Look:
        """Return this look with the sets of these names; unknown names are ignored."""
        chosen = frozenset(names)
        look = self
        for each in self.sets:
            if each.name in chosen:
                look = _with_tables(look, each.file, each.values, f"sets.{each.name}")
        return look

    def background(self, *, sea: bool) -> Paint:
        """Return the background of the boards; by default sea, or a table top for boards without `sea` cells."""
        return TABLE_TOP if self.board.background == SEA and not sea else self.board.background

    def table_top(self, *, sea: bool) -> TableTop:
        """Return what the boards lie on; by default plain where the look has a colour for it, else water or wood."""
        if self.board.table is not None:
            return self.board.table
        return "plain" if self.board.background != SEA else "water" if sea else "wood"

    def empty(self, *, hexagonal: bool) -> EmptyCell:
        """Return the style of empty cells."""
        return self.board.empty or ("sea" if hexagonal else "plain")

    def plan(self, board: str) -> BoardPlan:
        """Return the plan of a board."""
        return self.boards.get(board, PLAIN)

    def terrain(self, board: str, kind: str) -> KindLook:
        """Return the look of a place of this kind: from its board, else from a piece with the same kind."""
        named = (self.plan(board).kinds, *self.pieces.values())
        return next((kinds[kind] for kinds in named if kind in kinds), None) or plain_kind(kind)

    def kind(self, piece: str, kind: str) -> KindLook:
        """Return the look of a piece of this kind."""
        kinds = self.pieces.get(piece, {})
        return kinds.get(kind) or kinds.get("") or plain_kind(kind or piece)

    def kind_of(self, piece: PieceView, known: KnownValues = NOTHING_KNOWN, cell: CellView | None = None) -> KindLook:
        """Return the look of a piece on a cell, as the known values choose it."""
        return chosen_look(self.kind(piece.piece, piece.kind), piece, known, cell)

    def counter_of(
        self, counter: CounterView, known: KnownValues = NOTHING_KNOWN, cell: CellView | None = None
    ) -> CounterLook:
        """Return the look of a counter on a cell, as the known values choose it."""
        look = self.counter(counter.counter)
        return next((other for condition, other in look.when if known.hold(condition, counter, cell)), look)

    def shape(self, name: str) -> Shape:
        """Return the shape with this name, else a disc."""
        known: dict[str, Shape] = {shape: shape for shape in SHAPES}
        return known.get(name, "disc")

    def icon(self, name: str) -> Drawing | None:
        """Return the icon of an action, a counter, a variable, a piece or a kind."""
        if name in self.icons:
            return self.icons[name]
        kind = self.kind_named(name)
        return kind.icon if kind is not None else None

    def kind_named(self, name: str) -> KindLook | None:
        """Return the look of the first kind of a place or a piece that has this name and an icon."""
        named = (*(plan.kinds for plan in self.boards.values()), *self.pieces.values())
        return next((kinds[name] for kinds in named if name in kinds and kinds[name].icon is not None), None)

    def form(self, piece: str, *, owned: bool) -> Form:
        """Return whether a piece is a figure or the ground of its cell; by default, owned pieces are figures."""
        return self.forms.get(piece, "figure" if owned else "ground")

    def counter(self, counter: str) -> CounterLook:
        """Return the look of a counter."""
        return self.counters.get(counter) or CounterLook(pick(_COUNTERS, counter))

    def mark(self, counter: str, state: str, rank: int = 0) -> Mark:
        """Return the mark of a state. If the look lists states, the others have no mark; else `rank`, the index of the
        state, selects a mark."""
        marks = self.counter(counter).marks
        return marks.get(state, "none") if marks else MARKS[rank % len(MARKS)]

    def player(self, colour: str) -> PlayerLook:
        """Return the look of a player; `for_players` makes the looks of several players distinct."""
        return self.players.get(colour) or plain_player(colour, WELL_KNOWN.get(colour, pick(_OWNERS, colour)))

    def nearest_player(self, wanted: str, colours: Sequence[str]) -> str | None:
        """Return the player of this name, else the one drawn in the colour most like the well-known colour `wanted`;
        None if there is none like it."""
        if wanted in colours:
            return wanted
        if wanted not in WELL_KNOWN or not colours:
            return None
        found = min(colours, key=lambda colour: _distance(WELL_KNOWN[wanted], self.player(colour).fill.light))
        return found if _distance(WELL_KNOWN[wanted], self.player(found).fill.light) <= _ALIKE else None

    def portrait(self, colour: str) -> Drawing | None:
        """Return the drawing in a player's portrait: the one that the look names, else of a counter or figure."""
        if self.player(colour).art:
            return self.player(colour).art
        counters = (look.art[0] for look in self.counters.values() if look.art)
        figures = (
            kind.art[0]
            for piece, kinds in self.pieces.items()
            if self.forms.get(piece) == "figure"
            for kind in kinds.values()
            if kind.art
        )
        return next(counters, None) or next(figures, None)

    def for_players(self, colours: Iterable[str]) -> Look:
        """Return this look with a distinct pattern and letter for each of these players."""
        players = dict(self.players)
        for colour in colours:
            if colour not in players:
                players[colour] = _made_distinct(self.player(colour), colour, players.values())
        return replace(self, players=players)

    def with_letters(self, said: Callable[[str], str]) -> Look:
        """Return this look with translated letters, except those used in maps; `said` returns a letter or ""."""
        mapped = {kind.map_of for kinds in self.pieces.values() for kind in kinds.values()}
        pieces = {
            piece: kinds if piece in mapped else _with_letters(kinds, piece, said)
            for piece, kinds in self.pieces.items()
        }
        boards = {name: replace(plan, kinds=_with_letters(plan.kinds, "", said)) for name, plan in self.boards.items()}
        players = {name: replace(look, letter=said(name) or look.letter) for name, look in self.players.items()}
        return replace(self, pieces=pieces, boards=boards, players=players)


def chosen_look(
    look: KindLook, piece: PieceView, known: KnownValues = NOTHING_KNOWN, cell: CellView | None = None
) -> KindLook:
    """Return the look of a piece that its conditions choose from the look of its kind."""
    return next((other for condition, other in look.when if known.hold(condition, piece, cell)), look)


def _with_letters(kinds: Mapping[str, KindLook], piece: str, said: Callable[[str], str]) -> Mapping[str, KindLook]:
    """Return kinds with translated letters; the kind "" uses the name of the piece."""
    return {name: _with_letter(kind, said(name or piece)) for name, kind in kinds.items()}


def _with_letter(kind: KindLook, letter: str) -> KindLook:
    """Return the look of a kind, and of its cases, with a translated letter; a case with another letter keeps it."""
    if not letter:
        return kind
    when = tuple(
        (case, replace(other, letter=letter) if other.letter == kind.letter else other) for case, other in kind.when
    )
    return replace(kind, letter=letter, when=when)


def plain_player(colour: str, fill: str) -> PlayerLook:
    """Return the default look of a player."""
    return PlayerLook(Paint(fill, fill), pick(WEAVES, colour), colour[:1].upper())


def read_look(*folders: Path) -> Look:
    """Return the look of these folders; later folders override earlier ones.

    Raises:
        LookError: A file cannot be read, is not TOML, or has an unknown key or value.
    """
    drawings = Drawings.of(folders)
    files = tuple((path, _text(path)) for folder in folders for path in sorted(folder.glob("*.look")))
    return _look(files, tuple(drawings.by_name.values()), drawings.complete)


def _text(path: Path) -> str:
    try:
        return read_text(path, LARGEST_FILE)
    except (OSError, UnreadableError) as error:
        raise LookError(path, "", f"cannot be read: {error}") from error


@lru_cache(maxsize=_KEPT)
def _look(files: tuple[tuple[Path, str], ...], drawings: tuple[Drawing, ...], complete: bool) -> Look:
    """Return the look of these files, which have these texts."""
    look = Look(drawings=Drawings({each.name: each for each in drawings}, complete))
    for path, text in files:
        look = _with_file(look, LookFile(path, text, look.drawings))
    return look


def _made_distinct(look: PlayerLook, colour: str, others: Iterable[PlayerLook]) -> PlayerLook:
    """Return the look with a pattern and a letter that no other look has, as long as there are free ones."""
    others = tuple(others)
    weaves = {other.pattern for other in others}
    letters = {other.letter for other in others}
    weave = next((w for w in (look.pattern, *WEAVES) if w not in weaves), look.pattern)
    # For black beside blue, K: the last letter of a word is the next easiest to remember.
    candidates = look.letter + (colour[-1:] + colour[1:]).upper() + "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    letter = next((c for c in candidates if c not in letters), look.letter)
    return replace(look, pattern=weave, letter=letter)


def _with_file(look: Look, file: LookFile) -> Look:
    """Return `look`, with the values of the file in place of its own."""
    top = file.table(file.contents(), "", _TOP)
    found = _with_tables(look, file, top)
    sets = {each.name: each for each in look.sets}
    own = [_set(file, name, value) for name, value in file.tables(top, "", "sets")]
    sets.update({each.name: each for each in own})
    if len(sets) > _MOST_SETS:
        raise file.refused("sets", f"at most {_MOST_SETS} sets can be chosen from")
    found = replace(found, sets=tuple(sets.values()))
    for each in own:
        found.with_sets([each.name])  # a wrong value is refused now, not when the set is chosen
    return found


def _set(file: LookFile, name: str, value: object) -> LookSet:
    key = f"sets.{name}"
    table = file.table(value, key)
    titles = {found[1] or "": table[word] for word in table if (found := _TITLE.fullmatch(word))}
    allowed = {"part", *_OF_SET, *(word for word in table if _TITLE.fullmatch(word))}
    file.table(table, key, allowed | {"title"})
    for title in (titles.get(""), *titles.values()):
        if not isinstance(title, str) or not 1 <= len(title) <= _LONGEST_TITLE or not title.isprintable():
            raise file.refused(f"{key}.title", f"a title of {_LONGEST_TITLE} letters at most is needed, not {title!r}")
    if "part" not in table:
        raise file.refused(f"{key}.part", f"one of {', '.join(SET_PARTS)} is needed")
    part = file.one_of(table, key, "part", SET_PARTS, "pieces")
    said = {language: str(title) for language, title in titles.items()}
    return LookSet(name, part, said, file, {word: table[word] for word in table.keys() & _OF_SET})


_PIECE_KEYS = {"kinds", "form", "map_of", "turned_by", "back", "plate", "hexagonal", "out_of_play", "when"}


def _with_tables(look: Look, file: LookFile, top: Table, of: str = "") -> Look:
    """Return `look`, with the values of the tables in place of its own. `of` is the key of the set that has them: its
    players and counters keep the values that it does not replace."""
    at = f"{of}." if of else ""
    pieces = {name: dict(kinds) for name, kinds in look.pieces.items()}
    forms, backs, plates, hexagonal = dict(look.forms), dict(look.backs), set(look.plates), set(look.hexagonal)
    lost = set(look.out_of_play)
    for name, value in file.tables(top, of, "pieces"):
        key = f"{at}pieces.{name}"
        table = file.table(value, key, {*_PIECE_KEYS, *KIND_KEYS})
        before = pieces.get(name, {})
        whole = (
            {"": file.kind_in("", table, key, before.get("") or _any_kind(name))}
            if {"when", *KIND_KEYS} & table.keys()
            else {}
        )
        known = next(iter(before.values()), KindLook(SEA, ""))
        maps = file.name(table, key, "map_of", known.map_of)
        turned_by = file.words(table, key, "turned_by") if "turned_by" in table else known.turned_by
        kinds = {**whole, **file.kinds(table, key, before, whole.get("", before.get("")))}.items()
        mapped = {kind: replace(drawn, map_of=maps, turned_by=turned_by) for kind, drawn in kinds}
        pieces[name] = {**pieces.get(name, {}), **mapped}
        if "form" in table:
            forms[name] = file.one_of(table, key, "form", FORMS, "ground")
        back = file.drawing(table, key, "back", backs.get(name))
        if back is not None:
            backs[name] = back
        if "plate" in table:
            (plates.add if file.flag(table, key, "plate", False) else plates.discard)(name)
        if "out_of_play" in table:
            (lost.add if file.flag(table, key, "out_of_play", False) else lost.discard)(name)
        if "hexagonal" in table:
            (hexagonal.add if file.flag(table, key, "hexagonal", False) else hexagonal.discard)(name)
    boards = {
        n: read_plan(file, t, f"{at}boards.{n}", look.boards.get(n, PLAIN)) for n, t in file.tables(top, of, "boards")
    }
    counters = {
        n: _counter(file, t, f"{at}counters.{n}", look.counter(n) if of else CounterLook())
        for n, t in file.tables(top, of, "counters")
    }
    players = {
        n: _player(file, t, f"{at}players.{n}", look.player(n) if of else Look().player(n))
        for n, t in file.tables(top, of, "players")
    }
    found = Look(
        board=_board(file, top["board"], f"{at}board", look.board) if "board" in top else look.board,
        boards={**look.boards, **boards},
        pieces=pieces,
        forms=forms,
        counters={**look.counters, **counters},
        players={**look.players, **players},
        drawings=look.drawings,
        backs=backs,
        plates=frozenset(plates),
        hexagonal=frozenset(hexagonal),
        out_of_play=frozenset(lost),
        icons={**look.icons, **_icons(file, top)},
        tracks={**look.tracks, **{n: _track(file, t, f"tracks.{n}") for n, t in file.tables(top, "", "tracks")}},
        nested={**look.nested, **_named_of_tracks(file, top, "of")},
        last_steps={**look.last_steps, **_named_of_tracks(file, top, "last")},
        quiet=_quiet(file, top, look.quiet),
        zone_actions={**look.zone_actions, **_zone_actions(file, top)},
        sets=look.sets,
        cover=_cover(file, top["cover"], look.cover) if "cover" in top else look.cover,
    )
    _refuse_unknown_shapes(file, found)
    _refuse_unknown_squares(file, found)
    return found


def _refuse_unknown_shapes(file: LookFile, look: Look) -> None:
    kinds = [
        (f"pieces.{p}.kinds.{n}" if n else f"pieces.{p}", k) for p, ks in look.pieces.items() for n, k in ks.items()
    ]
    named = [(key, kind.shape) for key, kind in kinds]
    named += [(f"counters.{name}", counter.shape) for name, counter in look.counters.items()]
    for key, shape in named:
        if shape and shape not in SHAPES:
            raise file.refused(f"{key}.shape", f"one of {', '.join(SHAPES)} is needed, not {shape!r}")


def _refuse_unknown_squares(file: LookFile, look: Look) -> None:
    for piece, kinds in look.pieces.items():
        for name, kind in kinds.items():
            known = {each.letter for each in look.pieces.get(kind.map_of, {}).values()}
            stray = sorted(set("".join(kind.map)) - known)
            if stray:
                where = f"pieces.{piece}.kinds.{name}.map"
                raise file.refused(where, f"no kind of {kind.map_of or 'map_of'} has the letter {stray[0]!r}")


def _counter(file: LookFile, value: object, key: str, usual: CounterLook) -> CounterLook:
    table = file.table(value, key, {"shape", "form", "states", "art", "when"})
    plain = _counter_in(file, table, key, usual)
    cases = file.cases(table, key, {"shape", "form", "states", "art"})
    found = tuple((case, _counter_in(file, own, where, plain)) for where, case, own in cases)
    return replace(plain, when=found or usual.when)


def _counter_in(file: LookFile, table: Table, key: str, usual: CounterLook) -> CounterLook:
    """Return the look in a table; missing values are the `usual` ones, and a new drawing replaces those of states."""
    marks: dict[str, Mark] = {}
    state_art: dict[str, tuple[Drawing, ...]] = {}
    for name, state in file.tables(table, key, "states"):
        where = f"{key}.states.{name}"
        own = file.table(state, where, {"mark", "art"})
        marks[name] = file.one_of(own, where, "mark", MARKS, "none")
        state_art[name] = file.art(own, where, "art")
    form = file.one_of(table, key, "form", STACKINGS, usual.form)
    shape = file.name(table, key, "shape", usual.shape)
    kept = {} if "art" in table else usual.state_art
    art = file.art(table, key, "art", usual.art)
    return CounterLook(shape, form, {**usual.marks, **marks}, art, {**kept, **state_art})


def _track(file: LookFile, value: object, key: str) -> tuple[str, ...]:
    steps = file.table(value, key, {"steps", "of", "last"}).get("steps", "")
    if not isinstance(steps, str) or len(steps.split()) > 40:
        raise file.refused(f"{key}.steps", 'values with blanks between them are needed, such as "spring summer"')
    return tuple(steps.split())


def _named_of_tracks(file: LookFile, top: Table, field: str) -> dict[str, str]:
    """Return the variables that a field of the tracks names, by the name of the track."""
    tables = ((name, file.table(value, f"tracks.{name}")) for name, value in file.tables(top, "", "tracks"))
    return {name: file.name(table, f"tracks.{name}", field, "") for name, table in tables if field in table}


def _zones(file: LookFile, top: Table) -> list[tuple[str, Table]]:
    return [
        (name, file.table(value, f"zones.{name}", {"quiet", "action"})) for name, value in file.tables(top, "", "zones")
    ]


def _zone_actions(file: LookFile, top: Table) -> dict[str, str]:
    """Return the action without values that a click on a zone chooses, by the name of the zone."""
    tables = _zones(file, top)
    return {name: file.name(table, f"zones.{name}", "action", "") for name, table in tables if "action" in table}


def _quiet(file: LookFile, top: Table, before: frozenset[str]) -> frozenset[str]:
    """Return the zones that a look shows small."""
    tables = _zones(file, top)
    said = {name: file.flag(table, f"zones.{name}", "quiet", name in before) for name, table in tables}
    return before.union(said) - {name for name, quiet in said.items() if not quiet}


def _any_kind(piece: str) -> KindLook:
    """Return the default look of all kinds of a piece; each kind has a letter of its own."""
    return replace(plain_kind(piece), letter="")


def _icons(file: LookFile, top: Table) -> dict[str, Drawing]:
    table = file.table(top.get("icons", {}), "icons")
    found = {name: file.drawing(table, "icons", name) for name in table}
    return {name: drawing for name, drawing in found.items() if drawing is not None}


def _cover(file: LookFile, value: object, before: Drawing | None) -> Drawing | None:
    return file.drawing(file.table(value, "cover", {"art"}), "cover", "art", before)


def _player(file: LookFile, value: object, key: str, plain: PlayerLook) -> PlayerLook:
    table: Table = file.table(value, key, {"fill", "fill_dark", "pattern", "letter", "art"})
    return PlayerLook(
        file.paint(table, key, "fill", plain.fill),
        file.one_of(table, key, "pattern", WEAVES, plain.pattern),
        file.letter(table, key, plain.letter),
        file.drawing(table, key, "art", plain.art),
    )


def _board(file: LookFile, value: object, key: str, before: BoardLook) -> BoardLook:
    table = file.table(value, key, {"background", "background_dark", "empty", "table", "coast", "wall"})
    return BoardLook(
        file.paint(table, key, "background", before.background),
        file.one_of(table, key, "empty", EMPTY_CELLS, "sea") if "empty" in table else before.empty,
        file.one_of(table, key, "table", TABLE_TOPS, "plain") if "table" in table else before.table,
        file.flag(table, key, "coast", before.coast),
        file.one_of(table, key, "wall", WALLS, before.wall),
    )


# ---- folders of a game


_GAME_LINE = re.compile(r"^game[ \t]+\w+(?:[ \t]+based[ \t]+on[ \t]+(\w+))?", re.MULTILINE)
_LONGEST_CHAIN = 4
_HEAD = 64 * 1024


def look_folders(folder: Path) -> tuple[Path, ...]:
    """Return the folders of the looks of a game: those of its base games first, its own last."""
    folders = [folder]
    while len(folders) < _LONGEST_CHAIN and (base := _base(folders[0])) is not None and base not in folders:
        folders.insert(0, base)
    return tuple(folders)


def game_look(folder: Path, sets: Iterable[str] = ()) -> Look:
    """Return the look of the game in `folder`, including its base games, with these sets; all drawings are checked.
    Raises LookError."""
    look = read_look(*look_folders(folder))
    look.drawings.check()
    return look.with_sets(sets)


def game_look_or_plain(folder: Path, sets: Iterable[str] = ()) -> Look:
    """Return the look of the game in `folder`; plain shapes if it cannot be read, and the table shows the error."""
    try:
        return game_look(folder, sets)
    except LookError:
        return Look()


def cover_look(folder: Path) -> Look:
    """Return the look of the game in `folder` for its cover; plain shapes if it cannot be read. Each drawing is checked
    when it is first painted, so the drawings that a cover does not show cost no time; a refused one is left out."""
    try:
        return read_look(*look_folders(folder))
    except LookError:
        return Look()


def _base(folder: Path) -> Path | None:
    for rules in sorted(folder.glob("*.rules")):
        try:
            line = _GAME_LINE.search(read_head(rules, _HEAD).decode(errors="replace"))
        except OSError:
            continue
        if line and line[1]:
            beside = (folder.parent / line[1], folder.parent / line[1].replace("_", "-"))
            return next((each for each in beside if each.is_dir()), None)
    return None
