"""Files beside the one in the editor that a renaming or a ready-made change changes, too: words, looks, other rules.

They change together with the text in the editor, and again when Undo or Redo leads over the change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from dsl.base.files import UnreadableError, read_text, replace_file
from dsl.language_service.messages import Edit
from dsl.language_service.symbols import applied
from dsl.syntax.parser import MAX_SIZE


@dataclass(slots=True)
class _Renaming:
    """A renaming: the text in the editor before and after it, and those of the other files."""

    file: str
    before: str
    after: str
    others: Mapping[str, tuple[str, str]]
    done: bool = True


class LinkedFiles:
    """Files that change with the text in an editor."""

    def __init__(
        self, read: Callable[[str], str], write: Callable[[str, str], object], may_change: Callable[[str], bool]
    ) -> None:
        """`read` returns the text of a file by its name in the language service, `write` takes another one; a file
        that is not there is empty. Both may raise OSError and UnreadableError. `may_change` tells whether a file
        belongs to what is edited."""
        self._read, self._write, self.may_change = read, write, may_change
        self._renamings: list[_Renaming] = []
        self._kept = 0  #: how many renamings are saved

    def change(self, file: str, before: str, edits: Iterable[Edit], known: Mapping[str, str]) -> str | None:
        """Carry out the edits of other files; `before` is the text of the file in the editor, whose own edits follow.
        Return the name of a file that is not as in `known`, the texts to which the edits belong; then, and if it raises
        OSError or UnreadableError, no file has changed."""
        by_file: dict[str, list[Edit]] = {}
        for edit in edits:
            by_file.setdefault(edit.place.file, []).append(edit)
        after = applied(before, by_file.pop(file, []))
        others: dict[str, tuple[str, str]] = {}
        for name, own in by_file.items():
            text = self._read(name)
            if text != known.get(name, ""):
                return name
            others[name] = (text, applied(text, own))
        self._put(
            {name: texts[1] for name, texts in others.items()}, {name: texts[0] for name, texts in others.items()}
        )
        if others:
            self._renamings.append(_Renaming(file, before, after, others))
        return None

    def follow(self, file: str, text: str) -> None:
        """Undo or repeat a renaming in the other files, when the text in the editor is as it was before or after it.
        Raises OSError and UnreadableError."""
        for each in reversed(self._renamings):
            wanted = each.before if each.done else each.after
            if each.file == file and text == wanted and each.before != each.after:
                self._turn(each)
                return

    def saved(self) -> None:
        """Keep what has been renamed so far, also if later changes are given up."""
        self._kept = len(self._renamings)

    def discard(self) -> None:
        """Undo the renamings since the text was saved. Raises OSError and UnreadableError."""
        for each in reversed(self._renamings[self._kept :]):
            if each.done:
                self._turn(each)
        del self._renamings[self._kept :]

    def _turn(self, each: _Renaming) -> None:
        """Give the other files the texts on the other side of a renaming, as far as nothing else has changed them."""
        now, then = (1, 0) if each.done else (0, 1)
        fitting = {name: texts for name, texts in each.others.items() if self._read(name) == texts[now]}
        self._put({name: texts[then] for name, texts in fitting.items()}, {name: t[now] for name, t in fitting.items()})
        each.done = not each.done

    def _put(self, texts: Mapping[str, str], before: Mapping[str, str]) -> None:
        """Write all texts, or none."""
        written: list[str] = []
        try:
            for name, text in texts.items():
                self._write(name, text)
                written.append(name)
        except (OSError, UnreadableError):
            for name in written:
                self._write(name, before[name])
            raise


def read_file(path: Path) -> str:
    """Return the text of a file. Raises OSError and UnreadableError."""
    return read_text(path, MAX_SIZE).replace("\r\n", "\n")


def write_file(path: Path, text: str) -> None:
    """Write the text of a file. Raises OSError."""
    replace_file(path, text.encode())
