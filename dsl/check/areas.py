"""Areas: their names and words, who lies beside whom, and what is asked of a place that has no coordinates."""

from __future__ import annotations

from collections.abc import Iterator

from dsl.check import typed as t
from dsl.check.explain import also, unknown
from dsl.check.settings import MOST_VALUES, declare, too_many
from dsl.check.world import World
from dsl.text import tree
from dsl.text.problem import Problem


def word_of_kind(kind: str) -> str:
    """Return by which word one asks an area for its value of a kind: `terrain of a`, for `Terrain`."""
    return kind[:1].lower() + kind[1:]


def check_areas(world: World, node: tree.Board) -> None:
    """Take the names of the areas; report neighbours that are none, and an area that lies beside itself."""
    names = [line.name for line in node.areas]
    too_many(world, "areas", MOST_VALUES, len(names), node, "too-many-values")
    for line in node.areas:
        declare(world, line.name, line)
        for neighbour in (*line.neighbours, *line.corners):
            if neighbour not in names:
                world.report(unknown(neighbour, "area", line.place_of(neighbour), names))
            elif neighbour == line.name:
                summary = f"`{line.name}` lies beside itself"
                world.report(Problem("wrong-neighbour", summary, line.place_of(neighbour), "the same area"))
            elif neighbour in line.corners and _beside(node, line.name, neighbour):
                summary = f"`{line.name}` and `{neighbour}` meet at a border and in a corner"
                why = "Areas that have a border in common are neighbours; a corner adds nothing to that."
                place = line.place_of(neighbour)
                world.report(Problem("wrong-neighbour", summary, place, "said twice", why, "say one of the two"))


def _beside(node: tree.Board, one: str, other: str) -> bool:
    return any({line.name, near} == {one, other} for line in node.areas for near in line.neighbours)


def kinds_of_words(world: World, node: tree.Board) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return by kind which of its values each area has. Every area has one word of each kind that any of them has."""
    first: dict[str, tree.AreaLine] = {}
    values: dict[str, dict[str, int]] = {}
    for line in node.areas:
        for word, kind in _words(world, line):
            first.setdefault(kind.name, line)
            if line.name in values.setdefault(kind.name, {}):
                _twice(world, line, word, kind)
            values[kind.name][line.name] = kind.values.index(word)
    for kind_name, given in values.items():
        for line in node.areas:
            if line.name not in given:
                _missing(world, line, kind_name, first[kind_name])
    return tuple((name, tuple(given.get(line.name, 0) for line in node.areas)) for name, given in values.items())


def _words(world: World, line: tree.AreaLine) -> Iterator[tuple[str, t.KindDecl]]:
    for word in line.words:
        kinds = [kind for kind in world.kinds_with(word) if kind.name not in world.base]
        if kinds:
            yield word, kinds[0]
        else:
            known = {value for kind in world.kinds.values() for value in kind.values}
            world.report(unknown(word, "word for an area", line.place_of(word), known))


def _twice(world: World, line: tree.AreaLine, word: str, kind: t.KindDecl) -> None:
    asked = word_of_kind(kind.name)
    summary = f"`{line.name}` has two words for its {asked}"
    world.report(Problem("duplicate-name", summary, line.place_of(word), "another one", help="leave one of them out"))


def _missing(world: World, line: tree.AreaLine, kind: str, other: tree.AreaLine) -> None:
    asked = word_of_kind(kind)
    world.report(
        Problem(
            "table-hole",
            f"`{line.name}` has no {asked}",
            line.place_of(line.name),
            f"no word of {kind}",
            "What one area has, every area of its board needs: rules ask it of any of them.",
            f"write one of {', '.join(f'`{value}`' for value in world.kinds[kind].values)} behind it",
            also(other.place_of(other.name), f"`{other.name}` has one"),
        )
    )


def kind_asked(world: World, place: t.PlaceType, word: str) -> str:
    """Return the kind whose value `word` asks of an area (`terrain of a`, or `kind of a` if it is the only one)."""
    kinds = [name for name, _ in world.boards[place.board].words]
    if word == "kind" and len(kinds) == 1:
        return kinds[0]
    return next((name for name in kinds if word_of_kind(name) == word), "")


def constant(world: World, word: str) -> t.CellConstant | None:
    """Return the place that a name stands for: an area, or `order_3`, the third slot of the board `order`."""
    for board in world.boards.values():
        names = [name for name, _, _ in board.areas]
        type_ = t.PlaceType(board.name)
        if word in names:
            return t.CellConstant(board.name, names.index(word), 0, type=type_, span=board.span)
        stem, _, number = word.rpartition("_")
        if board.shape == "slots" and stem == board.name and number.isdecimal() and 1 <= int(number) <= 10_000:
            return t.CellConstant(board.name, int(number) - 1, 0, type=type_, span=board.span)
    return None
