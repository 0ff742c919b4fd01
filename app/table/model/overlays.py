"""Overlays on the board, as data without Qt: who leads where, what the others threaten, where a thing may get to, and
the arrows of a hint."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from app.table.model.things import Spot, spot_of
from dsl.match.view import Prospect, ProspectsView, StandingsView, Value, View

OverlayName = Literal["majorities", "threats", "reach"]
OVERLAYS: tuple[OverlayName, ...] = ("majorities", "threats", "reach")
_MOST_ARROWS = 14  #: of threats; more make the board unreadable, and rings alone remain


@dataclass(frozen=True, slots=True)
class Lead:
    """A part of the board with the players who lead there: one, or several who are equal."""

    places: frozenset[str]
    leaders: tuple[str, ...]  #: seats
    rule: str  #: the anchor of the rule that compares
    entries: tuple[tuple[str, str], ...] = ()  #: seats and their values, the leaders first
    tinted: bool = True  #: no smaller part covers all of it


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two places."""

    start: str
    end: str
    kind: Literal["threat", "reach", "hint"]
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Ring:
    """A ring around a place."""

    place: str
    kind: Literal["threat", "win", "reach", "hint"]
    certain: bool = True


@dataclass(frozen=True, slots=True)
class Overlay:
    """Everything that is drawn over the board on demand."""

    leads: tuple[Lead, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    rings: tuple[Ring, ...] = ()

    def __add__(self, other: Overlay) -> Overlay:
        """Return both overlays together."""
        return Overlay(self.leads + other.leads, self.arrows + other.arrows, self.rings + other.rings)


NO_OVERLAY = Overlay()


# ---- majorities


def majorities(standings: StandingsView) -> Overlay:
    """Return who leads in each part of the board that an award compares, and who would get the points that come from a
    single place."""
    leads = [
        Lead(
            frozenset(each.places),
            tuple(rank.seat for rank in each.ranks if rank.place == 1),
            each.rule,
            tuple((rank.seat, str(rank.values[0])) for rank in each.ranks),
        )
        for each in standings.comparisons
    ]
    leads += _by_place(standings)
    leads = list(dict.fromkeys(leads))
    return Overlay(tuple(replace(lead, tinted=not _is_covered(lead, leads)) for lead in leads))


def _by_place(standings: StandingsView) -> list[Lead]:
    """Return who would get most points from each place, for points that come from one place alone."""
    points: dict[tuple[str, str], dict[str, int]] = {}
    for each in standings.lines:
        if len(each.places) == 1:
            by_seat = points.setdefault((each.line.rule, each.places[0]), {})
            by_seat[each.line.seat] = by_seat.get(each.line.seat, 0) + each.line.points
    compared = {(each.rule, each.places) for each in standings.comparisons}
    found: list[Lead] = []
    for (rule, place), by_seat in points.items():
        most = max(by_seat.values())
        if (rule, (place,)) in compared or most <= 0:
            continue
        leaders = tuple(seat for seat, amount in by_seat.items() if amount == most)
        ordered = sorted(by_seat.items(), key=lambda item: -item[1])
        entries = tuple((seat, f"{amount:+d}") for seat, amount in ordered)
        found.append(Lead(frozenset({place}), leaders, rule, entries))
    return found


def _is_covered(lead: Lead, leads: Iterable[Lead]) -> bool:
    """Whether smaller parts tint all places of a part."""
    smaller = [each.places for each in leads if each.places < lead.places]
    return bool(smaller) and lead.places <= frozenset[str]().union(*smaller)


# ---- threats and reach


def threats(prospects: ProspectsView, seats: frozenset[str]) -> Overlay:
    """Return what other players than `seats` could take from them or change in one action, and where one could win;
    without seats (a spectator) what any player could take from another."""
    found = [
        each
        for each in prospects.found
        if (each.effect == "won" and each.seat not in seats)
        or (each.effect in ("taken", "changed") and each.seat not in seats and (not seats or each.victim in seats))
    ]  # fmt: skip
    rings: dict[tuple[str, str], bool] = {}
    arrows: dict[tuple[str, str], bool] = {}
    for each in found:
        key = (each.target, "win" if each.effect == "won" else "threat")
        rings[key] = rings.get(key, False) or each.certain
        start = _start(each)
        if start and start != each.target:
            arrows[start, each.target] = arrows.get((start, each.target), False) or each.certain
    return Overlay(
        (),
        tuple(Arrow(start, end, "threat", sure) for (start, end), sure in arrows.items())
        if len(arrows) <= _MOST_ARROWS
        else (),
        tuple(Ring(place, "win" if kind == "win" else "threat", sure) for (place, kind), sure in rings.items()),
    )


def reach(prospects: ProspectsView, spot: Spot) -> Overlay:
    """Return where the thing at a spot could get to in one action of its player."""
    goals: dict[str, bool] = {}
    for each in prospects.found:
        if each.origin is not None and each.goal and _means(each.origin, spot):
            goals[each.goal] = goals.get(each.goal, False) or each.certain
    goals.pop(spot.place, None)
    return Overlay(rings=tuple(Ring(place, "reach", sure) for place, sure in goals.items()))


def _start(prospect: Prospect) -> str:
    return prospect.origin.place if prospect.origin is not None else prospect.goal


def _means(origin: Value, spot: Spot) -> bool:
    """Whether an action that begins with `origin` begins with what is at the spot: the thing, or the whole place."""
    if origin.place != spot.place:
        return False
    meant = spot_of(origin)
    return spot.thing is None or meant.thing is None or meant.thing == spot.thing


# ---- hints


def hint_overlay(chosen: tuple[Value, ...], value: Value, goal: str = "") -> Overlay:
    """Return the arrow from what was chosen before, or along a way, to the recommended place, or from there to its
    `goal`; else a ring around it."""
    if not value.place:
        return NO_OVERLAY
    if goal and goal != value.place:
        return Overlay((), (Arrow(value.place, goal, "hint"),), (Ring(goal, "hint"),))
    before = [each.place for each in chosen if each.place]
    way = value.text.split()[0] if value.sort == "way" and value.text else ""
    start = before[-1] if before else way if way != value.place else ""
    arrows = (Arrow(start, value.place, "hint"),) if start and start != value.place else ()
    return Overlay((), arrows, (Ring(value.place, "hint"),))


def seats_of(view: View) -> frozenset[str]:
    """Return the seat that is shown and its partners; empty for a spectator."""
    team = next((team for team in view.teams if view.seat in team), (view.seat,))
    return frozenset(team) - {""}
