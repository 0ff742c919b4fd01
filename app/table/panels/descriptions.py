"""Descriptions of things on the table in words: name, owner, known values, and the author's text about them.

Tooltips, the enlarged picture and announcements to screen readers show the same description. It is made from a view,
so it says nothing that the viewer may not know.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from app.base.widgets import capital
from app.table.context import TableContext
from app.table.model.things import Spot, Thing, thing_of
from dsl.match.view import CellView, CounterView, PieceView, View


@dataclass(frozen=True, slots=True)
class Description:
    """A thing in words."""

    title: str
    facts: tuple[str, ...] = ()
    about: str = ""  #: the author's text; empty if there is none

    @property
    def text(self) -> str:
        """All of it, in lines."""
        return "\n".join(line for line in (self.title, *self.facts, self.about) if line)


def describe_piece(piece: PieceView, context: TableContext, amount: int = 1, *, beside: bool = False) -> Description:
    """Return a piece on a board or `beside` the boards in words; of equal ones, with their number."""
    words, texts = context.words, context.texts
    hidden = not piece.kind and (beside or not piece.open)
    named = (words.name(piece.kind or piece.piece), words.marks(piece.piece, dict(piece.facing)))
    title = capital(" ".join(part for part in named if part))
    if hidden:
        title = capital(words.thing({"piece": piece.piece, **dict(piece.facing)}))
    if piece.kind and piece.kind != piece.piece:
        title = texts("thing.of_kind", kind=title, piece=words.name(piece.piece))
    facts = [texts("thing.owner", player=context.player(piece.owner))] if piece.owner else []
    if not hidden:  # the title says what its back shows
        facts += [context.named(capital(words.name(name)), words.text(value)) for name, value in piece.facing]
    if hidden or not piece.open:
        facts.append(texts("thing.hidden" if hidden else "thing.secret"))
    return Description(_counted(title, amount, context), tuple(facts), _about(context, piece.kind, piece.piece))


def describe_counter(counter: CounterView, context: TableContext, view: View | None = None) -> Description:
    """Return equal counters in words, with what their owner has left of them in `view`; those of a sort, such as of a
    colour that no player has, are named by it."""
    words, texts = context.words, context.texts
    state = f" ({words.name(counter.state)})" if counter.state else ""
    facts = []
    if not counter.owner or words.is_player(counter.owner):
        title = _counted(capital(words.name(counter.counter)) + state, counter.amount, context)
    else:
        title = capital(words.counters(counter.counter, counter.amount, counter.owner)) + state
    if words.is_player(counter.owner):
        facts.append(texts("thing.owner", player=words.owner(counter.owner)))
    for seat in view.seats if view is not None else ():
        left = dict(seat.reserves).get(counter.counter)
        if seat.colour == counter.owner and left:
            facts.append(texts("thing.reserve", amount=left, player=context.player(seat.colour)))
    return Description(title, tuple(facts), _about(context, counter.state, counter.counter))


def describe_spot(
    view: View, spot: Spot, context: TableContext, *, offered: bool = False, coordinates: bool = True
) -> Description | None:
    """Return a place of the board in words, or the thing of `spot` on it; None for a place that is not in the view.

    The name of a hex is left out unless the board shows its `coordinates`.
    """
    found = ((board.shape, cell) for board in view.boards for cell in board.cells if cell.place == spot.place)
    shape, cell = next(found, ("", None))
    if cell is None:
        return None
    named = context.words.name(cell.place) if shape != "hexes" or coordinates else ""
    if shape not in ("hexes", "squares") or named != cell.place:
        named = capital(named)  # but the coordinates of a square are written as they are beside the board
    here = _place_facts(cell, context)
    last = (context.texts("thing.offered"),) if offered else ()
    if spot.thing is not None:
        return _with(_thing_on(cell, spot.thing, view, context), (named, *here), last)
    grounds = [piece for piece in cell.pieces if not piece.owner]
    others = [describe_piece(piece, context) for piece in cell.pieces if piece not in grounds[-1:]]
    others += [describe_counter(counter, context) for counter in cell.counters]
    facts = tuple(" – ".join((each.title, *each.facts)) for each in others)
    if grounds:
        ground = describe_piece(grounds[-1], context)
        title = f"{named}: {ground.title}" if named else ground.title
        return Description(title, (*ground.facts, *here, *facts, *last), ground.about or _about(context, cell.place))
    title = named or (facts and context.texts("table.cells.title")) or context.texts("thing.space")
    about = _about(context, cell.place, cell.kind)
    return Description(title, (*here, *facts, *last), about)


def piece_at(view: View, spot: Spot) -> PieceView | CounterView | None:
    """Return what an enlarged picture of a spot shows: its thing, else the uppermost piece of the place."""
    cell = next((each for board in view.boards for each in board.cells if each.place == spot.place), None)
    if cell is None:
        return None
    things: tuple[PieceView | CounterView, ...] = (*cell.pieces, *cell.counters)
    if spot.thing is not None:
        return next((thing for thing in things if thing_of(thing) == spot.thing), None)
    return next(reversed(cell.pieces), None) or next(iter(cell.counters), None)


def _thing_on(cell: CellView, thing: Thing, view: View, context: TableContext) -> Description:
    equal = [piece for piece in cell.pieces if thing_of(piece) == thing]
    if equal:
        return describe_piece(equal[0], context, len(equal))
    counter = next((each for each in cell.counters if thing_of(each) == thing), None)
    return describe_counter(counter, context, view) if counter is not None else Description(thing.name)


def _place_facts(cell: CellView, context: TableContext) -> tuple[str, ...]:
    """Return what is known about a place itself: its ground and its variables."""
    words = context.words
    kind = (context.named(context.texts("thing.kind"), words.name(cell.kind)),) if cell.kind else ()
    values = (context.named(capital(words.name(name)), words.text(value)) for name, value in cell.values if value)
    return (*kind, *values)


def _with(description: Description, facts: Iterable[str], last: Iterable[str]) -> Description:
    more = tuple(fact for fact in (*description.facts, *facts, *last) if fact)
    return Description(description.title, more, description.about)


def _counted(title: str, amount: int, context: TableContext) -> str:
    return context.texts("thing.amount", amount=amount, thing=title) if amount > 1 else title


def _about(context: TableContext, *names: str) -> str:
    """Return the author's text about the first of these names of the rules that has one."""
    found = (context.words.said(f"{name}.about") for name in names if name)
    return next((text for text in found if text), "")
