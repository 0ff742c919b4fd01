"""Results on disk: a folder with the plan and a line for each match, appended as they are played.

A series that was killed resumes: a damaged last line is cut off, the matches before it are not played again.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

from dsl.base.files import replace_file
from dsl.base.serialization import SerializationError, loads, loads_lines
from dsl.simulation.match_records import Record
from dsl.simulation.plan import FORMAT, Plan, differences, plan_text, read
from dsl.simulation.process_pool import TALLIES, Spread
from dsl.simulation.tallies import SeriesTotals, Tally

PLAN, RESULTS = "plan.json", "matches.jsonl"
SYNC_INTERVAL = 1.0  #: seconds between two calls of fsync


class StoreError(Exception):
    """A folder cannot be used for these results; the message says why and what to do."""


class ResultsStore:
    """The results of one plan in one folder. Only one program may add at a time: `add` fails if another has written."""

    def __init__(self, folder: Path, plan: Plan, clock: Callable[[], float] = time.monotonic) -> None:
        """Open or create a folder. Raises StoreError, OSError."""
        self.folder = folder
        self.dropped = 0  #: bytes of a damaged end that were cut off
        self._clock = clock
        folder.mkdir(parents=True, exist_ok=True)
        self._check_plan(plan)
        path = folder / RESULTS
        self._records, good = _records(path)
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o644)
        self.dropped = os.fstat(self._file).st_size - good
        if self.dropped:
            os.ftruncate(self._file, good)
        self._size, self._safe = good, clock()

    @property
    def records(self) -> dict[int, Record]:
        """The stored records, by seed."""
        return self._records

    def add(self, lines: Sequence[str]) -> list[Record]:
        """Append records, and return them. Raises StoreError, OSError; then none of them is stored."""
        found = loads_lines(lines, Record)
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
        if self._clock() - self._safe >= SYNC_INTERVAL:
            self.save()
        return found

    def save(self) -> None:
        """Flush to the disk (fsync)."""
        os.fsync(self._file)
        self._safe = self._clock()

    def close(self) -> None:
        """Save, and close the folder."""
        if self._file >= 0:
            self.save()
            os.close(self._file)
            self._file = -1

    def _check_plan(self, plan: Plan) -> None:
        path = self.folder / PLAN
        if not path.exists():
            if (self.folder / RESULTS).exists():
                raise StoreError(f"{self.folder}: there are results without their {PLAN}; choose another folder")
            replace_file(path, f"{plan_text(plan)}\n".encode(), private=False)
            return
        try:
            there = read(path.read_bytes())
        except SerializationError as error:
            raise StoreError(f"{path}: not a plan of matches ({error}); choose another folder") from None
        if there.format != FORMAT:
            raise StoreError(f"{path}: written by another version of Gondwana; choose another folder")
        found = list(differences(there, plan))
        if found:
            raise StoreError(
                f"{self.folder} holds matches with another setting: {'; '.join(found)}. Choose another folder for these"
            )


def _records(path: Path) -> tuple[dict[int, Record], int]:
    """Return the records in a file by seed, and the length of its valid part. Raises StoreError, OSError."""
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
    except SerializationError:
        return None


def _write_all(file: int, content: bytes) -> None:
    while content:
        content = content[os.write(file, content) :]


def missing(seeds: Sequence[int], store: ResultsStore | None) -> list[int]:
    """Return the seeds without a stored record."""
    there = store.records if store else {}
    return [seed for seed in seeds if seed not in there]


def played(
    plan: Plan, seeds: Sequence[int], spread: Spread, store: ResultsStore | None, progress: Callable[[int], object]
) -> dict[int, Record]:
    """Play the missing matches, and return all records by seed, in the order of `seeds`.

    `progress` is called with the number of new records, after they are stored. Raises PoolError, StoreError, OSError.
    """
    found: dict[int, Record] = {}
    wanted = missing(seeds, store)
    with closing(spread(plan_text(plan), wanted)) as chunks:  # an interrupt stops the workers, too
        for lines in chunks:
            records = store.add(lines) if store else loads_lines(lines, Record)
            found.update((record.seed, record) for record in records)
            progress(len(records))
    there = {**(store.records if store else {}), **found}
    return {seed: there[seed] for seed in seeds}


def tallied(plan: Plan, seeds: range, spread: Spread, progress: Callable[[int], object]) -> SeriesTotals:
    """Play random matches without keeping records, and return their totals.

    `progress` is called with the number of new matches. Raises PoolError.
    """
    totals = SeriesTotals()
    with closing(spread(plan_text(plan), seeds, TALLIES)) as chunks:
        for lines in chunks:
            for tally in loads_lines(lines, Tally):
                totals.add(tally)
                progress(tally.number)
    return totals
