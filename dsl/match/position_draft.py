"""Position that is put together by hand: things are put on places, moved and taken away, zones and values are written.

After every change the position is set up again, as an example would do it; a change that no example can state is
refused with the reason, and the position stays as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from dsl.ir.layout import VariableLayout
from dsl.match.match import Match
from dsl.match.observation.notation import Notation, NotationError, words_of
from dsl.match.observation.state_reader import StateReader
from dsl.match.rulesets.examples import uncovered_view
from dsl.match.rulesets.positions import CellContent, ImpossiblePositionError, PositionNotation
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.set_up_position import built_in_window, written_items
from dsl.match.view import View
from dsl.runtime.runner import RuleError, Runner, State


@dataclass(frozen=True, slots=True)
class BoxThing:
    """A thing of the box that can lie on a board: a piece of a kind, or a counter in a state, of an owner."""

    sort: Literal["piece", "counter"]
    name: str  #: of the piece or counter in the rules
    owner: str = ""  #: a colour, or a value of a kind; empty: nobody's
    kind: str = ""  #: of a piece; empty: it has none
    state: str = ""  #: of a counter; empty: the first one
    board: str = ""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A zone or a value that is written: what it is, and its contents in the notation."""

    head: str
    text: str
    sort: Literal["zone", "value"]
    choices: tuple[str, ...] = ()  #: all values, if there are few


@dataclass(slots=True)
class _Contents:
    """What is on the places, in the zones and in the values, in the notation."""

    things: dict[str, list[tuple[BoxThing, str]]] = field(default_factory=dict)  #: by place; with the rest of its words
    written: dict[str, str] = field(default_factory=dict)  #: zones and values by their head

    def copy(self) -> _Contents:
        return _Contents({place: list(things) for place, things in self.things.items()}, dict(self.written))


@dataclass(frozen=True, slots=True)
class RefusedChange:
    """Why a position cannot be changed so: a key of `position.why` in the window's texts and its values, in the
    notation; `message` says it in English."""

    message: str
    reason: str
    values: Mapping[str, str] = field(default_factory=dict)


