"""What the prompt offers beside what the rules ask: to look back, to be advised, to wait, to ask the others."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.table.asked import Asked
from app.table.discretion import Discretion
from app.table.link import Link
from app.table.recap import last_told
from app.table.tone import Tone
from app.table.viewer import Notebook
from dsl.engine.view import View

#: Why something may not be taken back, where it could be if all agree.
_ASKABLE = frozenset({"undo.not_yours", "undo.chance", "undo.seen", "undo.drawn"})


@dataclass(frozen=True, slots=True)
class Offering:
    """How the table stands to whoever looks at it."""

    link: Link
    held: bool  #: no choice can be made just now
    waits: bool  #: the computer players wait because somebody wants them to
    may_hand_over: bool

    def of(self, asked: Asked, view: View, book: Notebook, discretion: Discretion, tone: Tone) -> Asked:
        """Return what is asked with all that is offered besides."""
        if self.held:
            asked = replace(asked, headline=tone.texts("table.prompt.rests"), colour="", mine=False, hint="")
        elif not (asked.mine or asked.over or asked.hint or view.secretly):
            asked = replace(asked, hint=last_told(book.meanwhile, discretion, tone))
        back = self.link.consents and view.why_no_undo in _ASKABLE and not (self.held or asked.over)
        return replace(
            asked,
            undoes=tone.texts(self._undoes(view)) if view.may_undo else "",
            may_ask_back=back,
            may_hand_over=self.may_hand_over,
            may_be_advised=asked.mine and self.link.advises,
            may_see_again=bool(book.meanwhile.steps),
            may_wait=not asked.over and (self.waits or (self._computer_is_asked(view) and not asked.mine)),
            waits=self.waits,
        )

    def _undoes(self, view: View) -> str:
        return "table.prompt.undoes.more" if self.link.undoes_others(view.seat) else "table.prompt.undoes.own"

    def _computer_is_asked(self, view: View) -> bool:
        """Whether a computer player is to choose when this window lets it."""
        computers = {player.colour for player in self.link.players if not player.here}
        return self.link.paces and any(decision.seat in computers for decision in view.decisions)
