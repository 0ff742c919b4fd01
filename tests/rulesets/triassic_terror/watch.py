"""What the rules say of every position and the one before: the last paragraph of section 12, and sections 5 to 7."""

from __future__ import annotations

from dsl.match.match import Match
from tests.rulesets.triassic_terror.matches import COLOURS, Table, table

IN_BETWEEN = {"send", "lead", "eat", "settle"}  #: asked while a herd is on its way: consequences wait
PREDATORS = {"trex": 1, "raptor": 2, "pterodactyl": 1}
MARKERS = ("use_hatch", "erupt")


class Watch:
    """Compares each position of a match with the one before."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.colours = COLOURS[: match.players]
        self.scores = dict.fromkeys(self.colours, 0)
        self.used: set[tuple[str, str]] = set()
        self.events = 0
        self.period, self.active = "triassic", ""

    def look(self) -> None:
        """Check the position after a choice."""
        now = table(self.match)
        self._things(now)
        self._told(now)
        question = self.match.question
        if question is None or question.ask.entries[0].action not in IN_BETWEEN:
            for area in now.areas:
                habitats(now, area)
        for colour in self.colours:
            score = int(now.value("score", colour))
            assert score >= self.scores[colour], "scores never fall"
            self.scores[colour] = score
        self.period, self.active = now.value("period"), now.view.active

    def _things(self, now: Table) -> None:
        for colour in self.colours:
            assert now.amount("dino", colour) + now.reserve(colour) == 57
        assert now.amount("trex") + now.amount("wild_trex") == PREDATORS["trex"]
        assert now.amount("raptor") == PREDATORS["raptor"]
        assert now.amount("pterodactyl") == PREDATORS["pterodactyl"]
        whites = now.amount("white_dino", board=1)
        assert whites <= 12
        if len(self.colours) == 6 and (now.value("period"), now.value("round")) != ("triassic", "1"):
            assert whites == 0, "six players leave no tile to add one to"
        tiles = sum(len(cell.pieces) for cell in now.view.boards[1].cells)
        tiles += sum(zone.size for zone in now.view.zones if zone.name in ("held", "taken"))
        assert tiles == 6, "six tiles on the slots or with players"
        cards = sum(zone.size for zone in now.view.zones if zone.name in ("deck", "face_up", "hand", "discards"))
        assert cards == 28

    def _told(self, now: Table) -> None:
        """Look at what has happened since the position before."""
        for event in self.match.events[self.events :]:
            if event.kind == "chose" and event.arg("action") in MARKERS:
                assert (self.active, self.period) not in self.used, "one marker in a period"
                self.used.add((self.active, self.period))
            pushed_off = event.kind == "count" and event.causes[-1:] == ("seating",)
            assert not pushed_off or len(self.colours) > 3, "of three colours nobody is pushed off"
        self.events = len(self.match.events)


def habitats(now: Table, area: str) -> None:
    """Check who sits where in an area."""
    seats, dinos = now.seats(area), now.dinos(area)
    tyrants = {c.owner for c in now.areas[area].counters if c.counter == "trex"}
    strength = {colour: dinos.get(colour, 0) + 3 * (colour in tyrants) for colour in {*dinos, *tyrants}}
    assert len(seats) <= 3
    assert len(set(seats)) == len(seats)
    assert [strength[colour] for colour in seats] == sorted((strength[c] for c in seats), reverse=True)
    assert set(dinos) <= set(seats), "whoever has a dinosaur there has a habitat"
