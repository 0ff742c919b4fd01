"""Client side of the handshake, and who the client is at the table it connects to."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass, replace

from msgspec import structs

from app.net.client.commit_reveal import Pledges, add_share, open_share
from app.net.client.credentials import Credential, Credentials, reserve_requests
from app.net.protocol.authentication import check_table_proof, key_of_code, key_of_token, make_proof, new_nonce
from app.net.protocol.messages import VERSIONS, Challenge, Hello, Pairs, Prove, TurnedAway, Welcome
from app.net.protocol.sanitize import sanitize_name
from dsl import __version__

OWNER = "owner"  #: member id of a client with the owner's token


@dataclass(frozen=True, slots=True)
class HandshakeIdentity:
    """What a client says of itself in a handshake. Fields are empty where the client has nothing to say."""

    name: str
    language: str = "en"
    code: str = ""
    table: str = ""  #: the id of the wanted table; empty if any may answer
    member: str = ""  #: the member id that the client had there
    token: str = ""  #: proves that it is this member


class HandshakeError(Exception):
    """A message that does not belong into this state of the handshake."""


class OtherTableError(Exception):
    """Another table answers than the wanted one; its id is the argument."""


class UnprovenTableError(Exception):
    """A table says that it is the wanted one, and does not prove to know this member at the place where it answers."""


class CodeWantedError(Exception):
    """The table requires a code, and the client has none."""


class Handshake:
    """One handshake. It is used once: its nonce is never sent again.

    A member proves its token only after the table has proved to know it, for one of `places` (none: for any). A table
    that has forgotten the member is `allowed_to_forget` it, or not.
    """

    def __init__(
        self, identity: HandshakeIdentity, places: Collection[str] | None = None, *, allowed_to_forget: bool = True
    ) -> None:
        self._identity, self._places, self._allowed_to_forget = identity, places, allowed_to_forget
        self._nonce = new_nonce()
        self._challenge: Challenge | None = None

    @property
    def table(self) -> str:
        """The id of the answering table; empty before its challenge."""
        return self._challenge.table if self._challenge else ""

    @property
    def place(self) -> str:
        """Where the answering table says that it was reached; empty before its challenge."""
        return self._challenge.place if self._challenge else ""

    def hello(self) -> Hello:
        """Return the first message."""
        own = self._identity
        return Hello(*VERSIONS, f"gondwana {__version__}", own.name, own.language, own.member, self._nonce)

    def prove(self, challenge: Challenge) -> Prove:
        """Return the answer to a challenge. Raises HandshakeError, OtherTableError, UnprovenTableError,
        CodeWantedError."""
        own = self._identity
        if self._challenge is not None or not VERSIONS[0] <= challenge.version <= VERSIONS[1]:
            raise HandshakeError("a second challenge, or one of an unknown version")
        self._challenge = challenge
        if own.table and challenge.table != own.table:
            raise OtherTableError(challenge.table)
        if challenge.code and not own.code and not own.token:
            raise CodeWantedError
        token = own.token if self._is_known_to(challenge) else ""
        return Prove(self._proof(key_of_code(own.code), own.code), self._proof(key_of_token(token), token))

    def _is_known_to(self, challenge: Challenge) -> bool:
        """Whether the table has proved that it knows this member; False if it may have forgotten it. Raises
        UnprovenTableError."""
        own, said = self._identity, challenge
        if not own.token or (not said.proof and self._allowed_to_forget):
            return False
        known = check_table_proof(key_of_token(own.token), said.proof, said.table, said.nonce, self._nonce, said.place)
        if not known or (self._places is not None and said.place not in self._places):
            raise UnprovenTableError(said.place)
        return True

    def _proof(self, key: str, secret: str) -> str:
        """Return the proof of a secret; empty without one."""
        challenge = self._challenge
        return make_proof(key, challenge.table, challenge.nonce, self._nonce) if challenge and secret else ""

    def end(self, answer: object) -> Welcome | TurnedAway:
        """Return the answer that ends the handshake. Raises HandshakeError."""
        if isinstance(answer, TurnedAway) or (isinstance(answer, Welcome) and self._challenge is not None):
            return answer
        raise HandshakeError(f"{type(answer).__name__} in the middle of a handshake")


class TableIdentity:
    """Who this client is at the table it connects to: loaded from the credentials, and saved there.

    One window at a time uses the credentials of a table; a second window is another member.
    """

    def __init__(self, credentials: Credentials, language: str) -> None:
        self.current = HandshakeIdentity("")  #: for the next handshake
        self._credentials, self._language = credentials, language
        self._known: Credential | None = None
        self._claimed = ""  #: id of the table whose credentials this window has claimed

    # ---- before the table admits the client ----

    def select(self, address: str, port: int, name: str, code: str, owner_token: str, table: str) -> None:
        """Take the identity for a table; `table` is its id, if known, otherwise its address decides."""
        known = self._credentials.for_table(table) if table else self._credentials.for_address(address, port)
        self.current = HandshakeIdentity(sanitize_name(name), self._language, code, table)
        if owner_token:
            self.current = replace(self.current, member=OWNER, token=owner_token)
        else:
            self._use(known)

    def switch_table(self, table: str) -> None:
        """Take the identity for another table, which answers at the same address."""
        self.current = replace(self.current, table=table, member="", token="")
        self._use(self._credentials.for_table(table))

    def forget(self) -> None:
        """The table does not know this member any more: become a new one."""
        self._credentials.forget(self.current.table)
        self._known, self.current = None, replace(self.current, member="", token="")

    def _use(self, known: Credential | None) -> None:
        if known is not None and self._claim(known.table):
            self._known = known
            self.current = replace(self.current, table=known.table, member=known.member, token=known.token)

    def _claim(self, table: str) -> bool:
        if self._claimed != table:
            self.release()
            self._claimed = table if self._credentials.claim(table) else ""
        return self._claimed == table

    def release(self) -> None:
        """Let another window use these credentials."""
        self._credentials.release(self._claimed)

    # ---- after it ----

    def set_member(self, table: str, welcome: Welcome) -> None:
        """Reconnect as this member from now on."""
        token = welcome.token or self.current.token
        self.current = replace(self.current, table=table, member=welcome.member, token=token)

    def save(self, address: str, port: int, welcome: Welcome, first: bool) -> int:
        """Save the credentials; return the first free request number, 0 if this is not the `first` welcome."""
        table, known, number = self.current.table, self._known, 0
        if self._claim(table) and known is None:  # the owner connects with another token
            known = self._credentials.for_table(table)
        if known is None or (known.table, known.member) != (table, welcome.member):
            known = Credential(table, "", 0, "", (), "", "", welcome.commitment, (), 1, 0)
        known = structs.replace(
            known, address=address, port=port, name=sanitize_name(welcome.name), titles=welcome.rules.titles,
            member=welcome.member, token=self.current.token, seen=int(time.time()),
        )  # fmt: skip
        if first:
            number, known = reserve_requests(known)
        self._store_credential(known)
        return number

    def _store_credential(self, known: Credential) -> None:
        self._known = known
        if self._claimed == known.table:
            self._credentials.keep(known)

    # ---- chance ----

    @property
    def commitment(self) -> str:
        """The table's commitment to the chance of the match, as first received; empty if there is none."""
        return self._known.commitment if self._known is not None else ""

    @property
    def pledges(self) -> Pledges:
        """The shares of chance that this member gave, also in former runs of the program."""
        return self._known.pledges if self._known is not None else ()

    def new_share(self) -> str:
        """Return a new share of chance, saved on disk."""
        share = new_nonce()
        if self._known is not None:
            self._store_credential(structs.replace(self._known, pledges=add_share(self.pledges, share)))
        return share

    def open_share(self, seals: Pairs) -> str | None:
        """Take the seals of all players; return the share to open, if there is one."""
        if self._known is None:
            return None
        share, pledges = open_share(self.pledges, self._known.table, seals)
        self._store_credential(structs.replace(self._known, pledges=pledges))
        return share
