"""Where the things on one cell stand, and how large: in rows, on their owners' circles, or side by side on a strip."""

from __future__ import annotations

import re
from collections.abc import Sequence

from app.table.plans import BY_AMOUNT, BY_SEAT, Box, Circle
from app.table.sites import Site
from dsl.engine.view import CellView

_ROWS = ((1,), (2,), (2, 1), (2, 2), (3, 2), (3, 3), (2, 3, 2), (3, 3, 2), (3, 3, 3), (3, 4, 3))
_ALONE = 0.78  #: of a circle that one thing fills
_FILLS = 0.74  #: of a bare cell that one thing fills
_LEAVES_RIM = 0.62  #: of a covered cell, so that its ground is seen around
_CROWD = 1.15  #: several in a circle may reach over its line


def stands(amount: int, inner: float) -> tuple[Circle, ...]:
    """Return where (x, y) and how large (radius) each of so many things stands on a cell of this inner radius."""
    rows = _ROWS[amount - 1] if amount <= len(_ROWS) else _even_rows(amount)
    widest = max(rows)
    # Less than the room there is: rings and badges reach beyond a thing.
    radius = inner * min(0.48, 0.79 / widest, 0.71 / len(rows) if len(rows) == 2 else 0.79 / len(rows))
    step = radius * 2.2
    top = -step * (len(rows) - 1) / 2 + (inner * 0.12 if len(rows) == 1 else inner * 0.02)
    return tuple(
        (step * (column - (row - 1) / 2), top + line * step, radius)
        for line, row in enumerate(rows)
        for column in range(row)
    )


def alone(inner: float, bare: bool) -> tuple[Circle, ...]:
    """Return where one thing stands that has a cell for itself; a bare one it may fill."""
    return ((0.0, 0.0, inner * (_FILLS if bare else _LEAVES_RIM)),)


def _even_rows(amount: int) -> tuple[int, ...]:
    lines = round(amount**0.5)
    share, rest = divmod(amount, lines)
    return tuple(share + (line < rest) for line in range(lines))


def seated(cell: CellView, places_by: str, colours: Sequence[str]) -> tuple[str, ...]:
    """Return whose circle is the first on a cell, whose the second: by seat, by amount, or as a list of players says
    that is a variable of the cell."""
    if places_by == BY_SEAT:
        return tuple(colours)
    if places_by == BY_AMOUNT:
        owned: dict[str, int] = {}
        for counter in cell.counters:
            if counter.owner:
                owned[counter.owner] = owned.get(counter.owner, 0) + counter.amount
        return tuple(sorted(owned, key=lambda colour: (-owned[colour], colours.index(colour))))
    said = re.findall(r"\w+", dict(cell.values).get(places_by, ""))
    return tuple(word for word in said if word in colours)


def places_of(site: Site, owners: Sequence[str], order: Sequence[str]) -> tuple[Circle, ...]:
    """Return where each of several things stands on a cell, from its middle. `owners` names the owner of each that
    goes on its owner's circle, "" for those that go beside; `order` says whose circle is whose."""
    if not site.places and site.strip is None:
        return stands(len(owners), site.shape.inner) if owners else ()
    circles = dict(zip(order, site.places, strict=False))
    beside = [owner not in circles for owner in owners]
    free = iter(_beside(site, sum(beside)))
    shared = {owner: iter(_in_circle(circle, owners.count(owner))) for owner, circle in circles.items()}
    return tuple(next(free) if off else next(shared[owner]) for owner, off in zip(owners, beside, strict=True))


def _in_circle(circle: Circle, amount: int) -> tuple[Circle, ...]:
    x, y, radius = circle
    if amount == 1:
        return ((x, y, radius * _ALONE),)
    return tuple((x + dx, y + dy, r) for dx, dy, r in stands(amount, radius * _CROWD)) if amount else ()


def _beside(site: Site, amount: int) -> tuple[Circle, ...]:
    if site.strip is None or not amount:
        return stands(amount, site.shape.inner) if amount else ()
    return in_a_row(site.strip, amount)


def in_a_row(box: Box, amount: int) -> tuple[Circle, ...]:
    """Return places side by side in a box, in as many lines as make them largest."""
    x, y, width, height = box

    def radius(lines: int) -> float:
        return min(height / lines, width / -(-amount // lines)) / 2.15

    lines = max(range(1, amount + 1), key=lambda count: (radius(count), -count))
    across, size = -(-amount // lines), radius(lines)
    step = 2.15 * size
    return tuple(
        (
            x + step * (rank % across - (min(across, amount - rank // across * across) - 1) / 2),
            y + step * (rank // across - (lines - 1) / 2),
            size,
        )
        for rank in range(amount)
    )
