"""Change of the rules within a match: proposed with house rules of the game, from a file or from the workshop, and made
if all agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from app.base.i18n import Translations
from app.controllers.local_session import LocalSession
from app.controllers.network_session import NetworkSession
from app.controllers.session import Session
from app.net.protocol.limits import PROPOSED
from app.net.sandbox.messages import fit_to_propose
from app.screens import dialogs
from app.screens.rule_change import RuleChangeDialog
from app.session.local_matches import UnplayableError, house_rule_problem, house_rule_summaries, read_form
from app.session.match_config import HouseRule
from app.session.remote_link import RemoteLink
from app.storage.opening import RULES
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.i18n.rule_changes import house_rule_summary, rule_change_in_words
from dsl.match.rulesets.house_rules import HouseRules, parse_house_rules, read_house_rules
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.table_messages import Refused


def may_change_rules(session: Session | None) -> bool:
    """Whether a player of this window may propose other rules for the match of a session now."""
    page = session.table_page if isinstance(session, LocalSession | NetworkSession) else None
    return page is not None and page.playing_seat is not None


@dataclass(slots=True)
class _Choice:
    """The house rules that a player may choose from."""

    rows: list[HouseRule] = field(default_factory=list)
    sources: dict[str, Source] = field(default_factory=dict)  #: by key
    meanings: dict[str, str] = field(default_factory=dict)  #: by key
    present: list[str] = field(default_factory=list)  #: the keys of those that hold now

    def add(self, key: str, rules: HouseRules, title: str, meaning: str) -> None:
        """Add a house rule that is not among them yet."""
        self.rows.append(HouseRule(key, title))
        self.sources[key], self.meanings[key] = rules.source, meaning


class RuleChange(QObject):
    """Asks a player at the screen for other house rules, and then all others: those at the window here, those at other
    computers by a vote.

    A local match goes on from the same position in a new session: all that the window knows of the rules is read again.
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

    def ask(self, session: Session, game: str) -> None:
        """Let the player at the screen choose other house rules for the match of a session; `game` is the name of the
        folder of its game."""
        pack, page = session.ruleset, session.table_page
        seat = page.playing_seat if page is not None else None
        if pack is None or page is None or seat is None:
            return
        try:
            choice = self._choice(pack, self._house / game, len(page.link.players))
        except UnplayableError as problem:
            self._report(str(problem))
            return

        def propose(chosen: tuple[str, ...]) -> None:
            self._propose(session, seat, [choice.sources[key] for key in chosen])

        dialog = RuleChangeDialog(self._window, self._texts, propose)
        dialog.set_rules(choice.rows, choice.present, choice.meanings)
        add = partial(self._add_file, dialog, choice, pack, len(page.link.players))
        dialog.file_requested.connect(partial(dialogs.choose_file, dialog, self._texts, (RULES,), add))
        dialog.open()

    def propose_text(self, session: Session, source: Source) -> None:
        """Propose to play on with a house rule as its text is now, instead of the one with its title or its file name
        that holds already."""
        pack, page = session.ruleset, session.table_page
        seat = page.playing_seat if page is not None else None
        if pack is None or seat is None:
            return
        try:
            title = parse_house_rules(source).title
        except RulesError as error:
            self._report(house_rule_problem(error, self._texts.language))
            return
        others = [each.source for each in pack.house if title != each.title and each.source.name != source.name]
        self._propose(session, seat, [*others, source])

    def _choice(self, pack: Ruleset, own: Path, players: int) -> _Choice:
        """Return the house rules of the game, the user's own, and those of the match that are neither. Raises
        UnplayableError."""
        texts, choice = self._texts, _Choice()
        try:
            plain = build(pack.text)
            known = {each.title: each for each in plain.house_rules()}
        except RulesError as error:
            raise UnplayableError(house_rule_problem(error, texts.language)) from error
        known |= {str(each.path): each.rules for each in plain.own_house_rules(own) if each.rules is not None}
        choice.rows = list(read_form(plain, texts.language, own).house)
        choice.meanings = house_rule_summaries(plain, texts.language, players, own)
        choice.sources = {key: rules.source for key, rules in known.items()}
        for number, rules in enumerate(pack.house):
            key = next((key for key, each in known.items() if each.source.text == rules.source.text), None)
            if key is None:
                key = f"match {number}"
                meaning = house_rule_summary(pack, rules, texts.language, players)
                choice.add(key, rules, texts("new_rules.held", rule=rules.title), meaning)
            else:
                choice.sources[key] = rules.source
            choice.present.append(key)
        return choice

    def _add_file(self, dialog: RuleChangeDialog, choice: _Choice, pack: Ruleset, players: int, name: str) -> None:
        """Add the house rule of a file to a dialog, and tick it."""
        try:
            rules = read_house_rules(Path(name))
            meaning = house_rule_summary(build(pack.text), rules, self._texts.language, players)
        except RulesError as error:
            dialog.house.show_problem(house_rule_problem(error, self._texts.language))
            return
        key, chosen = f"file {name}", dialog.house.chosen
        if key not in choice.sources:
            choice.add(key, rules, rules.title, meaning)
        choice.sources[key], choice.meanings[key] = rules.source, meaning
        dialog.set_rules(choice.rows, (*chosen, key), choice.meanings)

    def _propose(self, session: Session, seat: str, house: Sequence[Source]) -> None:
        """Show in words what changes, and make it if all agree; computers go along."""
        pack, page, texts = session.ruleset, session.table_page, self._texts
        if pack is None or page is None:
            return
        sources = _with_names_apart(house)
        try:
            changed = build(pack.text, extra=sources)
            words = rule_change_in_words(pack, changed, texts.language, len(page.link.players))
        except RulesError as error:
            self._report(house_rule_problem(error, texts.language))
            return
        if changed.identity == pack.identity:
            self._report(texts("new_rules.same"))
            return
        lines = [texts("new_rules.added", rule=title, meaning=meaning).strip() for title, meaning in words.added]
        lines += [texts("new_rules.removed", rule=title) for title in words.removed]
        lines += words.differences
        others, player = page.link.hand_partners(seat), page.context.player(seat)
        names = ", ".join(map(page.context.player, others))
        if isinstance(session, NetworkSession):
            key, answers = "new_rules.network", ("new_rules.propose", "new_rules.cancel")
        else:
            key = "new_rules.here" if others else "new_rules.alone"
            answers = ("hand.agreed", "hand.declined") if others else ("new_rules.yes", "hand.declined")
        question = "\n".join((texts(key, player=player, names=names), *(f"•  {line}" for line in lines)))
        dialogs.ask(self._window, texts, question, answers, partial(self._change, session, seat, changed))

    def _change(self, session: Session, seat: str, pack: Ruleset) -> None:
        page = session.table_page
        if page is None or page.playing_seat != seat or page.view is None:
            return
        if isinstance(session, LocalSession):
            journal, answer = session.journal, session.match.table.change_rules(seat, pack)
            if isinstance(answer, Refused):
                self._report(page.words.refusal(answer.reason, answer.args))
            else:
                self._reopen(journal)
        elif isinstance(page.link, RemoteLink):
            house = tuple((each.source.name, each.source.text) for each in pack.house)
            if fit_to_propose(house):
                page.link.propose_rules(seat, page.view.position, house)
            else:
                self._report(self._texts("new_rules.too_large", most=PROPOSED // 1024))


def _with_names_apart(sources: Sequence[Source]) -> list[Source]:
    """Return the files with different names: they may come from several folders."""
    found: dict[str, Source] = {}
    for each in sources:
        name, number = each.name, 2
        while name in found:
            path = Path(each.name)
            name, number = f"{path.stem}-{number}{path.suffix}", number + 1
        found[name] = replace(each, name=name)
    return list(found.values())
