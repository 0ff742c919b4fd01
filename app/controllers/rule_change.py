"""Change of the rules within a local match: proposed with the house rules of the game, and made if all agree."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.controllers.local_session import LocalSession
from app.screens import dialogs
from app.screens.rule_change import RuleChangeDialog
from app.session.local_matches import UnplayableError, house_rule_summaries, read_form, read_game
from app.session.match_config import HouseRule
from dsl.match.rulesets.ruleset import Ruleset
from dsl.match.table_messages import Refused


class RuleChange(QObject):
    """Asks a player at the screen for other house rules, and then all others at the window.

    The match goes on from the same position in a new session: all that the window knows of the rules is read again.
    """

    def __init__(
        self, window: QWidget, texts: Translations, house: Path, report: Callable[[str], None],
        reopen: Callable[[Path], None],
    ) -> None:  # fmt: skip
        """`house` has a folder of the user's own house rules for each game. `report` shows a sentence; `reopen` closes
        the session and resumes the match of a journal."""
        super().__init__(window)
        self._window, self._texts, self._house = window, texts, house
        self._report, self._reopen = report, reopen

    def ask(self, session: LocalSession, game: str) -> None:
        """Let the player at the screen choose other house rules for the match of a session; `game` is the name of the
        folder of its game."""
        table, seat, own = session.match.table, session.page.playing_seat, self._house / game
        if seat is None:
            return
        try:
            plain = read_game(session.folder)
            rules = read_form(plain, self._texts.language, own).house
        except UnplayableError as problem:
            self._report(str(problem))
            return
        present = {each.source.text for each in table.pack.house}
        keys = [each.title for each in plain.house_rules() if each.source.text in present]
        keys += [
            str(each.path)
            for each in plain.own_house_rules(own)
            if each.rules is not None and each.rules.source.text in present
        ]
        meanings = house_rule_summaries(plain, self._texts.language, len(table.seats), own)
        propose = partial(self._propose, session, seat, rules, tuple(keys), meanings)
        RuleChangeDialog(self._window, self._texts, rules, keys, meanings, propose).open()

    def _propose(
        self, session: LocalSession, seat: str, rules: tuple[HouseRule, ...], before: tuple[str, ...],
        meanings: dict[str, str], chosen: tuple[str, ...],
    ) -> None:  # fmt: skip
        """Show in words what changes, and make it if all at this window agree; computers go along."""
        page, texts = session.page, self._texts
        try:
            pack = read_game(session.folder, chosen)
        except UnplayableError as problem:
            self._report(str(problem))
            return
        titles = {each.key: each.title for each in rules}
        lines = [
            texts("new_rules.added", rule=titles[key], meaning=meanings.get(key, ""))
            for key in chosen
            if key not in before
        ]
        lines += [texts("new_rules.removed", rule=titles[key]) for key in before if key not in chosen]
        others, player = page.link.hand_partners(seat), page.context.player(seat)
        names = ", ".join(map(page.context.player, others))
        key = "new_rules.here" if others else "new_rules.alone"
        question = "\n".join((texts(key, player=player, names=names), *(f"•  {line}" for line in lines)))
        answers = ("hand.agreed", "hand.declined") if others else ("new_rules.yes", "hand.declined")
        dialogs.ask(self._window, texts, question, answers, partial(self._change, session, seat, pack))

    def _change(self, session: LocalSession, seat: str, pack: Ruleset) -> None:
        if session.page.playing_seat is None:
            return
        journal, answer = session.journal, session.match.table.change_rules(seat, pack)
        if isinstance(answer, Refused):
            self._report(session.page.words.refusal(answer.reason, answer.args))
        else:
            self._reopen(journal)
