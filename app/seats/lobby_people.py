"""Everybody who is at a network table, with a seat, as a watcher, or still standing; the host may send people away."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from app.lan.protocol import Kick, Lobby, MemberState
from app.parts import SPACE, button, empty, label
from app.seats.lobby_facts import TableFacts
from app.texts import Texts


class LobbyPeople(QWidget):
    """A line for each.

    Signals:
        wanted: Somebody is to be sent away; carries a Kick without its number.
    """

    wanted = Signal(object)

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._shown: tuple[object, ...] = ()
        self._sure = ""  #: the member who is sent away at the next press
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)

    def present(self, lobby: Lobby, facts: TableFacts) -> None:
        """Show who is there. Nothing is made anew as long as nobody comes, goes or sits down."""
        seated = frozenset(seat.member for seat in lobby.seats)
        lines = tuple((each, each.member in seated) for each in lobby.members)
        if (lines, self._texts.language) == self._shown:
            return
        self._shown, self._sure = (lines, self._texts.language), ""
        empty(self._column)
        for member, sits in lines:
            self._column.addWidget(self._line(member, sits, facts))

    def _line(self, member: MemberState, sits: bool, facts: TableFacts) -> QWidget:
        line = QWidget()
        layout = QHBoxLayout(line)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(SPACE)
        name, how = label(), label("soft")
        called = member.name or self._texts("network.somebody")
        name.setText(called)
        how.setText("  ·  ".join(self._how(member, sits, facts)))
        layout.addWidget(name)
        layout.addWidget(how, 1)
        if facts.owner and member.member != facts.member:
            kick = button("small")
            kick.setText(self._texts("people.kick"))
            kick.setAccessibleName(f"{kick.text()}: {called}")
            kick.clicked.connect(partial(self._kick, member.member, kick))
            layout.addWidget(kick)
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

    def _kick(self, member: str, pressed: QPushButton) -> None:
        """Ask to be pressed twice."""
        if self._sure == member:
            self._sure = ""
            self.wanted.emit(Kick(0, member))
            return
        self._sure = member
        pressed.setText(self._texts("people.kick_sure"))
