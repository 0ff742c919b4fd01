"""What the menus do to the match on the screen: resigning, draws, changes by consent, exports, examples, overlays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.base.paths import UserFolders, official_rulesets
from app.controllers.match_exports import MatchExports
from app.screens import dialogs
from app.shell.menus import Menus

if TYPE_CHECKING:
    from app.controllers.rule_change import RuleChange
    from app.controllers.session import Session
    from app.table.page import TablePage
    from app.workshop.example_files import ExamplePlace
    from dsl.match.table_messages import ByHand


class MatchCommands(QObject):
    """Carries out the entries of the menus that are about the match on the screen; without one they do nothing."""

    def __init__(
        self, window: QWidget, menus: Menus, texts: Translations, folders: UserFolders, exports: MatchExports,
        session: Callable[[], Session | None], report: Callable[[str], None], reopen: Callable[[Path], None],
    ) -> None:  # fmt: skip
        """The dialogs belong to `window`. `session` returns the session that is open, `report` shows a sentence,
        `reopen` resumes the match of a journal whose session is open."""
        super().__init__(window)
        self._window, self._menus, self._texts, self._folders = window, menus, texts, folders
        self._exports, self._current_session, self._report, self._reopen = exports, session, report, reopen
        menus.pause_requested.connect(self._toggle_pause)
        menus.resign_requested.connect(self._ask_to_resign)
        menus.draw_requested.connect(self._ask_for_draw)
        menus.hand_requested.connect(self._change_by_hand)
        menus.rule_change_requested.connect(self._change_rules)
        menus.picture_requested.connect(self._export_picture)
        menus.text_requested.connect(self._export_text)
        menus.copy_requested.connect(self.save_copy)
        exports.saved.connect(self._tell_saved)
        menus.example_requested.connect(self.write_example)
        menus.keys_requested.connect(self._show_keys)
        menus.moves_requested.connect(self._show_moves)
        menus.state_requested.connect(self._open_inspector)
        menus.turn_requested.connect(self._turn_board)
        menus.zoom_requested.connect(self._zoom)
        menus.overlays_opened.connect(self._check_overlays)
        menus.overlay_requested.connect(self._toggle_overlay)

    @property
    def _session(self) -> Session | None:
        return self._current_session()

    @property
    def _page(self) -> TablePage | None:
        return self._session.table_page if self._session is not None else None

    def _toggle_pause(self) -> None:
        if self._session is not None:
            self._session.toggle_pause()

    def _ask_to_resign(self) -> None:
        """Ask whether the player at the screen really resigns."""
        page = self._page
        seat = page.playing_seat if page is not None else None
        if page is None or seat is None or page.view is None:
            return
        several = len(page.view.teams or page.view.colours) > 2
        question = self._texts("resign.others" if several else "resign.two", player=page.context.player(seat))
        resign = partial(self._for_player, seat, page, page.link.resign)
        dialogs.ask(self._window, self._texts, question, ("resign.yes", "resign.no"), resign)

    def _ask_for_draw(self) -> None:
        """Offer a draw for the player at the screen; people at the same screen are asked first."""
        page = self._page
        seat = page.playing_seat if page is not None else None
        if page is None or seat is None:
            return
        others, player = page.link.draw_partners(seat), page.context.player(seat)
        if others:
            names = ", ".join(map(page.context.player, others))
            question, answers = self._texts("draw.here", player=player, names=names), ("draw.agreed", "draw.declined")
        else:
            question, answers = self._texts("draw.offer", player=player), ("draw.yes", "draw.no")
        dialogs.ask(
            self._window, self._texts, question, answers, partial(self._for_player, seat, page, page.link.offer_draw)
        )

    def _change_by_hand(self) -> None:
        """Let the player at the screen change the position by hand."""
        page = self._page
        if page is not None and page.playing_seat is not None:
            page.change_by_hand(partial(self._propose_by_hand, page))

    def _change_rules(self) -> None:
        """Let the player at the screen propose other house rules for the rest of the match."""
        from app.controllers.rule_change import may_change_rules

        session = self._session
        if session is not None and may_change_rules(session):
            folder = session.folder
            self._rule_change().ask(session, folder.name if folder is not None else session.rules_name)

    def _rule_change(self) -> RuleChange:
        from app.controllers.rule_change import RuleChange

        return RuleChange(self._window, self._texts, self._folders.house, self._report, self._reopen)

    def propose_rules(self, path: Path, text: str) -> None:
        """Propose to go on in the match at the table with a house rule as it is written now."""
        from dsl.base.source import Source

        if self._session is not None:
            self._rule_change().propose_text(self._session, Source(path.name, text))

    def _propose_by_hand(self, page: TablePage, seat: str, position: int, changes: tuple[ByHand, ...]) -> None:
        """Propose changes by hand; people at the same screen are asked first."""
        from dsl.i18n.by_hand import change_sentences

        propose = partial(page.link.propose_by_hand, seat, position, changes)
        others = page.link.hand_partners(seat)
        if not others:
            propose()
            return
        names = ", ".join(map(page.context.player, others))
        words = page.words if page.view is None else page.table_layout.log.context_for(page.view).words
        lines = (f"•  {line}" for line in change_sentences(page.link.shown_to_all(seat, changes), words))
        question = self._texts("hand.here", player=page.context.player(seat), names=names)
        dialogs.ask(self._window, self._texts, "\n".join((question, *lines)), ("hand.agreed", "hand.declined"), propose)

    @staticmethod
    def _for_player(seat: str, page: TablePage, do: Callable[[str], object]) -> None:
        """Do something for a seat, if its player is still at the screen."""
        if page.playing_seat == seat:
            do(seat)

    def _export_picture(self) -> None:
        page = self._page
        if page is not None:
            self._exports.export_picture(page, self._title)

    def _export_text(self) -> None:
        page = self._page
        if page is not None:
            self._exports.export_text(page, self._title)

    def save_copy(self) -> None:
        """Save a copy of the journal of the match on the screen, with what could not be written to it."""
        session = self._session
        if session is not None and session.journal is not None:
            self._exports.save_copy(session.journal, self._title, lambda: session.unsaved_content)

    def _tell_saved(self, path: Path) -> None:
        page = self._page
        if page is not None:
            page.show_message(self._texts("files.saved", name=path.name, folder=path.parent))

    def write_example(self, choices: int | None = None) -> None:
        """Write an example of the choices of the local match on the screen, up to a number of them (None: all)."""
        from app.controllers.local_session import LocalSession
        from app.workshop.example_dialog import save_example_dialog
        from app.workshop.example_files import example_places

        session = self._session
        if not isinstance(session, LocalSession):
            return
        table, folder = session.match.table, session.folder
        official = folder.resolve().is_relative_to(official_rulesets().resolve())
        house = self._folders.house / folder.name
        places = example_places(folder, official, house, table.pack.house)
        page = session.page
        if page.hidden or page.view is None:
            self._report(self._texts("files.hidden"))
            return
        seat, context = page.view.seat, page.context
        save_example_dialog(
            self._window, context, table.pack, table.match, choices, seat, places, self.save_example
        ).open()

    def save_example(self, place: ExamplePlace, text: str) -> None:
        """Add an example to a file, and say where it is or why it could not be saved."""
        from app.workshop.example_files import add_example

        try:
            add_example(place.path, text)
        except (OSError, ValueError) as problem:
            self._report(self._texts("example.not_saved", problem=problem))
        else:
            where = "example.saved.house" if place.title is not None else "example.saved.game"
            self._report(self._texts(where, title=place.title or ""))

    @property
    def _title(self) -> str:
        return (self._session.title if self._session is not None else None) or self._texts("app.name")

    def _show_keys(self) -> None:
        page = self._page
        if page is not None:
            page.show_keys()

    def _show_moves(self) -> None:
        page = self._page
        if page is not None:
            page.show_moves()

    def _open_inspector(self) -> None:
        page = self._page
        if page is not None:
            page.open_inspector()

    def _toggle_overlay(self, name: str) -> None:
        page = self._page
        if page is not None:
            page.toggle_overlay(name)

    def _zoom(self, factor: float) -> None:
        page = self._page
        if page is not None:
            page.zoom_board(factor)

    def _turn_board(self, steps: int) -> None:
        page = self._page
        if page is not None:
            page.turn_board(steps)

    def _check_overlays(self) -> None:
        """Check in the menu which overlays are on."""
        page = self._page
        self._menus.set_overlays(page.overlays if page is not None else ())
