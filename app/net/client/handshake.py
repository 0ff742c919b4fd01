"""How one guest is let in, on each connection anew: who it says that it is, and what it makes of a refusal."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from app import __version__
from app.net.client.credentials import Credential, Credentials, reserved
from app.net.protocol.authentication import key_of_code, key_of_token, make_proof, new_nonce
from app.net.protocol.commit_reveal import Pledges, given, told
from app.net.protocol.messages import VERSIONS, Challenge, Hello, Pairs, Prove, TurnedAway, Welcome
from app.net.protocol.reconnecting import ReconnectingConnection
from app.net.protocol.sanitize import sanitize_name

# The greeting from the guest's side: what it says, and which answers fit. No Qt.


@dataclass(frozen=True, slots=True)
class HandshakeIdentity:
    """Who knocks at a table."""

    name: str
    language: str = "en"
    code: str = ""
    table: str = ""  #: the id of the table that is meant; empty if any may answer
    member: str = ""  #: who one was there
    token: str = ""  #: which proves it


class HandshakeError(Exception):
    """The table said what does not belong here; it is none, or one that cannot be believed."""


class OtherTableError(Exception):
    """Another table answers than the one that is meant; its id is the argument."""


class CodeWantedError(Exception):
    """The table wants a code, and none was given."""


class Handshake:
    """One greeting. It is used once: its nonce is never said again."""

    def __init__(self, comer: HandshakeIdentity) -> None:
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
            raise HandshakeError("a challenge that is none")
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
        return make_proof(key, challenge.table, challenge.nonce, self._nonce) if challenge and secret else ""

    def end(self, answer: object) -> Welcome | TurnedAway:
        """Return the answer that ends the greeting. Raises GreetingError."""
        if isinstance(answer, TurnedAway) or (isinstance(answer, Welcome) and self._challenge is not None):
            return answer
        raise HandshakeError(f"{type(answer).__name__} in the middle of a greeting")


# Who a guest is at the table that it goes to, and what it has kept of it: the token, its shares of chance.


OWNER = "owner"  #: who comes with the owner's token


class KnownTable:
    """One guest's part of the credentials. Who one is at a table belongs to one window at a time."""

    def __init__(self, credentials: Credentials, language: str) -> None:
        self.comer = HandshakeIdentity("")  #: who knocks
        self._credentials, self._language = credentials, language
        self._known: Credential | None = None
        self._claimed = ""  #: the table where no other window may be the same

    # ---- the way in ----

    def come(self, address: str, port: int, name: str, code: str, owner_token: str, table: str) -> None:
        """Be whoever one was at a table; `table` is its id, if that is known."""
        known = self._credentials.of(table) if table else self._credentials.at(address, port)
        self.comer = HandshakeIdentity(sanitize_name(name), self._language, code, table)
        if owner_token:
            self.comer = replace(self.comer, member=OWNER, token=owner_token)
        else:
            self._come_as(known)

    def come_elsewhere(self, table: str) -> None:
        """Another table answers than the one that was meant: be whoever one was there."""
        self.comer = replace(self.comer, table=table, member="", token="")
        self._come_as(self._credentials.of(table))

    def come_anew(self) -> None:
        """The table has forgotten one: be somebody new."""
        self._credentials.forget(self.comer.table)
        self._known, self.comer = None, replace(self.comer, member="", token="")

    def _come_as(self, known: Credential | None) -> None:
        if known is not None and self._claim(known.table):
            self._known = known
            self.comer = replace(self.comer, table=known.table, member=known.member, token=known.token)

    def _claim(self, table: str) -> bool:
        if self._claimed != table:
            self.release()
            self._claimed = table if self._credentials.claim(table) else ""
        return self._claimed == table

    def release(self) -> None:
        """Let another window be who one was here."""
        self._credentials.release(self._claimed)

    # ---- inside ----

    def let_in(self, table: str, welcome: Welcome) -> None:
        """One is in: from now on one comes back as this member."""
        token = welcome.token or self.comer.token
        self.comer = replace(self.comer, table=table, member=welcome.member, token=token)

    def remember(self, address: str, port: int, welcome: Welcome, first: bool) -> int:
        """Keep where one is; return the number from which requests may be counted, 0 if not for the `first` time."""
        table, known, number = self.comer.table, self._known, 0
        if self._claim(table) and known is None:  # whoever opened the table comes by another token
            known = self._credentials.of(table)
        if known is None or (known.table, known.member) != (table, welcome.member):
            known = Credential(table, "", 0, "", (), "", "", welcome.commitment, (), 1, 0)
        known = replace(
            known, address=address, port=port, name=sanitize_name(welcome.name), titles=welcome.rules.titles,
            member=welcome.member, token=self.comer.token, seen=int(time.time()),
        )  # fmt: skip
        if first:
            number, known = reserved(known)
        self._keep(known)
        return number

    def _keep(self, known: Credential) -> None:
        self._known = known
        if self._claimed == known.table:
            self._credentials.keep(known)

    # ---- chance ----

    @property
    def commitment(self) -> str:
        """What the table promised about the chance of the match, as it was told first."""
        return self._known.commitment if self._known is not None else ""

    @property
    def pledges(self) -> Pledges:
        """The shares of chance that one gave, also before the program was started again."""
        return self._known.pledges if self._known is not None else ()

    def new_share(self) -> str:
        """Return a share of chance, remembered beyond the end of the program."""
        share = new_nonce()
        if self._known is not None:
            self._keep(replace(self._known, pledges=given(self.pledges, share)))
        return share

    def open(self, seals: Pairs) -> str:
        """Take the seals of all who play; return the share to be opened, empty if there is none."""
        if self._known is None:
            return ""
        share, pledges = told(self.pledges, self._known.table, seals)
        self._keep(replace(self._known, pledges=pledges))
        return share


_OTHERS = 3  #: so often somebody else's table may answer
#: Not now, but perhaps soon.
_BUSY = frozenset(f"lan.away.{why}" for why in ("busy", "late", "tries", "full", "address"))


class ClientHandshake:
    """Greets, and calls anew as somebody else where that may help. What it returns as a reason is the end."""

    def __init__(self, line: ReconnectingConnection, known: KnownTable) -> None:
        self._line, self._known = line, known
        self._greeting: Handshake | None = None
        self._others = 0
        self.welcome: Welcome | None = None  #: the last one
        self.table_id = ""  #: of the table that let one in

    def greet(self) -> None:
        """Say the first words on a new connection."""
        self._greeting = Handshake(self._known.comer)
        self._line.send(self._greeting.hello())

    def prove(self, challenge: Challenge) -> str:
        """Answer a challenge; return why not, or "". Raises GreetingError."""
        if self._greeting is None:
            raise HandshakeError("nobody greets")
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
            raise HandshakeError("nobody greets")
        self.table_id, self._greeting = self._greeting.table, None
        self._known.let_in(self.table_id, welcome)
        first, self.welcome = self.welcome is None, welcome
        self._line.let_in()
        return first
