"""The greeting from the guest's side: what it says, and which answers fit. No Qt.

A guest says who it was before it knows which table answers. If another table answers than the one it meant, it hangs up
and calls again as whoever it is there.
"""

from __future__ import annotations

from dataclasses import dataclass

from app import __version__
from app.lan.proofs import key_of_code, key_of_token, new_nonce, proof
from app.lan.protocol import VERSIONS, Challenge, Hello, Prove, TurnedAway, Welcome


@dataclass(frozen=True, slots=True)
class Comer:
    """Who knocks at a table."""

    name: str
    language: str = "en"
    code: str = ""
    table: str = ""  #: the id of the table that is meant; empty if any may answer
    member: str = ""  #: who one was there
    token: str = ""  #: which proves it


class GreetingError(Exception):
    """The table said what does not belong here; it is none, or one that cannot be believed."""


class OtherTableError(Exception):
    """Another table answers than the one that is meant; its id is the argument."""


class CodeWantedError(Exception):
    """The table wants a code, and none was given."""


class Greeting:
    """One greeting. It is used once: its nonce is never said again."""

    def __init__(self, comer: Comer) -> None:
        self._comer = comer
        self._nonce = new_nonce()
        self._challenge: Challenge | None = None

    @property
    def table(self) -> str:
        """The id of the table that answers; empty before it does."""
        return self._challenge.table if self._challenge else ""

    def hello(self) -> Hello:
        """Return the first words."""
        comer = self._comer
        return Hello(*VERSIONS, f"gondwana {__version__}", comer.name, comer.language, comer.member, self._nonce)

    def prove(self, challenge: Challenge) -> Prove:
        """Return the answer to a challenge. Raises GreetingError, OtherTableError, CodeWantedError."""
        comer = self._comer
        if self._challenge is not None or not VERSIONS[0] <= challenge.version <= VERSIONS[1]:
            raise GreetingError("a challenge that is none")
        self._challenge = challenge
        if comer.table and challenge.table != comer.table:
            raise OtherTableError(challenge.table)
        if challenge.code and not comer.code and not comer.token:
            raise CodeWantedError
        return Prove(
            self._proof(key_of_code(comer.code), comer.code), self._proof(key_of_token(comer.token), comer.token)
        )

    def _proof(self, key: str, secret: str) -> str:
        """Return the proof of a secret; nothing where there is none to prove."""
        challenge = self._challenge
        return proof(key, challenge.table, challenge.nonce, self._nonce) if challenge and secret else ""

    def end(self, answer: object) -> Welcome | TurnedAway:
        """Return the answer that ends the greeting. Raises GreetingError."""
        if isinstance(answer, TurnedAway) or (isinstance(answer, Welcome) and self._challenge is not None):
            return answer
        raise GreetingError(f"{type(answer).__name__} in the middle of a greeting")
