"""Cards beside the board that turn over: a hidden card whose face is shown, or the other way round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QObject, QVariantAnimation

from app.table.panels.piles_and_figures import Pile, PileWidget, Turning
from dsl.match.view import PieceView

_DURATION = 380  #: milliseconds at speed 1

_Key = tuple[str, str, int]  #: zone, title, and the rank among the cards of both


class CardFlips(QObject):
    """Animation of the cards and piles that show another side than before, all at once.

    A card turns over if it shows its back before and its face afterwards, or the other way round; also the new top card
    of a pile that comes from a hidden pile.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._shown: dict[_Key, Pile] = {}
        self._seat: str | None = None
        self._cards: list[PileWidget] = []
        self._turning: dict[_Key, Turning] = {}
        self._fading = False
        self._clock = QVariantAnimation(self)
        self._clock.setStartValue(0.0)
        self._clock.setEndValue(1.0)
        self._clock.setDuration(0)
        self._clock.valueChanged.connect(self._advance)
        self._clock.finished.connect(self._end)

    @property
    def turning(self) -> tuple[PileWidget, ...]:
        """The cards that are turning over."""
        return tuple(card for card in self._cards if card.turning is not None)

    def set_motion(self, speed: float, *, fading: bool) -> None:
        """Use another speed, a factor; 0: cards show their other side at once. With `fading` they fade instead."""
        self._clock.setDuration(round(_DURATION / speed) if speed > 0 else 0)
        self._fading = fading

    def follow(self, cards: Sequence[PileWidget], seat: str) -> None:
        """Turn over those of the cards that show another side now. Call it with all cards after each update; cards of
        another `seat` are other cards."""
        keyed: dict[_Key, PileWidget] = {}
        for card in cards:
            pile = card.pile
            rank = sum(key[:2] == (pile.zone, pile.title) for key in keyed)
            keyed[pile.zone, pile.title, rank] = card
        piles = {key: card.pile for key, card in keyed.items()}
        self._cards = list(cards)
        if seat != self._seat:
            self._end()
        elif piles != self._shown and self._clock.duration():
            found = self._turned(piles)
            if found:
                self._clock.stop()
                self._turning = found
                self._clock.start()
        self._seat, self._shown = seat, piles
        for key, card in keyed.items():  # other widgets show a card that is turning over already
            card.turning = self._turning.get(key)

    def clear(self) -> None:
        """Forget the cards: what is shown next are other ones."""
        self._seat = None
        self._end()
        self._cards = []

    def _turned(self, piles: dict[_Key, Pile]) -> dict[_Key, Turning]:
        """Return the cards that show another side than before."""
        drawn = {
            before.top.piece
            for key, before in self._shown.items()
            if before.top is not None and before.hidden and (key not in piles or piles[key].size < before.size)
        }
        found = {}
        for key, pile in piles.items():
            before = self._shown.get(key, replace(pile, top=None, size=0))
            if pile.top is None:
                continue
            if before.top is not None and before.hidden != pile.hidden:
                found[key] = Turning(before, self._fading)
            elif not pile.hidden and pile.size == before.size + 1 and pile.top.piece in drawn:
                back = replace(pile, top=_back_of(pile), size=1)
                found[key] = Turning(back, self._fading)
        return found

    def _advance(self, share: float) -> None:
        for turning in self._turning.values():
            turning.share = share
        for card in self.turning:
            card.update()

    def _end(self) -> None:
        self._clock.stop()
        self._turning = {}
        for card in self._cards:
            if card.turning is not None:
                card.turning = None
                card.update()


def _back_of(pile: Pile) -> PieceView | None:
    """Return the top card of a pile with its back up."""
    return None if pile.top is None else structs.replace(pile.top, kind="", facing=())
