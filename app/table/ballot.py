"""Questions that the people at a network table answer: a quiet bar, never a dialog that stops the table."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QVBoxLayout, QWidget

from app.lan.protocol import Lobby, VoteState
from app.lan.sentences import Named
from app.parts import button, empty, label
from app.texts import Texts


class Ballot(QWidget):
    """One line for each question that waits: what is asked, by whom, who has not answered; Yes and No if I have not.

    Signals:
        answered: I said yes (True) or no; carries the vote's number and the answer.
    """

    answered = Signal(int, bool)

    def __init__(self, texts: Texts, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._texts = texts
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(6)
        self._shown: tuple[object, ...] = ()
        self.hide()

    def present(self, lobby: Lobby, member: str, named: Named) -> None:
        """Show the questions of `lobby` to this member. Buttons that may be under a finger stay as long as they fit."""
        shown = (lobby.votes, lobby.members, member, self._texts.language)
        if shown == self._shown:
            return
        self._shown = shown
        empty(self._column)
        names = {each.member: each.name for each in lobby.members}
        for vote in lobby.votes:
            self._column.addWidget(self._line(vote, member, names, named))
        self.setVisible(bool(lobby.votes))

    def _line(self, vote: VoteState, member: str, names: dict[str, str], named: Named) -> QFrame:
        texts = self._texts
        frame = QFrame()
        frame.setProperty("role", "ballot")
        line = QHBoxLayout(frame)
        line.setContentsMargins(14, 8, 14, 8)
        said, waiting = label("strong", wraps=True), label("soft", wraps=True)
        said.setText(self._question(vote, names, named))
        others = ", ".join(names.get(each, each) for each in vote.waiting if each != member)
        waiting.setText(texts("vote.waiting", names=others) if others else "")
        waiting.setVisible(bool(others))
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(said)
        words.addWidget(waiting)
        line.addLayout(words, 1)
        if member in vote.waiting:
            for agreed, key, role in ((True, "vote.yes", "primary"), (False, "vote.no", "")):
                made = button(role)
                made.setText(texts(key))
                made.setAccessibleName(f"{made.text()}: {said.text()}")
                made.clicked.connect(partial(self.answered.emit, vote.vote, agreed))
                line.addWidget(made)
        return frame

    def _question(self, vote: VoteState, names: dict[str, str], named: Named) -> str:
        who = names.get(vote.by, "…")
        match vote.kind:
            case "take_back":
                return self._texts("vote.take_back", n=vote.choices, who=who)
            case "swap":
                return self._texts("vote.swap", who=who, seat=named(vote.seat), other=named(vote.other))
            case "stand_in":
                return self._texts("vote.stand_in", who=who, seat=named(vote.seat))
