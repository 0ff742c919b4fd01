"""What to tell others so that they find the table: address, short code, the table's code; large, and to be copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.parts import button, label, row
from app.seats.invitation import Invitation
from app.seats.lobby_facts import TableFacts
from app.texts import Texts


class LobbyInvite(QWidget):
    """Addresses and codes."""

    def __init__(self, texts: Texts) -> None:
        super().__init__()
        self._texts = texts
        self._facts: TableFacts | None = None
        self._hint = label("soft", wraps=True)
        self.address, self.short, self.code = _large(), _large(), _large()
        self._heads = [label("soft") for _ in range(3)]
        self._others = label("soft", wraps=True)
        self._others.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.copy = button()
        self.copy.clicked.connect(self._copy)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self._hint)
        for head, text in zip(self._heads, (self.short, self.address, self.code), strict=True):
            column.addSpacing(4)
            column.addWidget(head)
            column.addWidget(text)
        column.addWidget(self._others)
        column.addSpacing(6)
        column.addLayout(row(self.copy, stretch_after=0))

    def present(self, facts: TableFacts) -> None:
        """Show how this table is found."""
        self._facts = facts
        invitation = facts.invitation
        shown = (invitation.short, *invitation.addresses[:1], invitation.code)
        for head, text, said in zip(
            self._heads,
            (self.short, self.address, self.code),
            (invitation.short, next(iter(invitation.addresses), ""), invitation.code),
            strict=True,
        ):
            text.setText(said)
            for part in (head, text):
                part.setVisible(bool(said))
        self._others.setVisible(len(invitation.addresses) > 1)
        self.copy.setVisible(any(shown))
        self.retranslate()

    def retranslate(self) -> None:
        """Say everything in the language that is spoken now."""
        texts = self._texts
        invitation = self._facts.invitation if self._facts is not None else Invitation()
        addresses = invitation.addresses
        self._hint.setText(texts("invite.here_only" if invitation.here_only else "invite.hint"))
        for head, key in zip(self._heads, ("invite.short", "invite.address", "invite.code"), strict=True):
            head.setText(texts(key))
        for text, head in zip((self.short, self.address, self.code), self._heads, strict=True):
            text.setAccessibleName(texts("table.named", name=head.text(), value=text.text()))
        self._others.setText(texts("invite.others", addresses=", ".join(addresses[1:])))
        self.copy.setText(texts("invite.copy"))

    def _copy(self) -> None:
        """Put everything that another needs on the clipboard, in one line."""
        if self._facts is None:
            return
        invitation = self._facts.invitation
        parts = [self._facts.name, *invitation.addresses[:1], invitation.short]
        if invitation.code:
            parts.append(self._texts("table.named", name=self._texts("invite.code"), value=invitation.code))
        QGuiApplication.clipboard().setText("  ·  ".join(part for part in parts if part))
        self.copy.setText(self._texts("invite.copied"))


def _large() -> QLabel:
    made = label("heading")
    made.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return made
