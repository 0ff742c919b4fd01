"""What lies where on a board as it is shown: from points to places and things, and back. No item is asked."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from app.table.faces import CellFace, Faces, ThingFace
from app.table.geometry import Point
from app.table.marks import Spot


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """The cells and things of one board; none before a view is shown."""

    cells: Mapping[str, CellFace] = field(default_factory=dict)
    things: Mapping[Spot, ThingFace] = field(default_factory=dict)
    bases: Mapping[str, str] = field(default_factory=dict)  #: of a cell under a wide piece: where the piece is touched

    @classmethod
    def of(cls, faces: Faces) -> Whereabouts:
        """Return what lies where on a board that shows these faces."""
        return cls(faces.cells, faces.things, {place: base for place, (base, _) in faces.wide.items()})

    def cell_at(self, x: float, y: float) -> CellFace | None:
        """Return the cell at a point of the scene."""
        for face in self.cells.values():
            if face.geometry.holds(x - face.middle[0], y - face.middle[1]):
                return face
        return None

    def spot_at(self, x: float, y: float, slack: float = 0.0) -> Spot | None:
        """Return what lies at a point; a thing smaller than `slack` in radius is hit as if it were that large."""
        cell = self.cell_at(x, y)
        if cell is None:
            return None
        place = self.bases.get(cell.place, cell.place)
        nearest: tuple[float, Spot] | None = None
        for face in self.things_on(place):
            distance = math.hypot(x - face.middle[0], y - face.middle[1])
            if distance <= max(face.radius, slack) and (nearest is None or distance < nearest[0]):
                nearest = (distance, face.spot)
        return nearest[1] if nearest else (place, "")

    def things_on(self, place: str) -> list[ThingFace]:
        """Return what stands on a place."""
        return [face for spot, face in self.things.items() if spot[0] == place]

    def middle_of(self, spot: Spot) -> Point | None:
        """Return the middle of a place, or of a thing on it; None if it is not shown."""
        face = self.things.get(spot) if spot[1] else self.cells.get(spot[0])
        return face.middle if face else None

    def may_be_dragged(self, spot: Spot) -> bool:
        """Tell whether a drag from here carries something, and does not push the whole board along."""
        cell = self.cells.get(spot[0])
        return cell is not None and (bool(spot[1]) or cell.ground is not None)
