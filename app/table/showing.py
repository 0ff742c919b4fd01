"""The desk, brought up to date: the position as whoever looks may see it, and the choice in progress everywhere."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QObject

from app.table.asked import Asked, asked_of
from app.table.banner import Notice
from app.table.choosing import Choosing
from app.table.gestures import Hands
from app.table.highlights import Highlights
from app.table.lists import describe_cell
from app.table.offering import Offering
from app.table.onlooker import Onlooker
from app.table.recap import Recap
from app.table.scattering import many_wait
from dsl.engine.view import View


class Showing(QObject):
    """Shows; it hears nothing from the table. `offering` says what is offered beside what is asked."""

    def __init__(
        self, hands: Hands, onlooker: Onlooker, recap: Recap, offering: Callable[[], Offering], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._hands, self._desk, self._onlooker, self._recap = hands, hands.desk, onlooker, recap
        self._offering = offering
        self.held = False  #: no choice can be made just now
        self.highlights = Highlights(hands, onlooker, recap, self)
        hands.chooser.changed.connect(self.refresh_choice)
        recap.changed.connect(self.refresh_choice)

    def show_all(self) -> None:
        """Show everything anew for the seat that looks; what was being shown again ends."""
        view = self._onlooker.view
        if view is None:
            return
        self._recap.stop()
        self._hands.voice.forget()
        self.follow()
        self.tell_all()
        self._desk.scene.present(view, self.highlights.marks(view))
        self._desk.board.set_words(self._hands.voice.tone.texts("table.board.title"), self._describe)
        self.refresh_choice()

    def tell_all(self) -> None:
        """Show the whole log anew."""
        known = self._onlooker.known
        if known is not None:
            self._desk.log.present(self._onlooker.told(self._onlooker.books[known.seat].events, known), known)

    def follow(self) -> None:
        """Go on with what the shown seat is asked now; shown with `refresh_choice`."""
        view, seat = self._onlooker.view, self._onlooker.seat
        if view is not None and seat is not None:
            self.highlights.forget()
            rests = self.held or self._recap.busy
            self._hands.chooser.follow(seat, view, None if rests else self._onlooker.books[seat].decision(seat))

    def refresh_choice(self) -> None:
        """Show another choice in progress everywhere; the position may be the same."""
        view, known, desk = self._onlooker.view, self._onlooker.known, self._desk
        if view is None or known is None:
            return
        choosing, tone = self._hands.chooser.choosing, self._hands.voice.tone
        read = replace(choosing, decision=self._onlooker.discretion.asked(choosing.decision, known))
        self._hands.dial.follow(view.seat, choosing)
        asked = self._asked(view, read)
        desk.board.set_expecting(bool(view.seat) and asked.may_wait and not asked.waits)
        desk.prompt.present(self._recap.asked(tone) if self._recap.busy else asked, view.turn)
        texts = tone.texts
        resume = Notice(texts("table.wait.paused"), "resume", texts("table.wait.resume"))
        desk.paused.present([resume] if asked.waits else [])
        desk.players.present(view)
        desk.tracks.present(view)
        desk.present_zones(view, frozenset(option.value.text for option in choosing.options if not option.value.place))
        desk.zones.offer(many_wait(choosing, view), view.secretly and view.may_undo)
        desk.moves.present(read, tone)
        desk.cells.present(view, choosing, tone)
        self.highlights.refresh()

    def _asked(self, view: View, read: Choosing) -> Asked:
        book, tone = self._onlooker.books[view.seat], self._hands.voice.tone
        asked = asked_of(view, read, tone, book.chapter())
        if self._hands.dial.active and not self.held:
            asked = replace(asked, turning=True, hint=tone.texts("table.prompt.turn"))
        return self._offering().of(asked, view, book, self._onlooker.discretion, tone)

    def _describe(self, place: str, thing: str) -> str:
        view = self._onlooker.view
        cells = (cell for board in view.boards for cell in board.cells) if view is not None else ()
        offered = bool(self._hands.chooser.choosing.at(place, thing))
        tone = self._hands.voice.tone
        return next((describe_cell(cell, tone, offered) for cell in cells if cell.place == place), place)
