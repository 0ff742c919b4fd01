"""What the rules say of every position and the one before: what lies or is shown stays so, and pawns fit."""

from __future__ import annotations

from collections import Counter

from dsl.match.match import Match
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.view import View

Laid = dict[str, tuple[str, str]]  #: by place the sort of piece and its kind

PALETTE = ("red", "green", "blue", "yellow", "white", "black")
ON_SADDLE = {2: 14, 3: 10, 4: 8}
RESERVE = {2: 7, 3: 5, 4: 4}
SETTLED = {"build", "discard", "lay", "lay_lake"}  #: whoever is asked this has no pawn to move on
SECRET = "none"  #: of a colour or species that is not shown


def pawns(view: View) -> Counter[str]:
    """Return how many pawns of each colour are on the map."""
    return Counter[str]({
        colour: sum(c.amount for cell in view.boards[0].cells for c in cell.counters if c.owner == colour)
        for colour in PALETTE
    })  # fmt: skip


def laid(view: View) -> Laid:
    """Return by place what lies there."""
    return {cell.place: (p.piece, p.kind) for cell in view.boards[0].cells for p in cell.pieces}


def capacities(pack: Ruleset) -> dict[str, int]:
    """Return how many pawns each tile holds."""
    table = pack.rules.tables["Tiles"]
    cells = {row: table.cells[row, "capacity"][0] for row in table.rows}
    return {row: cell for row, cell in cells.items() if isinstance(cell, int)}


def crowded(view: View, capacity: dict[str, int]) -> list[str]:
    """Return the tiles with more pawns than fit, and the lakes with any."""
    found = []
    for cell in view.boards[0].cells:
        amount = sum(counter.amount for counter in cell.counters)
        for piece in cell.pieces:
            if piece.piece == "lake" and amount:
                found.append(cell.place)
            if piece.piece == "tile" and amount > capacity[piece.kind]:
                found.append(cell.place)
    return found


class Watch:
    """Compares each position of a match with the one before."""

    def __init__(self, match: Match, pack: Ruleset) -> None:
        self.match = match
        self.capacity = capacities(pack)
        self.laid: Laid = {}
        self.shown: dict[str, tuple[str, str]] = {}
        self.asked = ""

    def look(self) -> None:
        """Check the position after a choice."""
        view = self.match.view("")
        now = laid(view)
        assert self.laid.items() <= now.items(), "nothing that was laid moves or goes"
        most = ON_SADDLE[self.match.players] + RESERVE[self.match.players]
        assert all(amount <= most for amount in pawns(view).values())
        if self.asked in SETTLED:
            assert crowded(view, self.capacity) == []
        values = {seat.colour: dict(seat.values) for seat in view.seats}
        tokens = {seat: (said["shown_colour"], said["shown_species"]) for seat, said in values.items()}
        known = {seat: both for seat, both in tokens.items() if both != (SECRET, SECRET)}
        assert self.shown.items() <= known.items(), "what is shown stays shown"
        assert all(SECRET not in both for both in known.values()), "colour and species are shown together"
        self.laid, self.shown = now, known
        question = self.match.question
        self.asked = question.ask.entries[0].action if question else ""
