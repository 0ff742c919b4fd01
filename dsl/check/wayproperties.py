"""What may be asked of a way along a path."""

from __future__ import annotations

from dsl.check import typed as t
from dsl.check.plural import plural
from dsl.check.types import COUNT
from dsl.check.world import World


def property_type(world: World, way: t.WayType, word: str) -> t.Type | None:
    """Return the type of what may be asked of a way, None if it has no such property."""
    path = world.paths[way.path]
    place = t.PlaceType(path.board)
    match word:
        case "goal":
            return place
        case "cost":
            return COUNT
        case "length" if path.counts_steps:
            return COUNT
        case "ahead" | "sides" if path.only == "straight":
            return t.SetType(place)
        case "links" if path.only == "shortest":
            return t.ListType(place)
    limited = {plural(step.name): step.times for step in path.steps if step.times is not None}
    return t.NumberType(0, limited[word]) if word in limited else None


def properties(world: World, way: t.WayType) -> list[str]:
    """Return the words that may be asked of a way, for suggestions."""
    path = world.paths[way.path]
    words = ["goal", "cost", "length", "ahead", "sides", "links", *(plural(step.name) for step in path.steps)]
    return [word for word in words if property_type(world, way, word) is not None]
