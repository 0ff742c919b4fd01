"""Page of an open table: the widgets, their controller, and the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QHideEvent, QImage, QKeySequence, QShortcut
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.session.link import Link
from app.table.context import TableContext, TableSettings
from app.table.control.by_hand import Propose
from app.table.control.clock_display import ClockDisplay
from app.table.control.controller import TableController
from app.table.control.sounds import TableSounds
from app.table.layout.page_stack import PageStack
from app.table.layout.table_layout import TableLayout
from app.table.model.key_bindings import KEYS
from app.table.model.overlays import OVERLAYS, OverlayName
from app.table.model.seat_histories import SeatHistory
from app.table.model.shown_seat import ViewerState
from app.table.painting.palette import table_style_sheet
from app.table.panels.state_inspector import StateInspector
from app.table.replay.match_text import match_text
from app.table.replay.replay_page import ReplayPage
from dsl.i18n.translator import Translator
from dsl.match.view import View

_PICTURE_SCALE = 2.0  #: pixels per unit of the scene


class TablePage(QWidget):
    """The page on which a match is played or watched, whatever link leads to it.

    Signals:
        left: The player leaves the table; the match can be resumed later.
        branch_requested: The player wants to play on from a step of the replay; carries the choices before it.
        example_requested: The player wants an example of the choices up to a step of the replay; carries their number.
        position_requested: The player edits the position at a step of the replay; carries the choices before it.
        rules_requested: Rules are to be shown; carries a tuple of their anchors, the most exact first.
        rematch_requested: The player wants another match of the same game.
        sound_requested: A sound is due; carries its name.
        place_marked: A place was clicked while the player marks places; carries its name.
        pause_changed: `can_pause` or `paused` may have changed.
        menu_requested: The button of the menu was pressed; carries the point of the screen below it.
        turn_came: It is the turn of a player at this window, after others had to choose.
        position_shown: Another position is shown, of the match or of its replay, or in another way.
    """

    position_shown = Signal()
    left = Signal()
    rematch_requested = Signal()
    branch_requested = Signal(int)
    example_requested = Signal(int)
    position_requested = Signal(int)
    rules_requested = Signal(tuple)
    sound_requested = Signal(str)
    turn_came = Signal()
    pause_changed = Signal()
    menu_requested = Signal(QPoint)
    place_marked = Signal(str)

    def __init__(
        self, link: Link, context: TableContext, settings: TableSettings, parent: QWidget | None = None,
        *, takes_focus: bool = True,
    ) -> None:  # fmt: skip
        """Without `takes_focus` the focus stays outside when the table appears: the user may be typing there."""
        super().__init__(parent)
        self._link = link
        context = self._with_distinct_seats(context)
        self._viewer = ViewerState({seat: SeatHistory() for seat in link.seats})
        self.table_layout = TableLayout(context)
        self._pages = pages = PageStack(self.table_layout, context, self._viewer)
        pages.takes_focus = takes_focus
        self.curtain, self.score, self.keys, self.rules = pages.curtain, pages.score, pages.keys, pages.rules
        self._controller = TableController(link, self._viewer, self.table_layout, pages, context, self)
        self._controller.branch_requested.connect(self.branch_requested)
        self._controller.example_requested.connect(self.example_requested)
        self._controller.position_requested.connect(self.position_requested)
        self._controller.rules_requested.connect(self.rules_requested)
        self._controller.place_marked.connect(self.place_marked)
        self._controller.replay_made.connect(self._follow_replay)
        self._inspector: StateInspector | None = None  #: made when it is first opened
        self._controller.position_shown.connect(self.position_shown)
        self._controller.position_shown.connect(self._inspect)
        pages.currentChanged.connect(self._inspect)
        self._offers_menu = False
        for each in (self.table_layout.prompt, self.score):
            each.menu_requested.connect(self.menu_requested)
        self._controller.pause_changed.connect(self.pause_changed)
        self.sounds = TableSounds(self._controller, link, self._viewer, self.table_layout.scene, self)
        self._clocks = ClockDisplay(link, self.table_layout.players, self)
        self._clocks.warned.connect(self._warn)
        self.sounds.requested.connect(self.sound_requested)
        self.sounds.turn_came.connect(self.turn_came)
        self.score.rematch_requested.connect(self.rematch_requested)
        self.score.leave_requested.connect(self.left)
        self._bind_keys()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(pages)
        self.setStyleSheet(table_style_sheet(context.theme))
        self.apply_settings(settings)

    def _bind_keys(self) -> None:
        """Connect the keys that the help lists; they work while the focus is inside the table layout, and those of undo
        also while the score lies over it."""
        actions = self._actions()
        for key in KEYS:
            for number, sequence in enumerate(key.sequences):
                shortcut = QShortcut(QKeySequence(sequence), self.table_layout)
                shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                action = actions.get(key.action) or partial(self.table_layout.prompt.press_number, number)
                shortcut.activated.connect(action)
                if key.action == "undo":
                    over_score = QShortcut(QKeySequence(sequence), self.score)
                    over_score.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                    over_score.activated.connect(self._undo_from_score)

    def _undo_from_score(self) -> None:
        """Undo the choice that ended the match, before the board: there the answer is shown. The score appears by
        itself, so that a key pressed in that moment must not be lost."""
        self._pages.show_table()
        self._controller.gestures.undo()

    def _actions(self) -> dict[str, Callable[[], None]]:
        table_layout, prompt, gestures = self.table_layout, self.table_layout.prompt, self._controller.gestures
        return {
            "back": prompt.back_requested.emit,
            "advice": prompt.hint.click,
            "again": prompt.recap.click,
            "film": table_layout.replay_button.click,
            "wait": prompt.pause.click,
            "undo": gestures.undo,
            "typed": table_layout.begin_typing,
            "log": partial(table_layout.show_list, table_layout.log),
            "moves": partial(table_layout.show_list, table_layout.moves),
            "cells": partial(table_layout.show_list, table_layout.cells),
            "help": self._pages.show_keys,
            "rules": table_layout.rules.click,
            "peek": self._controller.toggle_peek,
            "enlarge": self._controller.inspection.enlarge_current,
            "majorities": partial(self.toggle_overlay, "majorities"),
            "threats": partial(self.toggle_overlay, "threats"),
            "reach": partial(self.toggle_overlay, "reach"),
            "copy_why": self._controller.copy_explanation,
            "show_rule": self._controller.show_rule,
            "explain": self._controller.explanations.explain_current,
            "turn": partial(gestures.rotated.emit, 1),
            "turn_back": partial(gestures.rotated.emit, -1),
            "turn_board": partial(self._controller.turn_board, 1),
            "turn_board_back": partial(self._controller.turn_board, -1),
        }

    def open(self) -> None:
        """Start to receive updates of the match."""
        self._link.open()
        self._clocks.open(self.context)

    def _warn(self, seat: str) -> None:
        """Say that a player at this window has little time left."""
        if seat in self._link.seats:
            texts, player = self.context.texts, self.context.player(seat)
            self.table_layout.status.show_text(texts("table.clock.warning", player=player))

    def close_table(self) -> None:
        """Stop receiving updates; nothing moves any more."""
        self.sounds.stop()
        self._clocks.stop()
        self._controller.close()
        self.sounds.stop()  # the animation that was skipped

    def set_context(self, context: TableContext) -> None:
        """Change language and look at once."""
        context = self._with_distinct_seats(context)
        self.setStyleSheet(table_style_sheet(context.theme))
        self._controller.set_context(context)
        self._clocks.set_context(context)
        if self._inspector is not None:
            self._inspector.set_context(context)

    def apply_settings(self, settings: TableSettings) -> None:
        """Use other settings from now on."""
        self._controller.apply_settings(settings)
        self.sounds.alerts = settings.turn_alert

    def change_by_hand(self, propose: Propose) -> None:
        """Let the player at the screen change the position by hand; at the end `propose` gets seat, position and
        the changes."""
        self._controller.change_by_hand(propose)

    def set_read_only(self, read_only: bool, *, offline: bool = False) -> None:
        """Offer no choice while the table is paused, or `offline`: without connection. Everything stays readable."""
        self._controller.set_read_only(read_only, offline=offline)
        self._clocks.set_held(read_only)

    def offer_menu(self, offered: bool) -> None:
        """Show a button for the menus of the program on the table, its replay and its score, or hide it."""
        self._offers_menu = offered
        self.table_layout.prompt.offer_menu(offered)
        self.score.menu.setVisible(offered)

    def _follow_replay(self, replay: ReplayPage) -> None:
        """Show the button for the menus in a replay that is opened for the first time, too."""
        replay.table_layout.prompt.menu_requested.connect(self.menu_requested)
        replay.table_layout.prompt.offer_menu(self._offers_menu)

    def zoom_board(self, factor: float) -> None:
        """Zoom the board, or with 0 show it whole."""
        board = self.table_layout.board
        if factor:
            board.zoom_by(factor)
        else:
            board.fit()

    def turn_board(self, steps: int) -> None:
        """Turn the boards by steps clockwise, or with 0 back to where they were at first."""
        self._controller.turn_board(steps)

    def toggle_overlay(self, name: str) -> None:
        """Switch an overlay on the board on or off, unless another page is in front of the board."""
        found = next((each for each in OVERLAYS if each == name), None)
        if found is not None and self._pages.currentWidget() is self.table_layout:
            self._controller.toggle_overlay(found)

    @property
    def overlays(self) -> frozenset[OverlayName]:
        """The overlays on the board that are on."""
        return self._controller.overlays

    def show_keys(self) -> None:
        """Show the help on keys, unless another page is in front of the board."""
        if self._pages.currentWidget() is self.table_layout:
            self._pages.show_keys()

    def show_rulebook(self, names: Sequence[str]) -> None:
        """Show the rulebook at the first of these rules that has a place in it."""
        self._pages.show_rules(names)

    def open_inspector(self) -> StateInspector:
        """Open the window with the whole state as the seat at the screen may know it, and return it. It follows the
        match and its replay."""
        if self._inspector is None:
            self._inspector = StateInspector(self, self.context)
        self._inspector.show()
        self._inspect()
        self._inspector.raise_()
        self._inspector.activateWindow()
        self._inspector.search.setFocus()
        return self._inspector

    def _inspect(self) -> None:
        """Show the present state in the inspector, while it is open."""
        if self._inspector is not None and self._inspector.isVisible():
            self._inspector.show_state(*self._controller.shown_views)

    def hideEvent(self, event: QHideEvent) -> None:
        """Override QWidget: the inspector closes with the page."""
        super().hideEvent(event)
        if self._inspector is not None and not event.spontaneous():
            self._inspector.close()

    def show_moves(self) -> None:
        """Show the list of the possible moves, unless another page is in front of the board."""
        if self._pages.currentWidget() is self.table_layout:
            self.table_layout.show_list(self.table_layout.moves)

    @property
    def playing_seat(self) -> str | None:
        """The seat shown, if its player is at the screen and may still resign; None otherwise."""
        view = self._viewer.view
        if view is None or not view.seat or view.outcome is not None or self._pages.covered:
            return None
        return None if view.seat in view.given_up else view.seat

    @property
    def can_pause(self) -> bool:
        """Whether this window drives clocks or computer players of a match that is not over."""
        return self._controller.can_pause

    @property
    def paused(self) -> bool:
        """Whether the player has stopped clocks and computer players."""
        return self._controller.paused

    def toggle_pause(self) -> None:
        """Stop clocks and computer players, or let them go on; nothing if `can_pause` is false. A choice of a player
        lets clocks go on, too."""
        if self.can_pause:
            self._controller.toggle_pause()

    def mark_places(self, places: frozenset[str], by_player: frozenset[str] | None = None) -> None:
        """Mark places on the board, until others are marked: those that a lesson speaks of, and those that the player
        has marked; None if the player marks none, and a click chooses as usual."""
        self._controller.mark_places(places, by_player)

    def show_message(self, text: str) -> None:
        """Show a message beside the prompt."""
        self._controller.show_message(text)

    def board_picture(self) -> QImage | None:
        """Return a picture of the board, or of the position that the replay shows, at twice the size and without
        marks; None while the table is hidden from the players."""
        scene = self._controller.shown_scene
        return scene.picture(_PICTURE_SCALE) if scene is not None else None

    def match_text(self, title: str) -> str | None:
        """Return the match so far in sentences, as the player at the screen may know it; a finished local match with
        everything that was secret. None while the table is hidden from the players."""
        view, full_view = self._viewer.view, self._viewer.full_view
        if view is None or full_view is None or self._pages.covered:
            return None
        uncovered = self._link.events_uncovered()
        events = uncovered or self._viewer.visible_events(self._viewer.histories[view.seat].events, full_view)
        return match_text(title, events, view, self.context, uncovered=bool(uncovered))

    @property
    def hidden(self) -> bool:
        """Whether the table is hidden from the players, between two of them at one screen."""
        return self._viewer.view is None or self._pages.covered

    @property
    def view(self) -> View | None:
        """The view shown; None before a player is at the screen."""
        return self._viewer.view

    @property
    def link(self) -> Link:
        """The link to the match."""
        return self._link

    @property
    def animating(self) -> bool:
        """Whether the board animates the last choice; a click ends that."""
        return self._controller.animating

    @property
    def context(self) -> TableContext:
        """The language and the look in use."""
        return self._controller.context

    @property
    def words(self) -> Translator:
        """The words of the game in the language in use."""
        return self.context.words

    def _with_distinct_seats(self, context: TableContext) -> TableContext:
        """Return a context whose look draws every player of this table differently."""
        return replace(context, look=context.look.for_players(player.colour for player in self._link.players))
