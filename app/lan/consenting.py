"""What one consents to before one plays by rules that came from a table, in sentences. No Qt."""

from __future__ import annotations

from collections.abc import Iterator

from app.lan.protocol import RulesOffer
from app.lan.verdicts import Looked
from app.texts import Texts


def offered_title(looked: Looked, offer: RulesOffer, language: str) -> str:
    """Return what the game calls itself in a language."""
    titles = dict(looked.titles)
    return titles.get(language) or titles.get("en") or offer.game


def consent_lines(looked: Looked, offer: RulesOffer, texts: Texts) -> Iterator[str]:
    """Yield what it is compared with, whose game it is, the house rules, and how it differs."""
    yield texts(f"entry.known.{looked.known}", game=looked.other)
    if looked.credits:
        yield texts("entry.credits", names=", ".join(looked.credits))
    if offer.house:
        yield texts("lobby.house", titles=", ".join(offer.house))
    yield from looked.differences
    if looked.more:
        yield texts("entry.more", n=looked.more)
