"""How one guest is let in, on each connection anew: who it says that it is, and what it makes of a refusal."""

from __future__ import annotations

from app.lan.greeting import CodeWantedError, Greeting, GreetingError, OtherTableError
from app.lan.known import Known
from app.lan.line import Line
from app.lan.protocol import Challenge, Welcome

_OTHERS = 3  #: so often somebody else's table may answer
#: Not now, but perhaps soon.
_BUSY = frozenset(f"lan.away.{why}" for why in ("busy", "late", "tries", "full", "address"))


class Admission:
    """Greets, and calls anew as somebody else where that may help. What it returns as a reason is the end."""

    def __init__(self, line: Line, known: Known) -> None:
        self._line, self._known = line, known
        self._greeting: Greeting | None = None
        self._others = 0
        self.welcome: Welcome | None = None  #: the last one
        self.table_id = ""  #: of the table that let one in

    def greet(self) -> None:
        """Say the first words on a new connection."""
        self._greeting = Greeting(self._known.comer)
        self._line.send(self._greeting.hello())

    def prove(self, challenge: Challenge) -> str:
        """Answer a challenge; return why not, or "". Raises GreetingError."""
        if self._greeting is None:
            raise GreetingError("nobody greets")
        try:
            self._line.send(self._greeting.prove(challenge))
        except CodeWantedError:
            return "lan.away.code_needed"
        except OtherTableError as other:
            return self._call_other(str(other))
        return ""

    def _call_other(self, table: str) -> str:
        """Another table answers here: one may be known there, too. Whoever has lost a table looks for that one only."""
        self._others += 1
        if self.welcome is not None or self._others > _OTHERS:
            return "lan.lost.other_table"
        self._known.come_elsewhere(table)
        self._line.ring_anew()
        return ""

    def turned_away(self, reason: str) -> str:
        """Return the reason if the table means it. It may also have forgotten us, or be too busy to let us in again."""
        if reason == "lan.away.token" and self._known.comer.token and self.welcome is None:
            self._known.come_anew()
            self._line.ring_anew()
            return ""
        return "" if reason in _BUSY and self.welcome is not None else reason

    def come_in(self, welcome: Welcome) -> bool:
        """One is in; return whether for the first time. Raises GreetingError."""
        if self._greeting is None or self._greeting.end(welcome) is not welcome:
            raise GreetingError("nobody greets")
        self.table_id, self._greeting = self._greeting.table, None
        self._known.let_in(self.table_id, welcome)
        first, self.welcome = self.welcome is None, welcome
        self._line.let_in()
        return first
