"""What is marked on the board at this moment: the choice in progress, the pointer, the past, what a sentence means."""

from __future__ import annotations

from PySide6.QtCore import QObject

from app.table.gestures import Hands
from app.table.marking import ghost_at, marks_of, with_past
from app.table.marks import Ghost, Marks
from app.table.onlooker import Onlooker
from app.table.recap import Recap
from dsl.engine.view import View


class Highlights(QObject):
    """Keeps the marks of the scene up to date; while something is shown again they are left to that."""

    def __init__(self, hands: Hands, onlooker: Onlooker, recap: Recap, parent: QObject) -> None:
        super().__init__(parent)
        self._hands, self._onlooker, self._recap = hands, onlooker, recap
        self._told: frozenset[str] = frozenset()  #: the places that a sentence is about
        hands.hovering.changed.connect(self.refresh)
        hands.dial.changed.connect(self.refresh)
        for sentences in (hands.desk.log, hands.desk.moves, hands.desk.cells):
            sentences.pointed.connect(self.point)

    def refresh(self) -> None:
        """Show what is marked now."""
        hands, view = self._hands, self._onlooker.view
        hands.desk.board.set_turning(hands.dial.active or bool(hands.hovering.pointed.turns))
        if view is not None and not self._recap.busy:
            hands.desk.scene.set_marks(self.marks(view))

    def point(self, places: frozenset[str]) -> None:
        """Show the places that a sentence is about; none to end that."""
        self._told = places
        self.refresh()

    def forget(self) -> None:
        """Nothing is pointed at any more, by hand or by a sentence; the scene learns of it with what it shows next."""
        self._hands.hovering.forget()
        self._told = frozenset()

    def marks(self, view: View) -> Marks:
        """Return what is marked in `view`, which is of whoever looks."""
        choosing, pointed = self._hands.chooser.choosing, self._hands.hovering.pointed
        ghost = ghost_at(pointed.place, choosing, view) if pointed.place else None
        if pointed.laid is not None:
            ghost = Ghost(pointed.place, pointed.laid)
        marks = marks_of(choosing, frozenset(), pointed, self._hands.dial.ghost or ghost)
        return with_past(marks, self._onlooker.books[view.seat], self._told, view)
