"""Sounds of an open table: which one belongs to what the table shows, and when it is this player's turn."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from app.session.link import Link
from app.sound.synthesis import SOUNDS, Sound
from app.table.board.scene import BoardScene
from app.table.control.controller import TableController
from app.table.model.seat_histories import asked_seats
from app.table.model.shown_seat import ViewerState
from dsl.match.view import EventView

_BURST = 40  #: milliseconds; of the sounds that are due within them, one is played
_SOUNDS_OF_EVENTS: dict[str, Sound] = {
    "lay": "place", "become": "place", "give": "place", "shift": "slide", "lift": "slide", "pass": "card",
    "show": "card",
}  # fmt: skip
_RESERVE = ("", "reserve")


class TableSounds(QObject):
    """Chooses the sounds of a table page: for updates that it shows, refusals, the player's turn and the end.

    A sound of moving begins with the animation, one of landing or of points at its end. Nothing sounds for the past
    (the first view, a replay, a recap) or for an undo. Of a burst of sounds only the most important is requested.

    Signals:
        requested: A sound is due; carries its name.
        turn_came: A seat of this window has to choose, after others had to, or for the first time.
    """

    requested = Signal(str)
    turn_came = Signal()

    def __init__(
        self, controller: TableController, link: Link, viewer: ViewerState, scene: BoardScene, page: QWidget
    ) -> None:
        """Connect to the signals of these, which all live as long as the `page`."""
        super().__init__(page)
        self._viewer, self._page = viewer, page
        self.alerts = True  #: a turn sounds while another window is active
        self._at_landing: Sound | None = None
        self._due: Sound | None = None
        self._waited = True  #: others had to choose since the last turn of this window
        self._over: bool | None = None  #: None before the first view
        self._burst = QTimer(self)
        self._burst.setSingleShot(True)
        self._burst.setInterval(_BURST)
        self._burst.timeout.connect(self._emit)
        controller.update_shown.connect(self._start)
        controller.refused.connect(self._refuse)
        controller.settled.connect(self._settle)
        scene.animation_finished.connect(self._land)
        link.updated.connect(self._note_waiting)

    @property
    def busy(self) -> bool:
        """Whether a sound is due."""
        return self._due is not None

    def request(self, sound: Sound) -> None:
        """Request a sound, unless a more important one is due at the same time."""
        self._due = sound if self._due is None else max(self._due, sound, key=SOUNDS.index)
        if not self._burst.isActive():
            self._burst.start()

    def stop(self) -> None:
        """Forget what is due: the table closes."""
        self._at_landing = self._due = None
        self._burst.stop()

    def _emit(self) -> None:
        due, self._due = self._due, None
        if due is not None:
            self.requested.emit(due)

    def _start(self, events: tuple[EventView, ...]) -> None:
        """Request the sound at the begin of an animation, and keep the one at its end."""
        self._land()  # of the animation that this one replaces
        starting, self._at_landing = sounds_of(events)
        if starting is not None:
            self.request(starting)

    def _land(self) -> None:
        sound, self._at_landing = self._at_landing, None
        if sound is not None:
            self.request(sound)

    def _refuse(self) -> None:
        self.request("refused")

    def _note_waiting(self) -> None:
        self._waited = self._waited or not self._asked_here()

    def _settle(self) -> None:
        """All is at rest: is the match over, or is it this player's turn now?"""
        view = self._viewer.full_view
        over = view is not None and view.outcome is not None
        if over and self._over is False:
            self.request("win")
        self._over = over
        if self._waited and self._asked_here():
            self._waited = False
            self.turn_came.emit()
            if self.alerts and not self._page.isActiveWindow():
                self.request("turn")

    def _asked_here(self) -> bool:
        return any(seat in self._viewer.histories for seat in asked_seats(self._viewer.histories))


def sounds_of(events: Iterable[EventView]) -> tuple[Sound | None, Sound | None]:
    """Return the sounds of one update, at the begin and at the end of its animation; None: no sound."""
    found = {sound for event in events for sound in [_sound_of(event)] if sound is not None}
    landing = max(found & {"place", "score"}, key=SOUNDS.index, default=None)
    moving = max(found & {"slide", "card"}, key=SOUNDS.index, default=None)
    return (None if "place" in found else moving), landing


def _sound_of(event: EventView) -> Sound | None:
    args = dict(event.args)
    match event.kind:
        case "award":
            return "score" if _number(args.get("points")) > 0 else None
        case "set" if args.get("variable") == "score":
            return "score" if _number(args.get("after")) > _number(args.get("before")) else None
        case "count":
            return "place" if args.get("from", "") in _RESERVE else "slide"
    return _SOUNDS_OF_EVENTS.get(event.kind)


def _number(text: str | None) -> int:
    """The number of an event's argument; 0 if the seat may not know it."""
    return int(text) if text is not None and text.removeprefix("-").isdecimal() else 0
