"""The events that a program emits, and the names of their arguments. The rules that led to an event are known:
`enter` and `leave` bracket them, with the number of an anchor in `Program.anchors`."""

EVENTS: dict[str, tuple[str, ...]] = {
    "enter": ("anchor",),  #: a rule begins to act: a phase, action, routine, award, consequence
    "leave": ("anchor",),
    "turn": ("player", "turn"),  #: a turn begins
    "chose": ("player", "ask", "option"),  #: a choice was made (reported when the flow continues)
    "lay": (
        "piece",
        "number",
        "kind",
        "cell",
    ),  #: a piece comes onto the board (piece: index in layout.pieces)
    "shift": ("piece", "number", "kind", "from", "to"),  #: a piece moves on the board
    "lift": ("piece", "number", "kind", "cell", "zone"),  #: a piece leaves the board for zone number, -1 for the box
    "become": ("piece", "number", "before", "kind", "cell"),  #: a piece on the board changes its kind
    "give": ("piece", "number", "kind", "cell"),  #: a piece on the board is another player's from now on
    "pass": ("piece", "number", "from", "to"),  #: a piece goes from zone number to zone number
    "create": ("piece", "number", "kind", "zone"),  #: made in a zone (zone number), or on a board: then `lay` follows
    "count": ("counter", "owner", "state", "amount", "from", "to"),  #: counters go from cell to cell; -1 is the reserve
    "mark": ("counter", "owner", "before", "after", "amount", "cell"),  #: counters change their state
    "shortfall": ("counter", "owner", "missing"),  #: fewer could be moved than the rule says
    "set": (
        "variable",
        "owner",
        "before",
        "after",
    ),  #: a variable changes (its index; owner -1 if none)
    "shuffle": ("zone",),  #: zone number
    "show": ("piece", "number"),  #: all players see this piece now
    "tell": ("variable", "owner", "value"),  #: all players learn the value of a variable (owner -1 if none)
    "award": ("anchor", "player", "place", "points"),  #: points by rank; the change of the score follows as `set`
    "eliminate": ("player",),
    "note": ("text",),  #: number in Program.texts
    "over": (),
    "apart": ("player",),  #: what follows happens in this player's own world, and only this player sees it
    "together": (),  #: all secret decisions are made; later events are common again
}

#: Reported by an explained program only (`dsl.ir.program.ExplainedProgram`), never in the log of a match.
EXPLANATIONS: dict[str, tuple[str, ...]] = {
    "source": ("board", "cell"),  #: a place that the next event is about (board: index in layout.boards)
    "compare": ("anchor",),  #: an award compares the players; the sources after it are what it is about
    "rank": ("anchor", "player", "place", "tied", "points"),  #: what a player gets; `tied` with itself
    "key": ("value",),  #: by what the player of the last `rank` is compared, in order
}
