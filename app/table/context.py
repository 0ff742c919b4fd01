"""Context of a table (language, look, theme) and its settings (speed, curtain, delays)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, field, replace

from app.appearance.look import Look
from app.appearance.portraits import Portrait
from app.appearance.theme import Theme
from app.base.i18n import Translations
from app.base.widgets import capital
from app.session.rules_summary import KindFact, RulesSummary
from app.storage.settings import Confirm, Letters, Turning
from dsl.i18n.translator import Offset, Translator


@dataclass(frozen=True, slots=True)
class TableContext:
    """Texts, words of the game, look and theme; replaced as a whole when language or theme change."""

    texts: Translations
    words: Translator
    look: Look
    theme: Theme
    names: Mapping[str, str] = field(default_factory=dict)  #: of the players, by colour
    portraits: Mapping[str, Portrait] = field(default_factory=dict)  #: that players have chosen, by colour
    rulebook: Callable[[], RulesSummary] | None = None  #: makes the summary of the rules, if they are available
    ruled_out: Callable[[], Set[str]] = frozenset  #: finds the actions that the options of the match never allow
    #: Finds what the tables of the rules say of a kind of a piece, by the names of both.
    facts: Callable[[str, str], tuple[KindFact, ...]] = lambda _piece, _kind: ()
    #: Finds the variables of players and of the whole match that the rules declare and show to someone: name and owner.
    declared: Callable[[], tuple[tuple[str, str], ...]] = tuple

    def player(self, colour: str) -> str:
        """Return a player's name, or the name of the colour if there is none."""
        return self.names.get(colour) or capital(self.words.name(colour))

    def on_board(self, name: str) -> str:
        """Return what is written on the board for a name of the rules: a player's name for a colour."""
        return self.names.get(name) or self.words.name(name)

    def rule(self, anchor: str) -> str:
        """Return what a rule says in a sentence: the ruleset's own, or that of its award; empty if there is none."""
        own = self.words.said(f"{anchor}.rule")
        book = self.rulebook() if self.rulebook is not None and not own else None
        return own or (book.awards.get(anchor, "") if book is not None else "")

    def limits(self, action: str) -> tuple[str, ...]:
        """Return when an action is not possible, in sentences; none if the rules are not at hand."""
        return self.rulebook().limits.get(action, ()) if self.rulebook is not None else ()

    def without_places(self, is_hidden: Callable[[str], bool], offset: Offset | None = None) -> TableContext:
        """Return a context whose sentences leave out the names of places for which `is_hidden` is true, and say instead
        in which direction these lie, for which `offset` is needed."""
        return replace(self, words=self.words.without_places(is_hidden, offset))

    def addressing(self, colour: str) -> TableContext:
        """Return a context whose sentences call the player of a colour "you"."""
        return replace(self, words=self.words.addressing(colour))

    def named(self, name: str, value: str) -> str:
        """Return a value after its name, with the colon of the language."""
        return self.texts("table.named", name=name, value=value)


@dataclass(frozen=True, slots=True)
class TableSettings:
    """Settings of the table."""

    speed: int = 100  #: of animations, in per cent; 0: none
    reduced: bool = False  #: things fade in at their new places, and the view does not glide
    coordinates: bool = False  #: cells show their names
    letters: Letters = "off"  #: when pieces show letters and patterns
    turning: Turning = "own"  #: whose side of a board is below
    remembers: bool = True  #: hidden pieces that the player has seen keep their faces, with a mark
    covers: bool = False  #: the player's own secret pieces show their backs until a peek
    confirm: Confirm = "off"  #: which choices are shown first and taken after a confirmation
    passes: bool = False  #: where the only option is to pass, it is taken by itself
    coach: bool = False  #: after a choice, the table says whether the search sees a much better one
    turn_alert: bool = True  #: a turn sounds while another window is active
    curtain: bool = True  #: hides the table between two players at one screen
    score_delay: int = 2000  #: milliseconds between the end of the match and the score sheet
    bot_delay: int = 600  #: milliseconds between two choices of bots
    hover_delay: int = 120  #: milliseconds that the pointer rests on a thing before its goals are shown
