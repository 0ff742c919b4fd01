"""What a seat sees of a match: all that it may know now, and what an option would lead to."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from dsl.engine.decisions import Question
from dsl.engine.view import DecisionView, View
from dsl.engine.views import Table, cells_named, has_secrets

if TYPE_CHECKING:
    from dsl.engine.match import Match


def view_of(match: Match, seat: str) -> View:
    """Return all that a seat ("" for a spectator) may know."""
    number = match.seat(seat)
    contents, own = match.contents_of(number), match.question_of(seat)
    table = Table(contents, match.notation, number)
    wanted = cells_named(contents, own.cells()) if own else {}
    active, phase = contents.get("me"), contents.get("phase")
    why_no_undo = match.why_no_undo(seat)
    position, sheet = match.position_of(number), match.sheet_of(number)
    return View(
        game=match.book.name,
        seat=seat,
        position=position,
        colours=match.program.colours,
        turn=contents.get("turn"),
        active=match.program.colours[active] if active >= 0 and not match.over else "",
        phase=match.program.anchors[phase].name if phase >= 0 else "",
        boards=table.boards(wanted),
        zones=table.zones(),
        seats=table.seats(),
        values=table.values(),
        decisions=tuple(replace(_decision(match, q, own), number=position) for q in match.questions),
        sheet=sheet,
        outcome=replace(match.outcome, sheet=sheet) if match.outcome else None,
        secrets=match.secretly or has_secrets(contents),
        may_undo=not why_no_undo,
        why_no_undo=why_no_undo,
        secretly=match.secretly,
        reserves=table.reserves(),
        teams=match._teams(),
    )


def _decision(match: Match, question: Question, own: Question | None) -> DecisionView:
    """One decision as whoever has the decision `own` sees it; in secret not even what is left to pay with."""
    decision = question.view(open_to_viewer=question is own)
    return decision if question is own or not match.secretly else replace(decision, budget=())


def preview(match: Match, seat: str, option: int) -> tuple[tuple[str, ...], tuple[str, ...], View | None]:
    """Return the next values and their places if an option leaves its action open, and the view after it if
    neither chance nor a secret decides about it. Nothing changes."""
    ahead = match.fork()
    ahead.choose(match.position_of(match.seat(seat)), option, seat)
    following = ahead.question_of(seat)
    texts: list[str] = []
    places: list[str] = []
    if following and following.ask.parameter:
        values = [chosen.value for chosen in following.view(open_to_viewer=True).options]
        texts = [value.text for value in values]
        places = [value.place for value in values if value.place]
    shown = None if ahead.why_no_undo(seat) else replace(ahead.view(seat), decisions=())
    return tuple(texts), tuple(places), shown
