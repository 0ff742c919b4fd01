"""The notation in a language: shows `red fox, cave` in the user's words, and reads what the user types in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.i18n.translator import Translator
from dsl.ir.layout import Layout
from dsl.ir.program import Program

_WORDS = ("none", "yes", "no", "nothing", "of")


class NotationWords:
    """Shows and reads texts of the notation of one program with the words of one language."""

    def __init__(self, words: Translator, program: Program) -> None:
        self._words = words
        self._notation: dict[str, str] = {}  #: by what is shown, in lower case
        for word in _vocabulary(program.layout, program.colours):
            self._notation.setdefault(self._said(word).casefold(), word)
        self._longest = max((len(shown.split()) for shown in self._notation), default=1)

    def _said(self, word: str) -> str:
        return str(self._words.name(word))

    def show(self, notation: str) -> str:
        """Return a text of the notation in the language."""
        return ", ".join(" ".join(map(self._said, part.split())) for part in notation.split(", "))

    def read(self, shown: str) -> str:
        """Return a text of the language in the notation. What the language has no word for stays as it is: numbers,
        squares, and words of the notation."""
        return ", ".join(" ".join(self._read_part(part.split())) for part in shown.replace(";", ",").split(", "))

    def _read_part(self, typed: list[str]) -> Iterator[str]:
        while typed:
            for length in range(min(self._longest, len(typed)), 0, -1):
                found = self._notation.get(" ".join(typed[:length]).casefold())
                if found is not None:
                    yield found
                    break
            else:
                length = 1
                yield typed[0]
            typed = typed[length:]


def _vocabulary(layout: Layout, colours: Iterable[str]) -> Iterator[str]:
    """Yield the words of the notation of positions, those that come first where two are shown alike."""
    for kind in layout.kinds.values():
        yield from kind.values
    yield from colours
    for piece in layout.pieces.values():
        yield piece.name
        for kinds in (piece.kinds, *(values for _, values in piece.attributes)):
            yield from kinds.values if kinds is not None else ()
    for counter in layout.counters.values():
        yield from (counter.name, *counter.owners, *filter(None, counter.states))
    for zone in layout.zones.values():
        yield from (zone.name, *filter(None, zone.owners))
    yield from layout.variables
    for board in layout.boards.values():
        yield from (word for name in board.names.values() for word in name.split())
    yield from _WORDS
