"""What the rules of both games say of every position and the one before: section 12, its last paragraph."""

from __future__ import annotations

from dsl.match.match import Match
from tests.rulesets.trias.matches import Cell, Table, cell_named, distance

DECKS = {("ciao-dino", 3): 33}
POLE = {"trias": 0, "ciao-dino": 3}


class Watch:
    """Compares each position of a match with the one before."""

    def __init__(self, match: Match, game: str, players: int) -> None:
        self.match, self.pole = match, POLE[game]
        self.herds_each = 10 if players == 2 else 15
        self.tiles = 19 if players == 2 else 35
        self.deck = 21 if players == 2 else DECKS.get((game, players), 39)
        self.flooded: set[Cell] = set()
        self.events = len(match.events)
        view = match.view("")
        self.before, self.active = Table.of(view), view.active

    def look(self) -> None:
        view = self.match.view("")
        table = Table.of(view)
        self._drifts(table)
        self._things(table)
        for colour, score in table.scores.items():
            assert score >= self.before.scores[colour], "scores never fall"
        if view.active != self.active and self.active:
            assert table.swimmers(self.active) == 0, "after the losses of a player none of theirs swims"
        self.before, self.active = table, view.active

    def _things(self, table: Table) -> None:
        assert len(table.tiles) == self.tiles
        assert [cell for cell, kind in table.tiles.items() if kind == "pole"] == [(0, 0)]
        assert table.cards == self.deck
        for colour, reserve in table.reserve.items():
            assert table.on_board(colour) + reserve == self.herds_each
        for cell in table.tiles:
            assert table.room(cell, self.pole) >= 0 or cell in self.flooded, f"too many herds on {cell}"

    def _drifts(self, table: Table) -> None:
        """Note where tiles came down on swimmers: only there may a tile be overfull."""
        for event in self.match.events[self.events :]:
            if event.kind == "shift":
                origin, goal = cell_named(event.arg("from")), cell_named(event.arg("to"))
                assert distance(goal) > distance(origin), "a drift leads outward"
                self.flooded.discard(origin)
                self.flooded.add(goal)
        self.events = len(self.match.events)
