"""Sentences that describe how house rules change a game."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dsl.base.problem import RulesError
from dsl.i18n.translations import FALLBACK, translation_in
from dsl.match.rulesets.translations import RulesetTexts
from dsl.syntax.differences import RuleDifference, differences
from dsl.syntax.patches import apply_changes

if TYPE_CHECKING:
    from dsl.match.rulesets.house_rules import HouseRules
    from dsl.match.rulesets.ruleset import Ruleset

_SILENT = RulesetTexts()
_VALUE = re.compile(r"\{[^{}]*\}")
_NUMBERED = re.compile(r"_\d+$")
_NAMED_LINE = re.compile(r"\w+ (\w+):")
_CODE = "`"  #: a sentence that can only quote the rules tells nothing to players who do not read them


def change_sentence(difference: RuleDifference, language: str = FALLBACK, book: RulesetTexts = _SILENT) -> str:
    """Return what differs as one sentence; `book` is what the ruleset says in that language."""
    text = _Speaker(difference, language, book).sentence()
    return text[:1].upper() + text[1:]


def changed_value(
    difference: RuleDifference, language: str = FALLBACK, book: RulesetTexts = _SILENT
) -> tuple[str, str, str] | None:
    """Return what an option, a cell or a value for some number of players is called, with its values before and after;
    None if something else differs."""
    if difference.sort not in ("option", "setting", "cell") or not (difference.before and difference.after):
        return None
    name, before, after = _Speaker(difference, language, book).value()
    return name[:1].upper() + name[1:], before, after


def the_same(language: str) -> str:
    """Return that nothing differs."""
    return translation_in(language)("difference.none")


def without_effect(language: str, players: int) -> str:
    """Return that house rules change nothing for a number of players."""
    return translation_in(language)("difference.without_effect", players=players)


def house_rule_summary(pack: Ruleset, rules: HouseRules, language: str, players: int) -> str:
    """Return what house rules change for a number of players, as the game's words or else the changed rules say it.

    Return nothing where that could only be quoted, or where the house rules cannot be applied.
    """
    key = rules.source, rules.words, language, players
    if key not in pack.summaries:
        pack.summaries[key] = _summary(pack, rules, language, players)
    return pack.summaries[key]


def _summary(pack: Ruleset, rules: HouseRules, language: str, players: int) -> str:
    try:
        found = differences(pack.plain_tree, apply_changes(pack.plain_tree, rules.tree), players)
        book = pack.words_with(rules, language)
        former = pack.words_without_house_rules(language)  # only this one still speaks of what is removed
    except RulesError:
        return ""
    if not found:
        return without_effect(language, players)
    own = book.sentences.get(f"house.{rules.title}.text")
    said = [own] if own else [
        change_sentence(difference, language, former if difference.kind == "removed" else book) for difference in found
    ]  # fmt: skip
    return " ".join(each for each in said if own or _CODE not in each)


@dataclass(frozen=True, slots=True)
class RuleChangeWords:
    """What a match gets with other house rules, in the words of a language."""

    added: tuple[tuple[str, str], ...]  #: title and meaning of each house rule that is new or has another text
    removed: tuple[str, ...]  #: titles of those that no longer hold
    differences: tuple[str, ...]  #: what differs, before and after, unless the meanings say all of it


def rule_change_in_words(former: Ruleset, changed: Ruleset, language: str, players: int) -> RuleChangeWords:
    """Return what changes from one ruleset to another of the same game, for a number of players. Raises RulesError."""
    before, after = former.words(language), changed.words(language)

    def title(book: RulesetTexts, rules: HouseRules) -> str:
        return book.sentences.get(f"house.{rules.title}", rules.title)

    sources = [[rules.source for rules in pack.house] for pack in (former, changed)]
    added = [
        (title(after, rules), house_rule_summary(changed, rules, language, players))
        for rules in changed.house
        if rules.source not in sources[0]
    ]
    removed = [title(before, rules) for rules in former.house if rules.source not in sources[1]]
    names = {name for name, _ in added}
    edited = names & set(removed)
    said = [
        change_sentence(difference, language, before if difference.kind == "removed" else after)
        for difference in differences(former.tree, changed.tree)
    ]
    whole = all(meaning for _, meaning in added) and not edited
    told = tuple((name, "" if name in edited else meaning) for name, meaning in added)
    return RuleChangeWords(told, tuple(n for n in removed if n not in names), () if whole else tuple(said))


@dataclass(frozen=True, slots=True)
class _Speaker:
    """One difference, to be said in one language."""

    difference: RuleDifference
    language: str
    book: RulesetTexts

    def sentence(self) -> str:
        owner, part = self._names()
        words = {
            "label": self._label(part or owner), "owner": self._owner(owner), "part": part, "said": self._said(part),
            "players": self._players(), "place": self._place(),
            "name": self._option(owner if self._is_range() else part or owner),
            "before": self._value(self.difference.before), "after": self._value(self.difference.after),
            "choice": self._choice(part), "where": self._where(),
        }  # fmt: skip
        return translation_in(self.language)(f"difference.{self._key()}", **words)

    def value(self) -> tuple[str, str, str]:
        """Return the name of a value, and the value before and after."""
        owner, part = self._names()
        name = self._place() if self._cell() else self._label(part or owner)
        if self.difference.sort == "setting":
            said = self._place() if self._cell() else self._option(part or owner)
            name = translation_in(self.language)("difference.for_players", players=self._players(), name=said)
        return name, self._value(self.difference.before), self._value(self.difference.after)

    def _names(self) -> tuple[str, str]:
        anchor = self.difference.anchor.removeprefix("section ").removeprefix("option.")
        if self.difference.sort == "setting":
            players, _, name = anchor.rpartition(".")
            return players, name
        owner, _, part = anchor.partition(".")
        return owner, part

    def _owner(self, name: str) -> str:
        said = self.book.sentences.get(f"{name}.name") or self.book.sentences.get(f"phase {name}")
        if not said and (noun := self.book.nouns.get(name)):
            said = noun.one[:1].upper() + noun.one[1:]
        texts, key = translation_in(self.language), f"difference.of_{name}"
        return said or (texts(key) if key in texts else _shown(name).capitalize())

    def _choice(self, part: str) -> str:
        """Return what a choice is called: as the ruleset says it, or else like its action."""
        name = part.removesuffix(".price").rpartition(".")[2]
        for each in (name, _NUMBERED.sub("", name)):
            if said := self.book.sentences.get(f"{each}.name"):
                return said
        said = self.book.sentences.get(_NUMBERED.sub("", name)) or self.difference.label
        if "{" in said:
            return translation_in(self.language)("difference.choice_said", said=_VALUE.sub("…", said))
        return said or f"`{_NUMBERED.sub('', name)}`"

    def _is_plain_choice(self) -> bool:
        """Tell whether a choice is one of an action with nothing else said: no values, no price, no condition."""
        text = self.difference.after.removeprefix("choose ").replace(f'"{self.difference.label}"', "").strip()
        return text.isidentifier()

    def _where(self) -> str:
        """Return where a line stands that is new or has moved."""
        where = self.difference.where
        if not where:
            return ""
        line = " ".join(self.difference.beside.split())
        named = _NAMED_LINE.match(line)
        said = self._said(named[1]) if named else ""
        key = f"difference.{where}_said" if said and where == "after" else f"difference.{where}"
        return translation_in(self.language)(key, line=said or line)

    def _said(self, part: str) -> str:
        """Return what the ruleset calls a part of what differs; empty if it does not say."""
        return _VALUE.sub("…", self.book.sentences.get(f"{self._names()[0]}.{part}", ""))

    def _players(self) -> str:
        return self._names()[0].replace("..", "-")

    def _is_range(self) -> bool:
        """Tell whether the values that an option may have differ."""
        return self.difference.anchor.startswith("option.") and self.difference.anchor.endswith(".values")

    def _cell(self) -> tuple[str, str, str] | None:
        """Return table, row and column if it is a cell that differs, for all or for some number of players."""
        owner, part = self._names()
        parts = (owner, *part.split(".")) if self.difference.sort == "cell" else tuple(part.split())
        return (parts[0], parts[1], parts[2]) if len(parts) == 3 else None

    def _key(self) -> str:
        kind, sort = self.difference.kind, self.difference.sort
        if sort == "setting":
            whole = "setting_cell" if self._cell() else "setting"
            return whole if kind == "changed" else f"{whole}_{kind}"
        if sort == "sentence":
            return "sentence" if self.difference.after else "sentence_removed"
        if sort == "condition" and kind == "replaced" and not self.difference.label and not self.difference.after:
            return "sentence_removed"
        if sort in ("price", "value"):
            return f"{sort}_{kind}"
        if sort == "choice" and kind == "added" and not self._is_plain_choice():
            return "choice_added_as"
        if kind == "moved" and sort in ("part", "condition") and self._said(self._names()[1]):
            return "said_moved"
        if kind == "changed":
            return "cell" if sort == "cell" else "changed"
        if sort == "section" and kind == "added" and self.difference.label:
            return "section_added_as"
        if kind == "replaced" and self._is_range():
            return "values"
        if kind == "replaced" and not self._names()[1] and sort == "part":
            return "section_replaced"
        if sort in ("cell", "meaning") and kind != "replaced":
            return f"part_{kind}" if self._names()[1] else f"section_{kind}"
        return f"{sort}_{kind}"

    # ---- names as the ruleset says them ----

    def _label(self, name: str) -> str:
        """Return the text of an option or condition; for want of it the condition itself, or the option's name."""
        said = self.book.sentences.get(self.difference.anchor.removeprefix("section ")) or self.difference.label
        if said:
            return _VALUE.sub("…", said)
        return (
            f"`{self.difference.after or self.difference.before}`."
            if self.difference.sort == "condition"
            else _shown(name)
        )

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
        return translation_in(self.language)(f"difference.{'place' if said else 'place_unnamed'}", **words)

    def _word(self, name: str) -> str:
        noun = self.book.nouns.get(name)
        if noun:
            return noun.one
        said, key = translation_in(self.language), f"word.{name}"
        return said(key) if key in said else _shown(name)

    def _value(self, text: str) -> str:
        """Return a value as it reads in a sentence; rules are quoted as they are written, on one line."""
        line = " ".join(text.split())
        owner, part = self._names()
        if self.difference.sort in ("price", "value") and line.lstrip("-").isdigit():
            return line
        if self.difference.sort == "sentence":
            return line
        if self.difference.sort not in ("option", "setting", "cell"):
            return f"`{line}`"
        said = self.book.sentences.get(f"option.{part if self.difference.sort == 'setting' else owner}.{line}")
        return said or self._word(line)


def _inside(text: str) -> str:
    """Return a text as it reads in the middle of a sentence."""
    return text[:1].lower() + text[1:]


def _shown(name: str) -> str:
    return name.replace("_", " ")
