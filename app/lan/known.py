"""Who a guest is at the table that it goes to, and what it has kept of it: the token, its shares of chance."""

from __future__ import annotations

import time
from dataclasses import replace

from app.lan.credentials import Credential, Credentials, reserved
from app.lan.greeting import Comer
from app.lan.plain import plain_name
from app.lan.pledges import Pledges, given, told
from app.lan.proofs import new_nonce
from app.lan.protocol import Pairs, Welcome

OWNER = "owner"  #: who comes with the owner's token


class Known:
    """One guest's part of the credentials. Who one is at a table belongs to one window at a time."""

    def __init__(self, credentials: Credentials, language: str) -> None:
        self.comer = Comer("")  #: who knocks
        self._credentials, self._language = credentials, language
        self._known: Credential | None = None
        self._claimed = ""  #: the table where no other window may be the same

    # ---- the way in ----

    def come(self, address: str, port: int, name: str, code: str, owner_token: str, table: str) -> None:
        """Be whoever one was at a table; `table` is its id, if that is known."""
        known = self._credentials.of(table) if table else self._credentials.at(address, port)
        self.comer = Comer(plain_name(name), self._language, code, table)
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
            known, address=address, port=port, name=plain_name(welcome.name), titles=welcome.rules.titles,
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
