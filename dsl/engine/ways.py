"""Ways in the notation: a goal with the limited steps that led there, or all the places from first to last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dsl.engine.unread import NotationError
from dsl.engine.view import Value
from dsl.ir.layout import Layout, WayLayout


class Ways:
    """Writes and reads the ways of one program."""

    def __init__(self, layout: Layout, cells: Mapping[str, Mapping[str, int]]) -> None:
        self._boards = layout.boards
        self._ways = {way.name: way for way in layout.ways}
        self._cells = cells

    def goal(self, path: str, value: int) -> int:
        """Return the cell where a way ends, -1 for one without any place yet."""
        way = self._ways[path]
        cells = self._boards[way.board].cells
        return (value.bit_length() - 1 if way.longest else value) % cells if value > 0 else -1 if way.longest else value

    def describe(self, path: str, value: int) -> Value:
        """Return a way as views carry it."""
        way = self._ways[path]
        place = self._place(way, self.goal(path, value))
        words = self._places(way, value) if way.longest else [place, *self._steps(way, value)]
        return Value(text=" ".join(words), sort="way", place=place, state=" ".join(words[1:]), thing=path)

    def _place(self, way: WayLayout, cell: int) -> str:
        return self._boards[way.board].names.get(cell, "?")

    def _places(self, way: WayLayout, value: int) -> list[str]:
        cells = self._boards[way.board].cells
        return [self._place(way, member % cells) for member in range(value.bit_length()) if value >> member & 1]

    def _steps(self, way: WayLayout, value: int) -> Iterator[str]:
        """Yield the limited steps of a way, each with its number if it is more than one."""
        rest = value // self._boards[way.board].cells % way.uses
        for step, times in way.limited:
            rest, used = divmod(rest, times + 1)
            if used:
                yield step if used == 1 else f"{step} {used}"

    def read(self, path: str, words: Sequence[str]) -> int:
        """Return the option that `words` write: a goal and limited steps. Raises NotationError."""
        way = self._ways[path]
        names = self._cells[way.board]
        if not words or words[0] not in names:
            raise NotationError(f"`{' '.join(words)}` names no cell of `{way.board}`")
        return self._used(way, words[1:]) * self._boards[way.board].cells + names[words[0]]

    def _used(self, way: WayLayout, words: Sequence[str]) -> int:
        steps, weight, used = dict(way.limited), 1, 0
        counts = dict.fromkeys(steps, 0)
        for index, word in enumerate(words):
            if word in counts:
                counts[word] = 1
            elif word.isdecimal() and index and words[index - 1] in counts:
                counts[words[index - 1]] = int(word)
            else:
                raise NotationError(f"`{word}` is no step that a way along `{way.name}` counts")
        for step, times in way.limited:
            if counts[step] > times:
                raise NotationError(f"a way along `{way.name}` has at most {times} of the step `{step}`")
            used, weight = used + counts[step] * weight, weight * (times + 1)
        return used
