"""What the rules say of every position and the one before: who never moves, who stays away, who goes where."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.match.match import Match

SET = 24  #: figurines of a player, or of each of two partners
NEUTRAL = (6, 7)  #: rows that stay empty while figurines are placed


@dataclass(frozen=True, slots=True)
class Man:
    """A figurine on the board."""

    owner: int
    kind: str
    x: int
    y: int


class Watch:
    """Compares each position of a match under the official rules with the one before."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.men: dict[int, Man] = {}
        self.battle = False

    def look(self) -> None:
        """Check the position after a choice; while figurines are placed in secret, what stood before."""
        if self.match.secretly:
            return
        now = self._standing()
        if self.battle:
            self._moved(now)
        elif now:
            self._placed(now)
            self.battle = True
        self.men = now

    def _standing(self) -> dict[int, Man]:
        contents, layout = self.match.contents, self.match.program.layout
        piece, places = layout.pieces["figurine"], layout.boards["field"].coordinates
        assert piece.kinds is not None
        return {
            number: Man(
                contents.owner_of(piece, number), piece.kinds.values[contents.kind_of(piece, number)], *places[cell]
            )
            for number, cell in contents.on_board(piece)
        }

    def _placed(self, now: dict[int, Man]) -> None:
        for side in (0, 1):
            assert sum(man.owner == side for man in now.values()) == SET * self.match.players // 2
        assert not any(man.y in NEUTRAL for man in now.values())
        assert len({(man.x, man.y) for man in now.values()}) == len(now)

    def _moved(self, now: dict[int, Man]) -> None:
        """Look at what changed; after a step the mover may still be waiting for its challenge."""
        assert now.keys() <= self.men.keys(), "nobody comes back"
        assert len({(man.x, man.y) for man in now.values()}) == len(now), "one figurine on each square"
        changed = [number for number in now if now[number] != self.men[number]]
        assert len(changed) <= 1, "one figurine moves"
        for before, after in ((self.men[number], now[number]) for number in changed):
            assert before.kind == after.kind != "nest", "a nest never moves"
            if after.kind == "lightning":
                forward = after.y - before.y if after.owner == 0 else before.y - after.y
                assert abs(after.x - before.x) + abs(after.y - before.y) == 1, "the lightning goes one square"
                assert forward <= 0, "the lightning never goes forward"
            if after.kind != "flug":
                assert abs(after.x - before.x) <= 1 >= abs(after.y - before.y), "only the Flug flies"
        gone = [self.men[number].kind for number in self.men.keys() - now.keys()]
        assert len(gone) <= 2
        assert "lightning" not in gone, "nobody removes the lightning"
        assert "nest" not in gone or self.match.players > 2, "a lost nest ends the match of two"
