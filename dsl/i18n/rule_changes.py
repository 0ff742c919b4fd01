"""How house rules change a game, as sentences in English or French."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.base.problem import RulesError
from dsl.i18n.catalogue import CATALOGUE, Language
from dsl.match.rulesets.translations import RulesetTexts
from dsl.syntax.differences import RuleDifference, differences
from dsl.syntax.patches import apply_changes

if TYPE_CHECKING:
    from dsl.match.rulesets.ruleset import HouseRules, Ruleset

THE_SAME: dict[Language, str] = {"en": "The rules are the same.", "fr": "Les règles sont les mêmes."}
WITHOUT_EFFECT: dict[Language, dict[bool, str]] = {  #: by whether more than one plays
    "en": {False: "No effect with {players} player.", True: "No effect with {players} players."},
    "fr": {False: "Sans effet à {players} joueur.", True: "Sans effet à {players} joueurs."},
}
_SILENT = RulesetTexts()
_CODE = "`"  #: a sentence that can only quote the rules tells nothing to players who do not read them

_SENTENCES: dict[Language, dict[str, str]] = {
    "en": {
        "changed": "{label}: {after} instead of {before}.",
        "condition replaced": "{owner}: the condition `{part}` now reads: {label}",
        "condition added": "{owner}: a new condition, `{part}`: {label}",
        "condition removed": "{owner}: the condition `{part}` is removed.",
        "part replaced": "{owner}: `{part}` now reads: {after}",
        "part added": "{owner}: new, `{part}`: {after}",
        "part removed": "{owner}: `{part}` is removed.",
        "steps replaced": "{owner}: the steps have changed.",
        "meaning replaced": "{owner} now means: {after}",
        "section added": "New: {owner}.",
        "section removed": "{owner} is removed.",
        "option added": "New option, {label}: {after}.",
        "option removed": "The option {label} is removed.",
        "setting": "With {players} players: {name}: {after} instead of {before}.",
        "setting added": "With {players} players: {name}: {after}.",
        "setting removed": "With {players} players: {name}: the usual value.",
        "cell": "{place}: {after} instead of {before}.",
        "setting cell": "With {players} players: {place}: {after} instead of {before}.",
        "setting cell added": "With {players} players: {place}: {after}.",
        "setting cell removed": "With {players} players: {place}: the usual value.",
        "place": "{row}, {column}",
        "place unnamed": "{owner} of {row}, {column}",
    },
    "fr": {
        "changed": "{label} : {after} (avant : {before}).",
        "condition replaced": "{owner} : la condition `{part}` devient : {label}",
        "condition added": "{owner} : une nouvelle condition, `{part}` : {label}",
        "condition removed": "{owner} : la condition `{part}` est supprimée.",
        "part replaced": "{owner} : `{part}` devient : {after}",
        "part added": "{owner} : nouveau, `{part}` : {after}",
        "part removed": "{owner} : `{part}` est supprimé.",
        "steps replaced": "{owner} : le déroulement a changé.",
        "meaning replaced": "{owner} : nouvelle définition : {after}",
        "section added": "Nouveau : {owner}.",
        "section removed": "Supprimé : {owner}.",
        "option added": "Nouvelle option, {label} : {after}.",
        "option removed": "Option supprimée : {label}.",
        "setting": "À {players} joueurs : {name} : {after} (avant : {before}).",
        "setting added": "À {players} joueurs : {name} : {after}.",
        "setting removed": "À {players} joueurs : {name} : valeur habituelle.",
        "cell": "{place} : {after} (avant : {before}).",
        "setting cell": "À {players} joueurs : {place} : {after} (avant : {before}).",
        "setting cell added": "À {players} joueurs : {place} : {after}.",
        "setting cell removed": "À {players} joueurs : {place} : valeur habituelle.",
        "place": "{row}, {column}",
        "place unnamed": "{owner}, {row}, {column}",
    },
}


def change_sentence(difference: RuleDifference, language: Language = "en", book: RulesetTexts = _SILENT) -> str:
    """Return what differs as one sentence; `book` is what the ruleset says in that language."""
    text = _Speaker(difference, language, book).sentence()
    return text[:1].upper() + text[1:]


def house_rule_summary(pack: Ruleset, rules: HouseRules, language: Language, players: int) -> str:
    """Return what house rules change for a number of players, as the game's words or else the changed rules say it.

    Return nothing where that could only be quoted, or where the house rules cannot be applied.
    """
    try:
        found = differences(pack.plain_tree, apply_changes(pack.plain_tree, rules.tree), players)
        book = pack.words_with(rules, language)
    except RulesError:
        return ""
    if not found:
        return WITHOUT_EFFECT[language][players > 1].format(players=players)
    own = book.sentences.get(f"house.{rules.title}.text")
    said = [own] if own else [change_sentence(difference, language, book) for difference in found]
    return " ".join(each for each in said if own or _CODE not in each)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """One difference, to be said in one language."""

    difference: RuleDifference
    language: Language
    book: RulesetTexts

    def sentence(self) -> str:
        owner, part = self._names()
        words = {
            "label": self._label(part or owner), "owner": _shown(owner).capitalize(), "part": part,
            "players": self._players(), "name": self._option(part or owner), "place": self._place(),
            "before": self._value(self.difference.before), "after": self._value(self.difference.after),
        }  # fmt: skip
        return _SENTENCES[self.language][self._key()].format(**words)

    def _names(self) -> tuple[str, str]:
        anchor = self.difference.anchor.removeprefix("section ").removeprefix("option.")
        if self.difference.sort == "setting":
            players, _, name = anchor.rpartition(".")
            return players, name
        owner, _, part = anchor.partition(".")
        return owner, part

    def _players(self) -> str:
        return self._names()[0].replace("..", "-")

    def _cell(self) -> tuple[str, str, str] | None:
        """Return table, row and column if it is a cell that differs, for all or for some number of players."""
        owner, part = self._names()
        parts = (owner, *part.split(".")) if self.difference.sort == "cell" else tuple(part.split())
        return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None

    def _key(self) -> str:
        kind, sort = self.difference.kind, self.difference.sort
        if sort == "setting":
            whole = "setting cell" if self._cell() else "setting"
            return whole if kind == "changed" else f"{whole} {kind}"
        if kind == "changed":
            return "cell" if sort == "cell" else "changed"
        if sort in ("cell", "meaning", "steps") and kind != "replaced":
            return f"part {kind}" if self._names()[1] else f"section {kind}"
        return f"{sort} {kind}"

    # ---- names as the ruleset says them ----

    def _label(self, name: str) -> str:
        """Return the text of an option or condition; for want of it the condition itself, or the option's name."""
        said = self.book.sentences.get(self.difference.anchor) or self.difference.label
        if said:
            return said
        return f"`{self.difference.after}`." if self.difference.sort == "condition" else _shown(name)

    def _option(self, name: str) -> str:
        said = self.book.sentences.get(f"option.{name}") or self.difference.label
        return _inside(said) if said else _shown(name)

    def _place(self) -> str:
        cell = self._cell()
        if cell is None:
            return ""
        table, row, column = cell
        said = self.book.sentences.get(f"{table}.{column}", "")
        words = {
            "owner": _shown(table), "row": self._word(row), "column": _inside(said) if said else _shown(column),
        }  # fmt: skip
        return _SENTENCES[self.language]["place" if said else "place unnamed"].format(**words)

    def _word(self, name: str) -> str:
        noun = self.book.nouns.get(name)
        return noun.one if noun else CATALOGUE[self.language].get(f"word.{name}", _shown(name))

    def _value(self, text: str) -> str:
        """Return a value as it reads in a sentence; rules are quoted as they are written, on one line."""
        line = " ".join(text.split())
        owner, part = self._names()
        if self.difference.sort not in ("option", "setting", "cell"):
            return f"`{line}`"
        said = self.book.sentences.get(f"option.{part if self.difference.sort == 'setting' else owner}.{line}")
        return said or self._word(line)


def _inside(text: str) -> str:
    """Return a text as it reads in the middle of a sentence."""
    return text[:1].lower() + text[1:]


def _shown(name: str) -> str:
    return name.replace("_", " ")
