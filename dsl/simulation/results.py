"""Results on the disk: a folder with the plan and one line for each match, added as they are played. Whoever is killed
goes on where it was: a damaged last line is cut off, a whole one is never played again."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from dsl.base.files import replace_file
from dsl.base.serialization import WireError, loads
from dsl.simulation.experiment import FORMAT, Plan, differences, read, written
from dsl.simulation.match_records import Record
from dsl.simulation.process_pool import Spread

PLAN, RESULTS = "plan.json", "matches.jsonl"
EVERY = 1.0  #: seconds between two times of making sure that what is written is on the disk


class StoreError(Exception):
    """A folder that cannot be used for these results; the message says why and what can be done."""


class ResultsStore:
    """The results of one plan in one folder. Only one program may add to them at a time; who finds lines of another
    there writes no more."""

    def __init__(self, folder: Path, plan: Plan, clock: Callable[[], float] = time.monotonic) -> None:
        """Open a folder, or make it. Raises StoreError, OSError."""
        self.folder = folder
        self.dropped = 0  #: how many bytes of a damaged end were cut off
        self._clock = clock
        folder.mkdir(parents=True, exist_ok=True)
        self._agree(plan)
        path = folder / RESULTS
        self._records, good = _records(path)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        self.dropped = os.fstat(self._file).st_size - good
        if self.dropped:
            os.ftruncate(self._file, good)
        self._size, self._safe = good, clock()

    @property
    def records(self) -> dict[int, Record]:
        """The matches that are there, by seed."""
        return self._records

    def add(self, lines: Sequence[str]) -> list[Record]:
        """Write records, and return them. Raises StoreError, OSError; then none of them is there."""
        found = [loads(line, Record) for line in lines]
        content = "".join(f"{line}\n" for line in lines).encode()
        if os.fstat(self._file).st_size != self._size:
            raise StoreError(f"{self.folder}: another program writes results here; let it finish first")
        try:
            _write_all(self._file, content)
        except OSError as error:
            os.ftruncate(self._file, self._size)
            error.filename = str(self.folder / RESULTS)
            raise
        self._size += len(content)
        self._records.update((record.seed, record) for record in found)
        if self._clock() - self._safe >= EVERY:
            self.save()
        return found

    def save(self) -> None:
        """Make sure that all that was written is on the disk."""
        os.fsync(self._file)
        self._safe = self._clock()

    def close(self) -> None:
        """Save, and close the folder."""
        if self._file >= 0:
            self.save()
            os.close(self._file)
            self._file = -1

    def _agree(self, plan: Plan) -> None:
        path = self.folder / PLAN
        if not path.exists():
            if (self.folder / RESULTS).exists():
                raise StoreError(f"{self.folder}: there are results without their {PLAN}; choose another folder")
            replace_file(path, f"{written(plan)}\n".encode(), private=False)
            return
        try:
            there = read(path.read_bytes())
        except WireError as error:
            raise StoreError(f"{path}: not a plan of matches ({error}); choose another folder") from None
        if there.format != FORMAT:
            raise StoreError(f"{path}: written by another version of Gondwana; choose another folder")
        found = list(differences(there, plan))
        if found:
            raise StoreError(
                f"{self.folder} holds matches with another setting: {'; '.join(found)}. Choose another folder for these"
            )


def _records(path: Path) -> tuple[dict[int, Record], int]:
    """Return the records in a file by seed, and how many of its bytes are good. Raises StoreError, OSError."""
    found: dict[int, Record] = {}
    good = 0
    if not path.exists():
        return found, good
    with path.open("rb") as file:
        for number, line in enumerate(file, 1):
            record = _record(line)
            if record is None:
                if file.read(1):
                    raise StoreError(f"{path}: line {number} is damaged, and others follow; take another folder")
                break
            found.setdefault(record.seed, record)
            good += len(line)
    return found, good


def _record(line: bytes) -> Record | None:
    if not line.endswith(b"\n"):
        return None
    try:
        return loads(line, Record)
    except WireError:
        return None


def _write_all(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


# A series of matches from the first to the last: what is there already is not played again.


def missing(seeds: Sequence[int], store: ResultsStore | None) -> list[int]:
    """Return the seeds that were not played yet."""
    there = store.records if store else {}
    return [seed for seed in seeds if seed not in there]


def played(
    plan: Plan, seeds: Sequence[int], spread: Spread, store: ResultsStore | None, tell: Callable[[int], object]
) -> dict[int, Record]:
    """Return the records of the matches from `seeds`, by seed in their order; `tell` hears how many more there are.

    With a store they are in it as soon as they are told. Raises SpreadError, StoreError, OSError.
    """
    found: dict[int, Record] = {}
    wanted = missing(seeds, store)
    with closing(spread(written(plan), wanted)) as portions:  # whoever stops us stops the workers, too
        for lines in portions:
            records = store.add(lines) if store else [loads(line, Record) for line in lines]
            found.update((record.seed, record) for record in records)
            tell(len(records))
    there = {**(store.records if store else {}), **found}
    return {seed: there[seed] for seed in seeds}
