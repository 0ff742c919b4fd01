"""Live announcements: texts that a screen reader speaks at once, wherever the focus is."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


class Announcements(QObject):
    """Sends announcements to screen readers.

    Signals:
        made: A text was announced; carries it, and whether it interrupts what is spoken.
    """

    made = Signal(str, bool)

    def announce(self, widget: QWidget, text: str, *, urgent: bool = False) -> None:
        """Announce a text on behalf of a widget. An urgent one, such as a refusal, interrupts what is spoken."""
        if not text:
            return
        if QAccessible.isActive():
            event = QAccessibleAnnouncementEvent(widget, text)
            politeness = QAccessible.AnnouncementPoliteness
            event.setPoliteness(politeness.Assertive if urgent else politeness.Polite)
            QAccessible.updateAccessibility(event)
        self.made.emit(text, urgent)


ANNOUNCEMENTS = Announcements()
announce = ANNOUNCEMENTS.announce
