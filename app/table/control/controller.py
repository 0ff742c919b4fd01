"""Controller of an open table: applies updates, refreshes the widgets, and decides what happens next."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from PySide6.QtCore import QObject, QPoint, QTimer, Signal

from app.base.announcements import announce
from app.base.widgets import capital
from app.session.link import Hint, Link
from app.table.board.scene import BoardScene
from app.table.context import TableContext, TableSettings
from app.table.control.auto_pass import AutoPass
from app.table.control.board_rotation import BoardRotation
from app.table.control.bot_turns import BotTurns
from app.table.control.by_hand import HandMode, Propose
from app.table.control.coach import Coach
from app.table.control.current_rules import CurrentRulesController
from app.table.control.explanations import Explanations
from app.table.control.feedback import Feedback
from app.table.control.gestures import Gestures
from app.table.control.insights import Insights, legend_entries
from app.table.control.preview import HoverPreview, RotationControl
from app.table.control.selection_controller import SelectionController
from app.table.layout.inspection import Inspection
from app.table.layout.page_stack import PageStack
from app.table.layout.table_layout import TableLayout
from app.table.model.highlights import ghost_at, marks_of, marks_of_pending, with_past
from app.table.model.overlays import NO_OVERLAY, OverlayName
from app.table.model.seat_histories import asked_seats
from app.table.model.selection import Offer, PendingChoice, Selection, offers_auto_placement
from app.table.model.shown_seat import HotSeat, ViewerState, needs_curtain, wanted_seat
from app.table.model.things import Ghost, Marks, Spot, Thing
from app.table.panels.descriptions import describe_spot
from app.table.panels.hint_texts import hint_lines
from app.table.panels.notices import Notice
from app.table.panels.prompt import PromptModel, answers_beside_board, prompt_model_of
from app.table.replay.missed_moves import Recap, last_sentence, steps_of
from app.table.replay.replay_page import ReplayPage
from dsl.match.table_messages import (
    Accepted,
    Answer,
    Changed,
    Explanation,
    News,
    Paused,
    Preview,
    Reason,
    Refused,
    Standings,
    TakenBack,
)
from dsl.match.view import EventView, View

_LINGER = 700  #: milliseconds between the end of an animation and the curtain
#: Reasons against an undo that the other players can overrule.
_UNDO_BY_CONSENT = frozenset({"undo.not_yours", "undo.chance", "undo.seen", "undo.drawn"})


class TableController(QObject):
    """Connects the link to a match with the widgets of a table.

    Knows what is shown, for which seat, and what is under way: an animation, a recap, a replay, a bot's turn. An
    update from the link is added to the history of its seat; the widgets show the seat in `viewer`, and while the
    curtain hides the table nothing is shown. When all is at rest it continues: the next value of a gesture, the next
    player at the screen, the final score, or the next bot.

    Signals:
        update_shown: What others or this player did just now is shown; carries the events. Emitted before their
            animation, and never for the past.
        refused: A message says why something cannot be done.
        rules_requested: Rules are to be shown; carries a tuple of their anchors, the most exact first.
        branch_requested: Another match is to begin at a step of the replay; carries the number of choices before it.
        example_requested: An example of the choices up to a step of the replay is to be written; carries their number.
        position_requested: The position at a step of the replay is to be edited; carries the choices before it.
        place_marked: A place was clicked while the player marks places; carries its name.
        replay_made: The page of the replay was made; carries it.
        position_shown: Another position is shown, of the match or of its replay, or in another way.
        pause_changed: `can_pause` or `paused` may have changed.
        settled: All updates are shown and no animation runs; the controller continues.
    """

    update_shown = Signal(object)
    refused = Signal()
    settled = Signal()
    pause_changed = Signal()
    branch_requested = Signal(int)
    example_requested = Signal(int)
    position_requested = Signal(int)
    rules_requested = Signal(tuple)
    place_marked = Signal(str)
    replay_made = Signal(object)
    position_shown = Signal()

    def __init__(
        self,
        link: Link,
        viewer: ViewerState,
        table_layout: TableLayout,
        pages: PageStack,
        context: TableContext,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._link, self._viewer = link, viewer
        self._table_layout, self._scene, self._pages = table_layout, table_layout.scene, pages
        self._settings = TableSettings()
        self._read_only = self._offline = False
        self._confirmed = False  #: the board shows already what the next update tells
        self._shows_rules = False  #: the next explanation is shown as its rules
        self._outdated = False  #: the widgets skipped updates during an automatic placement
        self._mentioned_places: frozenset[str] = frozenset()  #: the places of a sentence or a hint
        self._taught_places: frozenset[str] = frozenset()  #: the places of a step of a lesson
        self._marked_places: frozenset[str] | None = None  #: by the player; None: a click chooses as usual
        self._hot_seat = HotSeat()
        self._replay_page: ReplayPage | None = None
        self._feedback = Feedback(table_layout, context, self._shown_context)
        self._selection_controller = SelectionController(link, self)
        self._hover_preview = HoverPreview(link, self)
        self._rotation = RotationControl(link, self)
        self._bots = BotTurns(link, self)
        self._pause_state = (False, False)  #: `can_pause` and `paused` as they were told last
        self._insights = Insights(link, self)
        self._auto_pass = AutoPass(link, self)
        self._recap = Recap(self._scene, self)
        self._board_rotation = BoardRotation(link, viewer, self._scene, self)
        self.gestures = Gestures(table_layout, self)
        self.hand = HandMode(link, viewer, table_layout, self.gestures, context, self)
        self.inspection = Inspection(table_layout, context, self._is_offered, self)
        self.explanations = Explanations(
            link, viewer, table_layout, self.inspection, lambda: self._selection_controller.selection, self
        )
        self.explanations.rule_requested.connect(lambda anchor: pages.show_rules((anchor,)))
        self._current_rules = CurrentRulesController(
            link, viewer, table_layout.current, lambda: self.context, lambda: self._selection_controller.selection,
            lambda view: viewer.histories[view.seat].chapter().phase, self._thing_at, self,
        )  # fmt: skip
        self._current_rules.rules_requested.connect(self.rules_requested)
        self._coach = Coach(link, viewer, table_layout, self._insights, self)
        self._coach.undo_requested.connect(self._selection_controller.undo)
        self._next = QTimer(self)  #: until the controller continues
        self._next.setSingleShot(True)
        self._next.timeout.connect(self._continue)
        self._connect_controls()
        self._connect_gestures()
        self._connect_widgets()
        self._connect_link()

    def _connect_controls(self) -> None:
        self._hover_preview.changed.connect(self._refresh_marks)
        self._rotation.recognized.connect(self._refresh_choice)
        self._rotation.changed.connect(self._refresh_marks)
        self._selection_controller.changed.connect(self._refresh_choice)
        self._selection_controller.pending_changed.connect(self._show_pending)
        self._selection_controller.not_understood.connect(self._feedback.show_not_understood)
        self._selection_controller.nothing_asked.connect(self._answer_idle_gesture)
        self._selection_controller.offer_made.connect(self._show_offer)
        self._bots.chose_secretly.connect(self._continue_soon)
        self._bots.thinking.connect(self._show_thinking)
        self._bots.interrupted.connect(self._feedback.clear_status)
        self._auto_pass.changed.connect(self._refresh_choice)
        self._auto_pass.due.connect(self._pass)
        self._insights.changed.connect(self._refresh_overlay)
        self.hand.changed.connect(self._show_all)
        self.hand.changed.connect(self._continue_soon)
        self._recap.changed.connect(self._refresh_choice)
        self._recap.ended.connect(self._show_all)
        self._recap.stopped.connect(self._continue_soon)

    def _connect_gestures(self) -> None:
        gestures, selection_controller = self.gestures, self._selection_controller
        gestures.begun.connect(self._feedback.begin_at)
        gestures.clicked.connect(self._click)
        gestures.dragged.connect(selection_controller.drag)
        gestures.hovered.connect(self._hover)
        gestures.lifted.connect(self._lift)
        gestures.dropped.connect(self._hover_preview.drop)
        gestures.rotated.connect(self._rotate)
        gestures.escaped.connect(self._escape)
        gestures.undo_requested.connect(self._undo)
        gestures.entry_pressed.connect(self._press_entry)
        gestures.option_picked.connect(selection_controller.pick)
        gestures.card_clicked.connect(selection_controller.pick_card)
        gestures.card_dragged.connect(self._drag_card)
        gestures.card_dropped.connect(self._drop_card)
        gestures.auto_placement_requested.connect(selection_controller.start_auto_placement)
        gestures.line_entered.connect(selection_controller.type)
        gestures.confirmed.connect(self._confirm)

    def _connect_widgets(self) -> None:
        table_layout, prompt, score = self._table_layout, self._table_layout.prompt, self._pages.score
        for sentences in (table_layout.log, table_layout.moves, table_layout.cells):
            sentences.highlighted.connect(self._highlight_places)
        table_layout.log.event_chosen.connect(self._ask_why)
        table_layout.moves.rule_requested.connect(self._show_rule)
        table_layout.log.rule_requested.connect(self._ask_for_rules)
        table_layout.bubble.rule_button.clicked.connect(self.show_rule)
        score.rule_requested.connect(lambda anchor: self.rules_requested.emit((anchor,)))
        prompt.hint_requested.connect(self._request_hint)
        prompt.reason_wanted.connect(self._explain_entry)
        prompt.hint_hovered.connect(self._link.prepare_hint)
        prompt.recap_requested.connect(self._start_recap)
        prompt.back_requested.connect(self._recap.finish)
        prompt.hand_over_requested.connect(self._hand_over)
        prompt.pause_requested.connect(self.toggle_pause)
        table_layout.paused.pressed.connect(self.toggle_pause)
        self._scene.animation_finished.connect(self._animation_ended)
        self._pages.curtain.lifted.connect(self._show_seat)
        self._pages.score_updated.connect(self._request_standings)
        score.highlighted.connect(self._highlight_places)
        for button in (table_layout.replay_button, score.replay_button):
            button.clicked.connect(self._open_replay)
        self._offer_replay()
        score.review_button.clicked.connect(self._open_review)

    def _connect_link(self) -> None:
        self._link.updated.connect(self._apply_update)
        self._link.answered.connect(self._apply_answer)
        self._link.entry_explained.connect(self._show_entry_reason)
        self._link.hint_found.connect(self._show_hint)
        self._link.bots_failed.connect(self._show_bots_failure)
        self._link.seat_lost.connect(self._lose_seat)
        self._link.replay_came.connect(self._offer_replay)

    # ---- what the page asks for ---------------------------------------------------------------------------------

    @property
    def context(self) -> TableContext:
        """The language and the look in use."""
        return self._feedback.context

    @property
    def shown_scene(self) -> BoardScene | None:
        """The scene of the board that is shown, or of the replay; None while the table is hidden from the players."""
        if self._viewer.view is None or self._pages.covered:
            return None
        if self._replay_page is not None and self._pages.shows_replay:
            return self._replay_page.table_layout.scene
        return self._scene

    @property
    def shown_views(self) -> tuple[View | None, View | None]:
        """The view that is shown, of the match or of its replay, and the one before the last choice; None for each
        that is not known, and while the table is hidden from the players."""
        viewer = self._viewer
        if viewer.view is None or viewer.seat is None or self._pages.covered:
            return None, None
        if self._replay_page is not None and self._pages.shows_replay:
            return self._replay_page.shown_views
        before = viewer.histories[viewer.seat].previous or self._replayed_before(viewer.seat, viewer.view)
        return viewer.view, viewer.privacy.view(before) if before is not None else None

    def _replayed_before(self, seat: str, view: View) -> View | None:
        """Return a seat's view before the choice that led to `view`, from the replay: when the match was opened or
        a choice taken back, no update has brought it. None if there is none."""
        replay = self._link.replay(seat) if self._link.has_replay else None
        if replay is None or not replay.last or replay.view(replay.last).position != view.position:
            return None
        return replay.view(replay.last - 1)

    @property
    def animating(self) -> bool:
        """Whether the board animates the last choice; a click ends that."""
        return self._scene.animating and not self._recap.running

    def set_context(self, context: TableContext) -> None:
        """Change language and look; behind the curtain the contents follow when it is lifted."""
        self._feedback.context = self.inspection.context = context
        self.hand.set_context(context)
        self._table_layout.set_context(context)
        self._pages.set_context(context)
        if self._replay_page is not None:
            self._replay_page.set_context(context)
        if not self._pages.covered:
            self._show_all()
            self._pages.update_score()

    def apply_settings(self, settings: TableSettings) -> None:
        """Use other settings from now on."""
        self._settings = settings
        self._hover_preview.delay = settings.hover_delay
        self._selection_controller.confirm = settings.confirm
        self._auto_pass.enabled = settings.passes
        self._coach.enabled = settings.coach
        self._viewer.set_privacy(remembers=settings.remembers, covers=settings.covers)
        self._scene.set_coordinates_visible(settings.coordinates)
        self.inspection.coordinates = settings.coordinates
        if self._table_layout.log.coordinates != settings.coordinates:
            self._table_layout.log.coordinates = settings.coordinates
            if not self._pages.covered:
                self._refresh_log()
        self._scene.set_letters(settings.letters)
        self._board_rotation.set_setting(settings.turning)
        self._table_layout.set_motion(settings.speed, reduced=settings.reduced)

    def set_read_only(self, read_only: bool, *, offline: bool = False) -> None:
        """Offer no choice while the table is paused, or `offline`: without connection. Everything stays readable."""
        if (read_only, offline) != (self._read_only, self._offline):
            self._read_only, self._offline = read_only, offline
            if not self._pages.covered:
                self._show_all()

    def mark_places(self, places: frozenset[str], by_player: frozenset[str] | None = None) -> None:
        """Mark places on the board, until others are marked: those that a lesson speaks of, and those `by_player`."""
        self._taught_places, self._marked_places = places, by_player
        if not self._pages.covered:
            self._refresh_marks()

    def show_message(self, text: str) -> None:
        """Show a message beside the prompt."""
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.prompt))
        self._feedback.show_lines(text)

    def toggle_peek(self) -> None:
        """Uncover the viewer's own secret pieces, or cover them again."""
        if not self._pages.covered and self._viewer.toggle_peek():
            self._show_all()

    def turn_board(self, steps: int) -> None:
        """Turn the boards by steps clockwise, or with 0 back to where they were at first."""
        view = self._viewer.view
        if view is None or self._pages.covered:
            return
        if not self._board_rotation.turn(steps, view, self.context):
            self.show_message(self.context.texts("table.turn_board.fixed"))
        elif self._scene.rotation:
            announce(self._table_layout.board, self.context.texts("table.turn_board.by", n=self._scene.rotation))
        else:
            announce(self._table_layout.board, self.context.texts("table.turn_board.back"))

    def toggle_overlay(self, name: OverlayName) -> None:
        """Switch an overlay on the board on or off."""
        if name in self._insights.available:
            self._insights.toggle(name)
        else:
            self.show_message(self.context.texts("table.overlay.unavailable"))

    @property
    def overlays(self) -> frozenset[OverlayName]:
        """The overlays that are on."""
        return self._insights.active

    def copy_explanation(self) -> None:
        """Copy where the rules of the last explanation are written."""
        self._feedback.copy_details()

    def show_rule(self) -> None:
        """Show the rules that the bubble speaks of; while the log has the focus, those of its selected line."""
        event, rules = self._table_layout.log.current_event, self._feedback.rules
        if self._table_layout.bubble.isVisible() and rules:
            self._feedback.hide_bubble()
            self.rules_requested.emit(rules)
        elif event is not None:
            self._ask_for_rules(event)
        else:
            self._feedback.show_status(self.context.texts("table.show_rule.none"))

    def close(self) -> None:
        """Disconnect from the match and stop all timers and animations."""
        self._link.close()
        self._recap.stop()
        if self._replay_page is not None:
            self._replay_page.clear()
        self._scene.skip_animation()  # before the timer is stopped: the end of an animation starts it
        self._next.stop()
        self._bots.stop()
        self._auto_pass.cancel()
        self._pages.stop()
        self._hover_preview.clear()

    # ---- updates from the link ----------------------------------------------------------------------------------

    def _apply_update(self, seat: str, update: News) -> None:
        if isinstance(update, Paused):
            self._feedback.show_paused(update)
            return
        self.hand.end()
        self._viewer.histories[seat].apply(update)
        self._table_layout.log.second_person = len(self._link.seats) == 1
        if self.paused and self._link.clocks is not None and isinstance(update, Changed):
            self.toggle_pause()  # a player has chosen: nobody thinks for free
        if seat == self._viewer.seat and not self._pages.covered:
            self._show_update(update)
        self._continue_soon()

    def _show_update(self, update: Changed | TakenBack) -> None:
        """Show an update of the seat that is shown, with an animation of its events."""
        self._feedback.clear()
        self._bots.restart_clock()
        self._recap.stop()
        self._refresh_decision()
        if self._selection_controller.auto_placement.running:
            self._outdated = True
            return
        self._show_position(update)
        self._refresh_choice()
        self.explanations.refresh()
        if self._pages.score.isVisible():
            self._pages.update_score()

    def _show_position(self, update: Changed | TakenBack) -> None:
        viewer, peeked = self._viewer, self._viewer.privacy.peeks
        viewer.end_peek()
        view = viewer.privacy.view(update.view)
        marks = self._marks(view)
        match update:
            case Changed(events, full_view):
                if peeked:
                    self._refresh_log()
                else:
                    self._mark_passes(events)
                    lines = self._table_layout.log.extend(viewer.visible_events(events, full_view), full_view)
                    news = " ".join(line.spoken for line in lines if line.weight != "turn" and line.player != view.seat)
                    announce(self._table_layout.log, news)
                fresh = viewer.histories[view.seat].fresh
                if fresh and not self._pages.shows_replay:
                    self.update_shown.emit(fresh)
                self._scene.animate(events, view, marks, 0 if self._confirmed else self._settings.speed / 100)
            case TakenBack():
                self._bots.stop()
                self._auto_pass.keep_open(view.position)
                self._pages.reset_final_score()
                self._refresh_log()
                self._scene.show_state(view, marks)
            case _:
                assert_never(update)
        self._confirmed = False
        self.position_shown.emit()

    def _apply_answer(self, answer: Answer) -> None:
        match answer:
            case Accepted():
                pass
            case Refused():
                if self._confirmed:  # the board shows a position that does not come
                    self._show_all()
                self._feedback.show_refusal(answer)
                self.refused.emit()
            case Reason():
                if not self._selection_controller.ask_next(answer):
                    answers = answers_beside_board(self._selection_controller.selection, self.context)
                    self._feedback.show_reason(answer, self._selection_controller.entry_in_question, answers)
                    self.refused.emit()
            case Explanation():
                self._feedback.show_explanation(answer)
                if self._shows_rules:
                    self.show_rule()
                self._shows_rules = False
            case Preview():
                takers = (self._auto_pass, self._selection_controller, self._rotation)
                if not any(taker.take_preview(answer) for taker in takers):
                    self._hover_preview.show_preview(answer)
            case Standings(view=standings):
                if standings.seat == self._viewer.seat and not self._pages.covered:
                    self._insights.take_standings(standings)
                    self._pages.set_standings(standings)
            case _:
                assert_never(answer)

    def _request_standings(self) -> None:
        """Ask for what the score sheet shows beside the score."""
        if self._viewer.seat is not None and not self._pages.covered:
            self._link.ask_standings(self._viewer.seat, sheet=True)

    def _lose_seat(self, seat: str) -> None:
        """A computer plays on for a player of this window: show another one, with the curtain first if needed."""
        self._viewer.histories.pop(seat)
        if self._viewer.seat != seat:
            self._continue_soon()
            return
        if self._pages.shows_replay:
            self._close_replay()
        self._recap.stop()
        self._bots.stop()
        self._scene.skip_animation()
        self._viewer.seat = None
        following = wanted_seat(self._viewer.histories, None)
        view = self._viewer.histories[following].view
        if self._settings.curtain and view is not None and view.secrets:
            self._pages.show_curtain((following,))
        else:
            self._show_seat(following)

    # ---- refreshing the widgets ---------------------------------------------------------------------------------

    def _show_all(self) -> None:
        """Show everything from the view of the seat; this ends a recap."""
        view = self._viewer.view
        if view is None:
            return
        self._recap.stop()
        self._feedback.clear()
        self._confirmed = False
        self._refresh_decision()
        self._refresh_log()
        self._board_rotation.show(view, self.context)
        self._scene.show_state(view, self._marks(view))
        self._table_layout.board.set_accessible_texts(self.context.texts("table.board.title"), self._describe)
        self._refresh_choice()
        self.position_shown.emit()

    def _refresh_log(self) -> None:
        view = self._viewer.full_view
        if view is not None:
            events = self._viewer.histories[view.seat].events
            self._table_layout.log.show_state(self._viewer.visible_events(events, view), view)

    def _refresh_decision(self) -> None:
        """Continue with the decision of the seat shown; `_refresh_choice` displays it."""
        view, seat = self._viewer.view, self._viewer.seat
        if view is not None and seat is not None:
            self._hover_preview.clear()
            self._mentioned_places = frozenset()
            may_choose = not (self._read_only or self._recap.running or self.hand.active)
            decision = self._viewer.histories[seat].decision(seat) if may_choose else None
            self._selection_controller.set_decision(seat, view, decision)
            self._coach.set_decision(view, decision, self.context)
            self._auto_pass.cancel()

    def _refresh_choice(self) -> None:
        """Show the choice in progress everywhere; the position may be the same."""
        view, full_view, table_layout = self._viewer.view, self._viewer.full_view, self._table_layout
        if view is None or full_view is None:
            return
        selection, context = self._selection_controller.selection, self.context
        self._insights.set_view(None if self._pages.covered or self._recap.running else view)
        self._insights.set_chosen(selection.decision)
        displayed = replace(selection, decision=self._viewer.privacy.decision(selection.decision, full_view))
        self._rotation.set_selection(view.seat, selection)
        prompt = self._prompt_model(view, displayed)
        table_layout.board.set_choice_pending(bool(view.seat) and prompt.may_pause and not prompt.paused)
        table_layout.prompt.show_state(self._recap.prompt_model(context) if self._recap.running else prompt, view.turn)
        texts = context.texts
        timed = self._link.clocks is not None
        resume = Notice(
            texts("table.wait.clocks" if timed else "table.wait.paused"), "resume", texts("table.wait.resume")
        )
        table_layout.paused.show_state([resume] if prompt.paused else [])
        table_layout.players.show_state(view)
        table_layout.tracks.show_state(view)
        cards = frozenset(option.value.text for option in selection.options if not option.value.place)
        cards |= selection.whole_actions
        chosen = displayed.decision.chosen if displayed.decision is not None else ()
        table_layout.show_zones(view, cards, frozenset(value.text for value in chosen if not value.place))
        table_layout.show_out_of_play(self._viewer.histories[view.seat].events, view)
        table_layout.zones.show_placement_buttons(
            offers_auto_placement(selection, view), view.secretly and view.may_undo
        )
        table_layout.moves.show_state(displayed, context)
        table_layout.cells.show_state(view, selection, context)
        self._current_rules.refresh()
        table_layout.order_focus()
        self.gestures.set_confirming(self._selection_controller.pending is not None)
        self._refresh_marks()
        self._tell_pause()

    def _prompt_model(self, view: View, displayed: Selection) -> PromptModel:
        """Return the prompt for the choice in progress, and for what the player can do beside choosing."""
        history, texts = self._viewer.histories[view.seat], self.context.texts
        spoken = self._table_layout.log.story_context(view)
        prompt = prompt_model_of(view, displayed, self.context, history.chapter(), spoken)
        if self._read_only and not prompt.over:
            headline = texts("table.prompt.offline" if self._offline else "table.prompt.rests")
            prompt = replace(prompt, headline=headline, colour="", mine=False, hint="")
        elif not (view.decisions or prompt.over):
            prompt = replace(prompt, headline=texts(self._link.idle_text))
        elif self._selection_controller.pending is not None:
            prompt = self._pending_prompt(prompt, displayed, self._selection_controller.pending)
        elif self._auto_pass.running and displayed.decision is not None:
            option = spoken.words.option(displayed.decision.options[0], displayed.decision)
            headline, hint = texts("table.prompt.passing", option=option), texts("table.prompt.passing.hint")
            prompt = replace(prompt, headline=headline, entries=(), values=(), hint=hint, may_go_back=True)
        elif self._rotation.active:
            prompt = replace(prompt, rotating=True, hint=texts("table.prompt.turn"))
        if not (self._read_only or prompt.mine or prompt.over or prompt.hint or view.secretly):
            prompt = replace(
                prompt,
                hint=last_sentence(history.since, self._viewer.privacy, spoken),
            )
        undoes = "table.prompt.undoes.more" if self._link.undoes_others(view.seat) else "table.prompt.undoes.own"
        paused = self._bots.paused
        return replace(
            prompt,
            may_undo=prompt.may_undo and not self._offline,
            why_no_undo=texts("table.prompt.offline") if self._offline else prompt.why_no_undo,
            undo_text=texts(undoes) if view.may_undo and not self._offline else "",
            has_undo=prompt.has_undo and (bool(view.seat) or view.may_undo),  # a spectator takes nothing back
            may_request_undo=self._link.can_ask_undo
            and bool(view.seat)
            and view.why_no_undo in _UNDO_BY_CONSENT
            and not (self._read_only or prompt.over),
            may_hand_over=self._hot_seat.may_hand_over(self._viewer.histories, self._viewer.seat),
            may_ask_hint=prompt.mine and not prompt.may_confirm and self._link.gives_hints,
            may_show_recap=bool(history.since.steps) and not prompt.may_confirm,
            may_pause=not prompt.over and (paused or (self._bot_must_choose(view) and not prompt.mine)),
            paused=paused,
        )

    def _shown_context(self) -> TableContext:
        """Return the context for sentences that name only what the board shows."""
        view = self._viewer.view
        return self.context if view is None else self._table_layout.log.context_for(view)

    def _pending_prompt(self, prompt: PromptModel, displayed: Selection, pending: PendingChoice) -> PromptModel:
        """Return the prompt for a choice that waits for its confirmation."""
        decision, texts = displayed.decision, self.context.texts
        if decision is None:
            return prompt
        option = next(each for each in decision.options if each.number == pending.option.number)
        return replace(
            prompt,
            headline=self._shown_context().words.option(option, decision),
            entries=(),
            values=(),
            hint=texts("table.prompt.confirm.final" if pending.final else "table.prompt.confirm.hint"),
            may_confirm=True,
            may_go_back=True,
        )

    def _bot_must_choose(self, view: View) -> bool:
        """Whether the match waits for a bot that this window paces."""
        bots = {player.colour for player in self._link.players if not player.here}
        return self._link.paces_bots and any(decision.seat in bots for decision in view.decisions)

    def _describe(self, place: str, thing: Thing | None) -> str:
        """Return the description of a place, or of a thing on it, for a screen reader: what the tooltip says, and the
        name of the place."""
        view, offered = self._viewer.view, self._is_offered(place, thing)
        spot = Spot(place, thing)
        described = describe_spot(view, spot, self.context, offered=offered) if view is not None else None
        return described.text.replace("\n", "; ") if described is not None else place

    def _is_offered(self, place: str, thing: Thing | None) -> bool:
        """Whether a place, or a thing on it, can be chosen now."""
        return bool(self._selection_controller.selection.at(place, thing))

    # ---- overlays on the board ----------------------------------------------------------------------------------

    def _refresh_overlay(self) -> None:
        """Show the overlays that are on and their legend; none over the past or behind the curtain."""
        hidden = self._recap.running or self._pages.covered
        overlay = NO_OVERLAY if hidden else self._insights.overlay
        self._scene.set_overlay(overlay)
        entries = [] if hidden else legend_entries(self._insights, overlay, self.context)
        self._table_layout.legend.show_state(entries)

    # ---- marks on the board -------------------------------------------------------------------------------------

    def _refresh_marks(self) -> None:
        view = self._viewer.view
        if view is not None and self.hand.active:
            self._scene.set_marks(self.hand.marks())
            return
        self._refresh_overlay()
        turns = self._rotation.active or bool(self._hover_preview.pointed.turns)
        self._table_layout.board.set_wheel_rotates(turns)
        if view is not None and not self._recap.running:  # a recap sets marks of its own
            self._scene.set_marks(self._marks(view))

    def _highlight_places(self, places: frozenset[str]) -> None:
        """Highlight the places of a sentence or a hint; none to end it."""
        self._mentioned_places = places
        self._refresh_marks()

    def _marks(self, view: View) -> Marks:
        """Return the marks for the choice in progress, the pointer, the past, and the sentence pointed at."""
        selection, pointed = self._selection_controller.selection, self._hover_preview.pointed
        if self._selection_controller.pending is not None:
            return marks_of_pending(self._selection_controller.pending, selection, view)
        ghost = ghost_at(pointed.place, selection, view) if pointed.place else None
        if pointed.laid is not None:
            ghost = Ghost(pointed.place, pointed.laid)
        marks = marks_of(selection, frozenset(), pointed, self._rotation.ghost or ghost)
        if self._marked_places:
            marks = replace(marks, chosen=frozenset(map(Spot, self._marked_places)))
        return with_past(marks, self._viewer.histories[view.seat], self._mentioned_places or self._taught_places, view)

    # ---- what happens next --------------------------------------------------------------------------------------

    def _continue_soon(self) -> None:
        self._next.start(0)

    def _animation_ended(self) -> None:
        """Before the curtain falls, leave the player some time to see the result of the choice."""
        if self._recap.running:
            self._recap.schedule_next()
            return
        shown = self._viewer.seat
        passes_on = self._settings.speed > 0 and wanted_seat(self._viewer.histories, shown) != shown
        self._next.start(_LINGER if passes_on else 0)

    def _continue(self) -> None:
        """Do the next thing that is due, unless the board moves or something hides it; its end calls this again."""
        if self._scene.animating or self._recap.running:
            return
        if any(history.view is None for history in self._viewer.histories.values()):
            return
        self.settled.emit()
        if self._pages.shows_replay or self._pages.covered or self.hand.active:
            return
        if self._selection_controller.resume():
            return
        if self._outdated:
            self._outdated = False
            self._show_all()
        if not self._change_seat():
            self._show_result()
            self._start_bots()
            self._start_auto_pass()

    def _start_auto_pass(self) -> None:
        view = self._viewer.full_view
        if view is not None:
            self._auto_pass.start(view, self._selection_controller.selection.decision)

    def _pass(self, seat: str, option: int) -> None:
        view = self._viewer.full_view
        if view is not None and view.seat == seat:
            self._link.choose(seat, view.position, option)

    def _mark_passes(self, events: tuple[EventView, ...]) -> None:
        """Let the log say which of the events were automatic passes."""
        taken = self._auto_pass.taken
        passes = {event.number for event in events if event.kind == "chose" and event.position in taken}
        self._table_layout.log.automatic |= passes

    def _change_seat(self) -> bool:
        """Show the next seat; return whether the curtain falls first."""
        histories, shown = self._viewer.histories, self._viewer.seat
        seats = self._hot_seat.next_seats(histories, shown)
        if not seats:
            return False
        if self._settings.curtain and (len(seats) > 1 or needs_curtain(histories, shown, seats[0])):
            self._insights.set_view(None)
            self._pages.show_curtain(seats)
            return True
        self._show_seat(seats[0])
        return False

    def _show_seat(self, seat: str) -> None:
        """Show the table to the player of `seat`."""
        first, self._viewer.seat = self._viewer.seat is None, seat
        self._viewer.end_peek()
        self._table_layout.typed.clear()  # a move that another player was typing
        self._show_all()
        if first or self._pages.currentWidget() is self._pages.curtain:
            self._pages.show_table()
        self._continue_soon()

    def _show_result(self) -> None:
        view = self._viewer.view
        if view is not None and view.outcome is not None:
            fresh = self._viewer.histories[view.seat].fresh
            self._offer_replay()
            self._pages.show_final_score(self._settings.score_delay if fresh else 0)

    def _start_bots(self) -> None:
        view, histories = self._viewer.view, self._viewer.histories
        if any(seat not in histories for seat in asked_seats(histories)):
            self._bots.start(self._settings.bot_delay, secretly=view is not None and view.secretly)

    def _show_thinking(self, seat: str, seconds: int) -> None:
        if seconds:
            text = self.context.texts("table.thinks", player=self.context.player(seat), seconds=seconds)
            self._feedback.show_status(text, announced=False)

    def _show_bots_failure(self, hint: bool) -> None:
        """Show that bots cannot think here: the one asked for a `hint`, or the players."""
        self._feedback.show_status(self.context.texts("table.hint.none" if hint else "table.thoughtless"))

    def _hand_over(self) -> None:
        self._hot_seat.hand_over()
        self._continue_soon()

    @property
    def can_pause(self) -> bool:
        """Whether this window drives clocks or computer players of a match that is not over."""
        view = self._viewer.view
        return self._link.can_pause and view is not None and view.outcome is None

    @property
    def paused(self) -> bool:
        """Whether the player has stopped clocks and computer players."""
        return self._bots.paused

    def toggle_pause(self) -> None:
        """Stop clocks and computer players, or let them go on."""
        self._table_layout.board.setFocus()
        self._bots.toggle_pause()
        self._link.hold_clocks(self._bots.paused)
        self._refresh_choice()

    def _tell_pause(self) -> None:
        state = (self.can_pause, self.paused)
        if state != self._pause_state:
            self._pause_state = state
            self.pause_changed.emit()

    def _answer_idle_gesture(self) -> None:
        """No decision is pending here: show the next step of a recap, or the prompt, and retry a bot's choice."""
        if self._recap.running:
            self._recap.show_next()
            return
        if self.hand.active:
            return
        self._feedback.show_lines(self._table_layout.prompt.headline.text())
        self._continue_soon()

    # ---- gestures -----------------------------------------------------------------------------------------------

    @property
    def _acting_seat(self) -> str | None:
        """The seat that may hover and drag; None while the board moves, or shows a recap or a choice to confirm."""
        resting = not (self._scene.animating or self._recap.running)
        return self._viewer.seat if resting and self._selection_controller.pending is None else None

    def _click(self, place: str, thing: Thing | None) -> None:
        if self._marked_places is not None:
            self.place_marked.emit(place)
        elif self._rotation.option is not None and place == self._rotation.place:
            self._selection_controller.pick(self._rotation.option.number)
        else:
            self._selection_controller.touch(place, thing)

    def _thing_at(self, spot: Spot) -> str:
        description = self.inspection.describe(spot.place, spot.thing)
        return description.title if description is not None else spot.place

    def _hover(self, place: str, thing: Thing | None) -> None:
        self._insights.point(Spot(place, thing))
        self._current_rules.point(Spot(place, thing))
        seat = self._acting_seat
        if seat is not None:
            self._hover_preview.point(place, thing, seat, self._selection_controller.selection)

    def _lift(self, place: str, thing: Thing | None) -> None:
        seat = self._acting_seat
        if seat is not None:
            self._feedback.hide_bubble()
            self._hover_preview.carry(place, thing, seat, self._selection_controller.selection)

    def _rotate(self, by: int) -> None:
        """Rotate the thing being placed, or the thing shown under the pointer."""
        if self._selection_controller.pending is not None:
            self._selection_controller.escape()
        if self._rotation.active:
            self._rotation.turn(by)
        else:
            self._rotation.set_preferred(self._hover_preview.turn(by))

    def change_by_hand(self, propose: Propose) -> None:
        """Let the player at the screen change the position by hand; at the end `propose` gets the changes."""
        view = self._viewer.full_view
        if view is None or self._pages.covered or self._pages.shows_replay or self._read_only:
            return
        if view.secretly or any(decision.parameter for decision in view.decisions):
            key = "by_hand.secretly" if view.secretly else "by_hand.begun"
            self.show_message(self.context.words.refusal(key))
        else:
            self._recap.finish()
            self._bots.stop()
            self._scene.skip_animation()
            self.hand.begin(propose)

    def _undo(self) -> None:
        """Drop the last of the changes that are to be proposed, or undo the last choice."""
        if self.hand.active:
            self.hand.remove_last()
        elif self._offline:
            self.show_message(self.context.texts("table.prompt.offline"))
        else:
            self._selection_controller.undo()

    def _escape(self) -> None:
        """Move the focus to the board, and go one step back in the choice in progress."""
        self._feedback.hide_bubble()
        self._table_layout.board.setFocus()
        view = self._viewer.full_view
        if view is not None and self._auto_pass.running:
            self._auto_pass.keep_open(view.position)
        else:
            self._selection_controller.escape()

    def _confirm(self) -> None:
        """Take the choice that waits for the confirmation. If the board shows its result, nothing moves again."""
        pending = self._selection_controller.pending
        self._confirmed = pending is not None and pending.view is not None
        self._selection_controller.confirm_pending()
        self._refresh_choice()

    def _show_pending(self) -> None:
        """Show the position after the choice that waits for the confirmation; the present one if there is none."""
        view, pending = self._viewer.view, self._selection_controller.pending
        if view is None:
            return
        self._hover_preview.clear()
        shown = self._viewer.privacy.view(pending.view) if pending is not None and pending.view is not None else view
        self._scene.show_state(shown, self._marks(view))
        self._refresh_choice()

    def _press_entry(self, entry: int) -> None:
        too_dear = self._selection_controller.selection.shortfall(entry)
        if too_dear is None:
            self._selection_controller.press(entry)
        else:
            self._feedback.show_price(*too_dear)
            self.refused.emit()

    def _explain_entry(self, entry: int) -> None:
        """Find out why an entry is impossible, for the tooltip of its button."""
        too_dear = self._selection_controller.selection.shortfall(entry)
        if too_dear is None:
            self._selection_controller.ask_about_entry(entry)
        else:
            self._table_layout.prompt.show_entry_reason(entry, self._feedback.price_text(*too_dear))

    def _show_entry_reason(self, position: int, entry: int, reason: Reason) -> None:
        view, named = self._viewer.view, self._selection_controller.selection.entry(entry)
        if view is not None and view.position == position and named is not None:
            lines = self._feedback.reason_lines(reason, named)
            self._table_layout.prompt.show_entry_reason(entry, " ".join(lines))

    def _drag_card(self, text: str, position: QPoint) -> None:
        table_layout, seat = self._table_layout, self._acting_seat
        piece = table_layout.piece(text)
        if piece is None or seat is None:
            return
        selection = self._selection_controller.selection
        self._feedback.hide_bubble()
        table_layout.drag_preview.show_at(piece, self.context, table_layout.mapFromGlobal(position))
        self._hover_preview.carry_card(self._selection_controller.option_of(text), seat, selection)
        self._hover_preview.point(table_layout.board.place_under(position), None, seat, selection)

    def _drop_card(self, text: str, place: str) -> None:
        self._table_layout.drag_preview.hide()
        self._hover_preview.drop()
        if place:
            self._selection_controller.pick_card(text, place)

    def _show_offer(self, offer: Offer) -> None:
        """Let the player pick one of several options that fit a gesture."""
        decision = self._selection_controller.selection.decision
        if decision is not None:
            self._feedback.show_menu(
                offer.options, decision, lambda option: self._selection_controller.pick(option, offer.then)
            )

    # ---- questions and hints ------------------------------------------------------------------------------------

    def _ask_why(self, event: int) -> None:
        self._feedback.begin_at(self._table_layout.middle_of(self._table_layout.log))
        self._link.ask_why(self._viewer.seat or "", event)

    def _show_rule(self, entry: int) -> None:
        """Show the rule of an action of the list of moves: its sentence, and when it is not possible."""
        named = self._selection_controller.selection.entry(entry)
        if named is not None:
            context = self.context
            limits = [f"•  {limit}" for limit in context.limits(named.action)]
            said = [context.rule(named.action), context.texts("table.moves.limits") if limits else "", *limits]
            lines = [line for line in said if line] or [context.texts("table.moves.no_limits")]
            self._feedback.begin_at(self._table_layout.below(self._table_layout.prompt))
            self._feedback.show_lines(capital(context.words.short(named)), *lines, rules=(named.action,))

    def _ask_for_rules(self, event: int) -> None:
        """Show the rules that led to an event as soon as they are known."""
        self._shows_rules = True
        self._ask_why(event)

    def _request_hint(self) -> None:
        if self._viewer.seat is not None:
            self._feedback.begin_at(self._table_layout.below(self._table_layout.prompt))
            self._feedback.show_status(self.context.texts("table.hint.wait"))
            self._link.request_hint(self._viewer.seat)

    def _show_hint(self, hint: Hint) -> None:
        """Show a hint if the same decision is still pending, with an arrow or a ring on the board."""
        decision = self._selection_controller.selection.decision
        if decision is None or hint.seat != self._viewer.seat or self._pages.covered:
            return
        lines = hint_lines(hint, decision, self.context, self._scene.shows_name_of)
        if lines:
            if not hint.goal:  # with its goal it comes a second time
                self._feedback.show_beside_board(*lines)
            self._insights.show_hint(hint, decision)

    # ---- recap and replay ---------------------------------------------------------------------------------------

    def _start_recap(self) -> None:
        """Show again what the others did since the viewer's last choice."""
        viewer = self._viewer
        since = viewer.histories[viewer.seat].since if viewer.seat is not None else None
        if since is None or since.before is None or self._recap.running or self._pages.covered:
            return
        steps = steps_of(since, viewer.privacy, self._table_layout.log.story_context(since.before))
        if not steps:
            return
        self._scene.skip_animation()
        self._bots.stop()
        self._table_layout.board.setFocus()
        self._recap.start(viewer.privacy.view(since.before), steps, self._settings.speed)
        self._refresh_decision()
        self._refresh_choice()

    def _offer_replay(self) -> None:
        """Show the buttons that lead to the replay and the review, as far as the link has them."""
        self._table_layout.replay_button.setVisible(self._link.has_replay)
        self._pages.score.offer(replay=self._link.has_replay, review=self._link.can_review)

    def _open_replay(self) -> None:
        """Show the match from its start as the viewer saw it; bots pause meanwhile."""
        seat = self._viewer.seat
        if seat is None or not self._link.has_replay or self._pages.covered:
            return
        self._recap.finish()
        self._bots.stop()
        self._scene.skip_animation()
        if self._replay_page is None:
            self._replay_page = ReplayPage(self._link, self._viewer, self.context)
            self.replay_made.emit(self._replay_page)
            self._replay_page.closed.connect(self._close_replay)
            self._replay_page.branch_requested.connect(self.branch_requested)
            self._replay_page.example_requested.connect(self.example_requested)
            self._replay_page.position_requested.connect(self.position_requested)
            self._replay_page.turn_requested.connect(self.turn_board)
            self._replay_page.position_shown.connect(self.position_shown)
            self._board_rotation.follow(self._replay_page.table_layout.scene)
        self._replay_page.open(seat, self._settings)
        self._pages.show_replay(self._replay_page)
        self._replay_page.bar.slider.setFocus()

    def _open_review(self) -> None:
        """Show the match from its start, and let a search assess its choices."""
        self._open_replay()
        if self._replay_page is not None and self._pages.shows_replay:
            self._replay_page.start_review()

    def _close_replay(self) -> None:
        if self._replay_page is not None:
            self._replay_page.clear()
        self._pages.close_replay()
        self._continue_soon()
