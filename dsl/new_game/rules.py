"""The rules and the examples of a new game, written from its design."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dsl.new_game.design import COLOURS, Deed, GameDesign, clean_text
from dsl.semantics.error_messages import article, plural

_SPACE = {"squares": "square", "hexes": "hex", "areas": "area"}
_MOVING: tuple[Deed, ...] = ("step", "jump", "take")
_ACTION = {"place": "put", "step": "step", "jump": "jump", "take": "take"}


@dataclass(frozen=True, slots=True)
class Names:
    """Words that the files of a new game are made of."""

    piece: str  #: in the rules; of several kinds the word for all
    pieces: str
    title: str  #: the piece as players read it
    titles: str
    space: str
    spaces: str
    colours: tuple[str, ...]

    @staticmethod
    def of(design: GameDesign) -> Names:
        """Return the words of a design."""
        several = len(design.kinds) > 1
        piece = "piece" if several else design.kinds[0].name
        title = "piece" if several else clean_text(design.kinds[0].title) or piece.replace("_", " ")
        return Names(
            piece, plural(piece), title, plural(title), _SPACE[design.shape], design.shape,
            COLOURS[: design.players[1]],
        )  # fmt: skip


def deeds_of(design: GameDesign) -> tuple[Deed, ...]:
    """Return what a turn may be, in the order of the rules."""
    return tuple(deed for deed in _ACTION if deed in design.deeds)


def rules_text(design: GameDesign) -> str:
    """Return the rules of a new game; `format_tree` puts their spaces in order."""
    return "\n".join(_Rules(design).lines()) + "\n"


class _Rules:
    """Writes the rules of one design."""

    def __init__(self, design: GameDesign) -> None:
        self._design, self._names = design, Names.of(design)
        self._several = len(design.kinds) > 1
        self._amounts = design.amounts
        self._supply = design.placing and None not in self._amounts
        self._rivals = design.takes or design.aim == "pieces"

    def lines(self) -> Iterator[str]:
        """Yield all lines."""
        for part in (self._head(), self._things(), self._words(), self._actions(), self._setup(), self._play()):
            found = list(part)
            yield from found
            if found:
                yield ""
        yield from self._winner()

    def _head(self) -> Iterator[str]:
        design, names = self._design, self._names
        least, most = design.players
        yield f"game {design.name}"
        yield f"    players {least if least == most else f'{least}..{most}'}, colours {', '.join(names.colours)}"
        options = []
        if self._supply and not self._several:
            options.append(f'option each: 1..40 = {self._amounts[0]} "{_capital(names.titles)} of each player"')
        if design.aim == "line":
            options.append(f'option in_a_row: 2..9 = {design.line} "{_capital(names.titles)} in a row that win"')
        if self._in_rounds:
            options.append(f'option rounds: 1..500 = {design.rounds} "Rounds until the match ends"')
        if options:
            yield ""
            yield from options

    @property
    def _in_rounds(self) -> bool:
        return self._design.moves or self._design.aim == "blocked"

    def _things(self) -> Iterator[str]:
        design, names = self._design, self._names
        if self._several:
            yield f"kinds Sort: {' '.join(kind.name for kind in design.kinds)}"
            columns = [*(["amount"] if self._supply else []), *(["worth"] if design.aim == "points" else [])]
            if columns:
                yield f"table Sorts(k: Sort) {' '.join(columns)}"
                for kind, amount in zip(design.kinds, self._amounts, strict=True):
                    values = {"amount": amount, "worth": kind.worth}
                    yield f"    {kind.name} {' '.join(str(values[column]) for column in columns)}"
        yield from self._board()
        sort = ": Sort" if self._several else ""
        yield f"piece {names.piece} of player{sort}, on {names.spaces}, one on each, alike"
        if self._supply:
            yield f"zone supply of player: {names.pieces}, seen by all"
        if self._scored:
            yield "variable score of player: 0..9999, clamped = 0"

    @property
    def _scored(self) -> bool:
        return self._design.aim == "points" and self._design.takes

    def _board(self) -> Iterator[str]:
        design = self._design
        if design.shape != "areas":
            width, height = design.size
            corners = ", corners touch" if design.shape == "squares" and design.diagonals else ""
            yield f"board board: {design.shape} {width} by {height}{corners}"
            return
        yield "board board: areas"
        done: set[str] = set()
        for area in design.board_areas():
            done.add(area.name)
            beside = [each for each in design.neighbours(area.name) if each not in done]
            yield f"    {area.name}" + (f" next to {', '.join(beside)}" if beside else "")

    def _words(self) -> Iterator[str]:
        design, names = self._design, self._names
        if self._rivals:
            yield f"define rivals(p: player) = {names.pieces} where owner of it is not p"
        if design.start == "rows":
            rows = len(design.kinds)
            yield f"define homes(s: square) = number of players where row(it, s) <= {rows}"
            yield f"define home(p: player, n: 1..{rows}) = squares where row(p, it) is n and homes(it) is 1"
        if design.aim == "line":
            yield f"define row_of(p: player) = {names.pieces} of p in rows of in_a_row"
        if design.to_far_row:
            yield "define far(p: player) = largest of row(p, it) over squares"
            yield "define goals(p: player) = squares where row(p, it) is far(p)"
        elif design.aim in ("reach", "points"):
            word = "goals" if design.aim == "reach" else "marked"
            spaces = [self._in_rules(space) for space in design.marked_spaces()]
            which = f"is {spaces[0]}" if len(spaces) == 1 else f"is in ({', '.join(spaces)})"
            yield f"define {word} = {names.spaces} where it {which}"
        if design.aim == "points":
            worth = "sum of worth of kind of it over" if self._several else "number of"
            taken = "score of p + " if self._scored else ""
            yield f"define points(p: player) = {taken}{worth} {names.pieces} of p on marked"
        if design.aim == "group":
            yield f"define group(p: player) = largest of number of it over parts({names.pieces} of p)"

    def _in_rules(self, space: str) -> str:
        """Return a space as the rules write it: a hex by its numbers."""
        if self._design.shape != "hexes":
            return space
        return f"{ord(space[0]) - ord('a')},{int(space[1:]) - 1}"

    @property
    def _goals(self) -> str:
        return "goals(me)" if self._design.to_far_row else "goals"

    def _actions(self) -> Iterator[str]:
        design = self._design
        if design.placing:
            yield from self._put()
        for deed in _MOVING:
            if deed in design.deeds:
                yield ""
                yield from getattr(self, f"_{deed}")()

    def _put(self) -> Iterator[str]:
        names, several = self._names, self._several
        parameter = "k: Sort, " if several else ""
        thing = "{k}" if several else article(names.title)
        supply = "supply of me" + (" where kind of it is k" if several else "")
        yield f'action put({parameter}s: {names.space}) "Put {thing} on {{s}}"'
        if self._supply:
            yield f'    needs left: any of {supply} "You have none left."'
        yield f'    needs free: none of {names.pieces} on s "{{s}} is occupied."'
        if self._design.aim == "reach":
            yield f'    needs outside: s is not in {self._goals} "Nothing is put on a goal."'
        yield "    do"
        if self._supply:
            yield f"        move 1 of {f'({supply})' if several else supply} to s"
        else:
            yield f"        create {names.piece}{'(k)' if several else ''} of me in s"

    def _step(self) -> Iterator[str]:
        yield from self._moved("step", "Move {m} to {goal}")
        yield f'    needs near: goal is in {self._names.spaces} next to place of m "A move goes to the next place."'
        yield from self._to_free()
        yield "        move m to goal"

    def _jump(self) -> Iterator[str]:
        pieces, spaces = self._names.pieces, self._names.spaces
        over = "between(place of m, goal)"
        if self._design.shape == "areas":
            over = f"({spaces} next to place of m where it touches goal)"
        yield from self._moved("jump", "Jump with {m} to {goal}")
        yield f'    needs far: distance(place of m, goal) is 2 "A jump is two places long."'  # noqa: F541
        if self._design.jumps_take:
            yield f'    needs over: any of rivals(me) on {over} "A jump leads over a piece of another player."'
        else:
            yield f'    needs over: any of {pieces} on {over} "A jump leads over a piece."'
        yield from self._to_free()
        if self._design.jumps_take:
            yield from self._taken(over)
        yield "        move m to goal"

    def _take(self) -> Iterator[str]:
        yield from self._moved("take", "Take on {goal} with {m}")
        yield f'    needs near: goal is in {self._names.spaces} next to place of m "Only the next place is in reach."'
        yield '    needs rival: any of rivals(me) on goal "No piece of another player stands there."'
        yield "    do"
        yield from self._taken("goal")
        yield "        move m to goal"

    def _moved(self, action: str, text: str) -> Iterator[str]:
        names = self._names
        yield f'action {action}(m: {names.piece}, goal: {names.space}) "{text}"'
        yield '    needs mine: owner of m is me "That is not yours."'

    def _to_free(self) -> Iterator[str]:
        yield f'    needs free: none of {self._names.pieces} on goal "{{goal}} is occupied."'
        yield "    do"

    def _taken(self, where: str) -> Iterator[str]:
        if self._scored:
            what = "sum of worth of kind of it over" if self._several else "number of"
            yield f"        score of me += {what} rivals(me) on {where}"
        yield f"        move rivals(me) on {where} to box"

    def _setup(self) -> Iterator[str]:
        design, piece = self._design, self._names.piece
        if design.start != "rows" and not self._supply:
            return
        yield "setup"
        yield "    for each p in players"
        if self._supply and self._several:
            yield "        for each k in Sort"
            yield f"            create amount of k of {piece}(k) of p in supply of p"
        elif self._supply:
            yield f"        create each of {piece} of p in supply of p"
        if design.start == "rows":
            for number, kind in enumerate(design.kinds, 1):
                yield f"        for each s in home(p, {number})"
                yield f"            create {piece}{f'({kind.name})' if self._several else ''} of p in s"

    # ---- the course of a match ----

    def _play(self) -> Iterator[str]:
        design, names = self._design, self._names
        yield "play"
        if not self._in_rounds:
            ends = [f"none of {names.spaces} without {names.pieces}"]
            ends += ["any of row_of(me)"] if design.aim == "line" else []
            ends += ["none of supply of left_of(me)"] if self._supply else []
            yield f"    turns from seat(1) clockwise until {' or '.join(ends)}"
            yield "        choose put"
            return
        deep = ""
        if design.start == "placed":
            deep = "    "
            number = "sum of amount of it over Sort" if self._several else "each"
            yield "    phase setting_up"
            yield f"        repeat up to {number} times"
            yield "            one turn each from seat(1) clockwise"
            yield "                choose put if possible"
            if design.aim == "line":
                yield from self._won(4 * " ")
            yield "    phase moving"
        yield f"{deep}    repeat up to rounds times"
        yield f"{deep}        one turn each from seat(1) clockwise"
        actions = [_ACTION[deed] for deed in deeds_of(design)]
        if design.aim == "blocked":
            yield f"{deep}            if {' and '.join(f'not can {action}' for action in actions)}"
            yield f"{deep}                eliminate me"
            yield f"{deep}                if number of players is 1"
            yield f"{deep}                    end game"
            yield f"{deep}                end turn"
        sure = design.aim == "blocked"
        if len(actions) == 1:
            yield f"{deep}            choose {actions[0]}{'' if sure else ' if possible'}"
        else:
            yield f"{deep}            choose one of{'' if sure else ', if possible'}"
            yield from (f"{deep}                {action}" for action in actions)
        yield from self._won(deep)

    def _won(self, deep: str) -> Iterator[str]:
        design = self._design
        condition = {
            "line": "any of row_of(me)",
            "reach": f"any of my {self._names.pieces} on {self._goals}",
        }.get(design.aim)
        if condition is None and design.takes and design.start != "empty" and design.aim != "blocked":
            condition = "none of rivals(me)"
        if condition is not None:
            yield f"{deep}            if {condition}"
            yield f"{deep}                end game"

    def _winner(self) -> Iterator[str]:
        pieces = self._names.pieces
        goals = self._goals.replace("me", "it")
        line = {
            "group": "group: group(it)",
            "pieces": f"left: number of {pieces} of it on {self._names.spaces}",
            "line": "row: if any of row_of(it) then 1 otherwise 0",
            "reach": f"reached: if any of {pieces} of it on {goals} then 1 otherwise 0",
            "blocked": f"left: number of {pieces} of it on {self._names.spaces}",
            "points": "points: points(it)",
        }[self._design.aim]
        yield "winner"
        yield f"    most {line}"
        yield "    shared"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# ---- examples ----


def examples_text(design: GameDesign) -> str:
    """Return examples of a new game: one for each action, and one of the aim."""
    return "\n\n".join("\n".join(lines) for lines in _Examples(design).all()) + "\n"


class _Examples:
    """Writes positions in which the rules of a design hold."""

    def __init__(self, design: GameDesign) -> None:
        self._design, self._names = design, Names.of(design)
        self._kind = design.kinds[0].name
        self._several = len(design.kinds) > 1

    def all(self) -> Iterator[list[str]]:
        """Yield the lines of each example."""
        design = self._design
        if design.placing:
            yield self._put()
        if "step" in design.deeds:
            yield self._step()
        if "jump" in design.deeds:
            yield self._jump()
        if "take" in design.deeds:
            yield self._take()
        aim = self._aim()
        if aim:
            yield aim

    def _thing(self, owner: str, space: str) -> str:
        return f"{owner} {self._kind if self._several else self._names.piece} {space}"

    def _put(self) -> list[str]:
        design, spaces = self._design, [space for space in self._design.spaces() if space not in self._goals()]
        kind = f"{self._kind}, " if self._several else ""
        supply = (
            "" if None in design.amounts else f"; supply of red: {self._kind if self._several else self._names.piece}"
        )
        first, second = spaces[:2]
        return [
            'example "a piece goes where none is"',
            "    given",
            f"        {self._thing('blue', first)}{supply}",
            "    turn of red",
            f"    expect put({kind}{first}) refused: free",
            f"    play put({kind}{second})",
            f"    expect that number of {self._names.pieces} on {self._names.spaces} is 2",
        ]

    def _goals(self) -> frozenset[str]:
        """The spaces on which red, the first player, puts nothing."""
        design = self._design
        if design.aim != "reach":
            return frozenset()
        if not design.to_far_row:
            return frozenset(design.marked_spaces())
        return frozenset(space for space in design.spaces() if int(space[1:]) == design.size[1])

    def _step(self) -> list[str]:
        design = self._design
        first = max(design.spaces(), key=lambda space: len(design.neighbours(space)))
        second, third = (*design.neighbours(first), None)[:2]
        lines = [
            'example "a move goes to the next place, if it is free"', "    given",
            f"        {self._thing('red', first)}; {self._thing('blue', str(second))}", "    turn of red",
            f"    expect step({second}) refused: mine", f"    expect step({first}, {second}) refused: free",
        ]  # fmt: skip
        return [*lines, f"    play step({first}, {third})"] if third is not None else lines

    def _jump(self) -> list[str]:
        first, over, beyond = next(self._design.leaps())
        left = 0 if self._design.jumps_take else 1
        return [
            'example "a jump leads over a piece"', "    given",
            f"        {self._thing('red', first)}; {self._thing('blue', over)}", "    turn of red",
            f"    play jump({first}, {beyond})",
            f"    expect that number of {self._names.pieces} of blue on {self._names.spaces} is {left}",
        ]  # fmt: skip

    def _take(self) -> list[str]:
        first = self._design.spaces()[0]
        second = self._design.neighbours(first)[0]
        return [
            'example "a piece of another player is taken"', "    given",
            f"        {self._thing('red', first)}; {self._thing('blue', second)}", "    turn of red",
            f"    expect take({second}) refused: mine", f"    play take({first}, {second})",
            f"    expect that number of {self._names.pieces} of blue on {self._names.spaces} is 0",
        ]  # fmt: skip

    def _aim(self) -> list[str]:
        design = self._design
        spaces = design.spaces()
        match design.aim:
            case "line":
                width, height = design.size
                across = [f"{spaces[n][0]}1" for n in range(min(design.line, width))]
                up = [f"a{n + 1}" for n in range(min(design.line, height))]
                return self._won("a line wins", across if width >= design.line else up)
            case "reach" if design.to_far_row:
                return self._won("the last row wins", [f"a{design.size[1]}"])
            case "reach":
                return self._won("a goal wins", design.marked_spaces()[:1])
            case "points":
                return self._won("a marked place gives points", design.marked_spaces()[:1])
            case "pieces" | "group":
                title = "the largest group wins" if design.aim == "group" else "most pieces win"
                return self._won(title, [spaces[0], design.neighbours(spaces[0])[0]])
            case "blocked":
                least = design.players[0]
                lines = self._won("the last player who can move wins", [], f"    options seats = {least}")
                others = [f"        eliminate {colour}" for colour in self._names.colours[1:least]]
                return [*lines[:-1], "    run", *others, lines[-1]]

    def _won(self, title: str, spaces: Sequence[str], options: str = "") -> list[str]:
        things = "; ".join(self._thing("red", space) for space in spaces)
        given = ["    given", f"        {things}"] if things else []
        return [
            f'example "{title}"',
            *([options] if options else []),
            *given,
            "    turn of red",
            "    expect winner red",
        ]
