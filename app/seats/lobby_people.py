"""Everybody at a network table, with a seat, as a spectator, or still standing; the host may remove and ban people."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.lan.protocol import Ban, BanState, Kick, Lobby, MemberState, Unban
from app.parts import SPACE, button, empty, label
from app.seats.lobby_facts import TableFacts
from app.texts import Texts

Removal = Callable[[int, str], Kick | Ban]


class LobbyPeople(QWidget):
    """A line for each member, and below them one for each ban.

    Signals:
        wanted: Somebody is to be removed or banned, or a ban lifted; carries a command without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._shown: tuple[object, ...] = ()
        self._sure: QPushButton | None = None  #: does its work at the next press
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)

    def present(self, lobby: Lobby, facts: TableFacts, bans: tuple[BanState, ...] = ()) -> None:
        """Show who is there and who is banned. Nothing is rebuilt as long as that stays the same."""
        seated = frozenset(seat.member for seat in lobby.seats)
        lines = tuple((each, each.member in seated) for each in lobby.members)
        if (lines, bans, self._texts.language) == self._shown:
            return
        self._shown, self._sure = (lines, bans, self._texts.language), None
        empty(self._column)
        for member, sits in lines:
            self._column.addWidget(self._line(member, sits, facts))
        if bans:
            self._present_bans(bans)

    def _line(self, member: MemberState, sits: bool, facts: TableFacts) -> QWidget:
        called = member.name or self._texts("network.somebody")
        line, layout = _row(called, "  ·  ".join(self._how(member, sits, facts)))
        if facts.owner and member.member != facts.member:
            layout.addWidget(self._remover("people.kick", called, member.member, Kick))
            layout.addWidget(self._remover("people.ban", called, member.member, Ban))
        return line

    def _how(self, member: MemberState, sits: bool, facts: TableFacts) -> list[str]:
        said = []
        if member.member == facts.member:
            said.append(self._texts("people.you"))
        if member.owner:
            said.append(self._texts("people.host"))
        if not member.here:
            said.append(self._texts("people.away"))
        elif member.watching:
            said.append(self._texts("people.watching"))
        elif not sits:
            said.append(self._texts("people.standing"))
        return said

    def _remover(self, key: str, called: str, member: str, command: Removal) -> QPushButton:
        made = self._button(key, called)
        made.clicked.connect(partial(self._remove, made, key, member, command))
        return made

    def _remove(self, pressed: QPushButton, key: str, member: str, command: Removal) -> None:
        """Ask to be pressed twice; another button that asked for that does so no more."""
        former, self._sure = self._sure, pressed
        if former is pressed:
            self._sure = None
            self.wanted.emit(command(0, member))
            return
        if former is not None:
            former.setText(str(former.property("calm")))
        pressed.setText(self._texts(f"{key}_sure"))

    def _button(self, key: str, called: str) -> QPushButton:
        made = button("small")
        made.setText(self._texts(key))
        made.setProperty("calm", made.text())
        made.setAccessibleName(f"{made.text()}: {called}")
        return made

    # ---- bans ----

    def _present_bans(self, bans: tuple[BanState, ...]) -> None:
        title, why = label("heading"), label("soft", wraps=True)
        title.setText(self._texts("people.banned"))
        why.setText(self._texts("people.banned.why"))
        self._column.addWidget(title)
        self._column.addWidget(why)
        for ban in bans:
            called = ban.name or self._texts("network.somebody")
            line, layout = _row(called, ban.address)
            lift = self._button("people.unban", called)
            lift.clicked.connect(partial(self._lift, ban.ban))
            layout.addWidget(lift)
            self._column.addWidget(line)

    def _lift(self, ban: int) -> None:
        self.wanted.emit(Unban(0, ban))


def _row(called: str, how: str) -> tuple[QWidget, QHBoxLayout]:
    """Return a line with a name and what is known of it, and its layout."""
    line = QWidget()
    layout = QHBoxLayout(line)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(SPACE)
    name, soft = label(), label("soft")
    name.setText(called)
    soft.setText(how)
    layout.addWidget(name)
    layout.addWidget(soft, 1)
    return line, layout
