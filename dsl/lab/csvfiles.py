"""Results for other programs: one row for each match, one for each rule. Always in the words of the rules."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from dsl.lab.figures import Summary
from dsl.lab.work import Record


def matches_csv(found: Summary, records: Iterable[Record]) -> str:
    """Return a table of matches: of a match without an end the columns for what it came to are empty."""
    seats = [seat.colour for seat in found.seats]
    ends = [f"{seat} {name}" for seat in seats for name in ("place", *found.lines)]
    return _csv(["seed", "choices", "turns", *ends, "trouble"], (_row(record, len(ends)) for record in records))


def _row(record: Record, ends: int) -> Sequence[object]:
    if not record.places:
        return [record.seed, record.choices, "", *[""] * ends, record.trouble]
    values = (each for place, own in zip(record.places, record.values, strict=True) for each in (place, *own))
    return [record.seed, record.choices, record.turns, *values, ""]


def rules_csv(found: Summary) -> str:
    """Return a table of rules: in how many matches each acted."""
    rows = ([rule.name, rule.place, rule.matches, rule.seed if rule.matches else ""] for rule in found.rules)
    return _csv(["rule", "place", "matches", "first seed"], rows)


def _csv(columns: list[str], rows: Iterable[Sequence[object]]) -> str:
    paper = io.StringIO()
    writer = csv.writer(paper, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return paper.getvalue()