class PositionDraft:
    """A position of a game that is put together by hand. A change returns None, or why it is refused."""

    def __init__(self, pack: Ruleset, players: int, options: Mapping[str, int]) -> None:
        self._pack, self._players, self._options = pack, players, dict(options)
        self._contents, self._windows = _Contents(), dict[str, int]()
        #: The players.
        self.colours: tuple[str, ...] = pack.runner(players, self._options, {}).program.colours
        self.player = self.colours[0]  #: whose turn it is
        self.match = self._built(self._contents)

    # ---- what can be seen ----

    @property
    def items(self) -> tuple[str, ...]:
        """The position in the notation of examples, a line for each thing, zone and value."""
        return tuple(_lines(self._contents))

    def view(self) -> View:
        """Return the position with everything in it."""
        return uncovered_view(self.match)

    def box(self) -> Iterator[tuple[BoxThing, int]]:
        """Yield everything that can be put on a board, with how many are left."""
        layout, colours = self.match.program.layout, self.match.program.colours
        used = [thing for things in self._contents.things.values() for thing, _ in things]
        for piece in layout.pieces.values():
            if piece.board:
                left = piece.count - sum(thing.name == piece.name for thing in used)
                for owner in colours if piece.owned else ("",):
                    for kind in piece.kinds.values if piece.kinds else ("",):
                        yield BoxThing("piece", piece.name, owner, kind, board=piece.board), left
        for counter in layout.counters.values():
            if counter.board:
                for owner in counter.owners:
                    taken = sum(thing.name == counter.name and thing.owner == owner for thing in used)
                    for number, state in enumerate(counter.states):
                        said = state if number else ""
                        yield (
                            BoxThing("counter", counter.name, owner, state=said, board=counter.board),
                            (counter.each - taken),
                        )

    def written(self) -> Iterator[WrittenValue]:
        """Yield the zones, and the values of the game and of its players."""
        layout, contents = self.match.program.layout, self.match.contents
        for zone in layout.zones.values():
            for owner in zone.owners:
                head = f"{zone.name} of {owner}" if owner else zone.name
                yield WrittenValue(head, self._contents.written.get(head, ""), "zone")
        for variable in layout.variables.values():
            kinds = layout.kinds.get(variable.owner)
            owners = self.colours if variable.owner == "player" else kinds.values if kinds else ("",)
            if variable.owner not in ("", "player") and not kinds:
                continue  # of places or pieces
            for index, owner in enumerate(owners):
                head = f"{variable.name} of {owner}" if owner else variable.name
                value = self.match.notation.write(variable.domain, contents.get(variable.name, index), contents)
                yield WrittenValue(head, value, "value", self._choices(variable))

    def _choices(self, variable: VariableLayout) -> tuple[str, ...]:
        domain, none = variable.domain, ("none",) if variable.domain.maybe else ()
        match domain.sort:
            case "yes or no":
                return ("no", "yes")
            case "player":
                return (*none, *self.colours)
            case "kind":
                return (*none, *self.match.program.layout.kinds[domain.name].values)
        return ()

    # ---- changes ----

    def take_from(self, match: Match) -> RefusedChange | None:
        """Take the position of a match."""
        blank = StateReader(match.program, match.runner.blank())
        items = PositionNotation(match.notation, match.contents).items(blank)
        contents = _Contents()
        for item in items:
            if item.sort == "cell":
                self._add_written(contents, match, item.text)
            else:
                contents.written[item.head] = item.contents
        active = match.question.seat if match.question is not None else self.player
        before, self.player = self.player, active
        refused = self._change(contents)
        self.player = before if refused else active
        return refused

    def put(self, thing: BoxThing, place: str) -> RefusedChange | None:
        """Put a thing of the box on a place."""
        contents = self._contents.copy()
        contents.things.setdefault(place, []).append((thing, ""))
        return self._change(contents)

    def take_away(self, place: str, fits: Callable[[BoxThing], bool]) -> RefusedChange | None:
        """Put a thing back into the box: the last one on a place that fits."""
        contents = self._contents.copy()
        self._lift(contents, place, fits)
        return self._change(contents)

    def move(self, place: str, fits: Callable[[BoxThing], bool], goal: str) -> RefusedChange | None:
        """Move a thing to another place: the last one on a place that fits."""
        contents = self._contents.copy()
        lifted = self._lift(contents, place, fits)
        if lifted is not None:
            contents.things.setdefault(goal, []).append(lifted)
        return self._change(contents)

    def write(self, head: str, text: str) -> RefusedChange | None:
        """Write a zone or a value; an empty text empties the zone, or gives the value that it has at first."""
        contents = self._contents.copy()
        contents.written.pop(head, None)
        if text.strip():
            contents.written[head] = text.strip()
        return self._change(contents, text.strip())

    def set_player(self, player: str) -> None:
        """Say whose turn it is."""
        self.player = player
        self.match = self._built(self._contents)

    def clear(self) -> None:
        """Put everything back into the box."""
        self._contents = _Contents()
        self.match = self._built(self._contents)

    @staticmethod
    def _lift(contents: _Contents, place: str, fits: Callable[[BoxThing], bool]) -> tuple[BoxThing, str] | None:
        there = contents.things.get(place, [])
        number = next((n for n in reversed(range(len(there))) if fits(there[n][0])), None)
        return there.pop(number) if number is not None else None

    def _change(self, contents: _Contents, written: str = "") -> RefusedChange | None:
        """Take other contents; `written` is the text of a zone or a value that was changed."""
        try:
            self.match = self._built(contents)
        except ImpossiblePositionError as error:
            return RefusedChange(str(error), error.reason, error.values)
        except (NotationError, RuleError) as error:
            return RefusedChange(str(error), "written" if written else "other", {"written": written, "why": str(error)})
        self._contents, self._windows = contents, dict(self.match.setting.windows)
        return None

    def _built(self, contents: _Contents) -> Match:
        """Return a match at a position. Raises NotationError and RuleError."""
        items = written_items(tuple(_lines(contents)))

        def build(runner: Runner) -> State:
            reader = StateReader(runner.program, runner.blank())
            PositionNotation(Notation(runner.program), reader).set_up(items)
            reader.put("me", self.colours.index(self.player))
            return reader.state

        runner, state = built_in_window(self._make_runner, build, self._windows)
        return Match.at(self._pack, self._players, self._options, runner, state)

    def _make_runner(self, windows: Mapping[str, int]) -> Runner:
        return self._pack.runner(self._players, self._options, windows)

    def _add_written(self, contents: _Contents, match: Match, text: str) -> None:
        """Add the things that an item of a place states."""
        positions = PositionNotation(match.notation, match.contents)
        for written in written_items((text,)):
            item = positions.item(written)
            if not isinstance(item, CellContent):
                continue
            colours, place = match.program.colours, match.notation.cell(item.board.name, item.cell)
            things = contents.things.setdefault(place, [])
            if item.piece is not None:
                owner = colours[item.owner] if item.owner >= 0 else ""
                kind = item.piece.kinds.values[item.kind] if item.piece.kinds else ""
                turned = f"turned {item.turned}" if item.turned else ""
                things.append((BoxThing("piece", item.piece.name, owner, kind, board=item.board.name), turned))
            for figure, group in zip(item.figures or (), written.groups, strict=False):
                owner = colours[figure.owner] if figure.owner >= 0 else ""
                kind = figure.piece.kinds.values[figure.kind] if figure.piece.kinds else ""
                words = [word for word in words_of(group) if word not in (owner, kind, figure.piece.name)]
                thing = BoxThing("piece", figure.piece.name, owner, kind, board=item.board.name)
                things.append((thing, " ".join(words)))
            for counter, owner_number, state, amount in item.counters:
                said = counter.states[state] if state else ""
                owned = counter.owners[owner_number]
                thing = BoxThing("counter", counter.name, owned, state=said, board=item.board.name)
                things += [(thing, "")] * amount


def _lines(contents: _Contents) -> Iterator[str]:
    """Yield the items of a position."""
    for place, things in contents.things.items():
        for thing, rest in things:
            words = (
                (thing.owner, thing.kind or thing.name, *((place,) if rest.startswith("turned") or not rest else ()))
                if thing.sort == "piece"
                else ()
            )
            if thing.sort == "counter":
                group = " ".join(word for word in (thing.name, thing.owner, "1", thing.state) if word)
                yield f"{place}: {group}"
            elif rest and not rest.startswith("turned"):  # with attributes
                yield f"{place}: {' '.join(word for word in (thing.owner, thing.kind or thing.name, rest) if word)}"
            else:
                yield " ".join(word for word in (*words, rest) if word)
    yield from (f"{head}: {text}" if text else head for head, text in contents.written.items())
