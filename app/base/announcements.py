"""What screen readers get beside names: texts that they speak at once, wherever the focus is, and roles of widgets that
paint themselves."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget


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


_ROLE = "accessible role"  #: property of a widget: the number of its role


def set_accessible_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set what a widget is for screen readers, such as a button; a plain QWidget is a part without a meaning.

    While a screen reader runs, Qt makes the interface of a widget as soon as it has a parent, and keeps it. If it was
    made before the role was set, it is deleted, and Qt makes another one.
    """
    _install_factory()
    widget.setProperty(_ROLE, role.value)
    made = QAccessible.queryAccessibleInterface(widget) if QAccessible.isActive() else None
    if made is not None and made.role() != role:
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(made))


@cache
def _install_factory() -> None:
    QAccessible.installFactory(_interface_of)


def _interface_of(_class: str, of: QObject) -> QAccessibleInterface | None:
    """Return the interface of a widget with a role of its own; None leaves it to Qt."""
    role = of.property(_ROLE) if isinstance(of, QWidget) else None
    return QAccessibleWidget(of, QAccessible.Role(role)) if isinstance(of, QWidget) and role is not None else None
