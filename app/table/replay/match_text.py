"""Match as text: players, house rules, the log turn by turn in sentences, and the score."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from app.table.context import TableContext
from app.table.panels.players import partners_text
from app.table.panels.score import Teams, current_ranking, early_sentence, winners
from app.table.panels.score_table import combined, winner_line
from dsl.i18n.event_log import log_entries
from dsl.match.view import EventView, OutcomeView, View

_INDENT = "    "


def match_text(title: str, events: Sequence[EventView], view: View, context: TableContext, *, uncovered: bool) -> str:
    """Return the match as text in the language of `context`, with a line break at its end.

    `uncovered`: the events contain everything that was secret; otherwise the text names the viewer.
    """
    over = view.outcome is not None
    parts = [
        list(_head(title, view, context, uncovered)),
        *_turns(events, context),
        list(_score(view.outcome or current_ranking(view), view.teams, context, over)),
    ]
    return "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"


def _head(title: str, view: View, context: TableContext, uncovered: bool) -> Iterator[str]:
    texts = context.texts
    yield title
    yield texts("table.export.players", players=", ".join(context.player(colour) for colour in view.colours))
    house = context.rulebook().house if context.rulebook is not None else ()
    if house:
        yield texts("table.rules.house")
        yield from (f"{_INDENT}{line}" for rule in house for line in rule.splitlines())
    if not uncovered:
        seat = context.player(view.seat) if view.seat else texts("table.film.spectator")
        yield texts("table.export.seen", player=seat)


def _turns(events: Sequence[EventView], context: TableContext) -> Iterator[list[str]]:
    """Yield the lines of the set-up, then those of each turn: a heading and its sentences."""
    texts, begins = context.texts, [event for event in events if event.kind == "turn"]
    starts = [event.number for event in begins]
    shown, lines = -1, list[str]()
    for entry in log_entries(events, context.words):
        turn = bisect_right(starts, entry.event)
        if turn != shown:
            if lines:
                yield lines
            player = context.player(dict(begins[turn - 1].args).get("player", "")) if turn else ""
            heading = texts("table.export.turn", turn=turn, player=player) if turn else texts("table.export.start")
            shown, lines = turn, [heading]
        lines += [f"{_INDENT}{line}" for line in entry.whole.splitlines()]
    if lines:
        yield lines


def _score(outcome: OutcomeView, teams: Teams, context: TableContext, over: bool) -> Iterator[str]:
    texts = context.texts
    yield texts("table.export.score" if over else "table.sheet.so_far")
    if over:
        yield " ".join(part for part in (early_sentence(outcome, context), winners(outcome, context, teams)) if part)
    for rank in sorted(outcome.ranking, key=lambda line: line.place):
        values = ", ".join(context.named(winner_line(name, context), str(value)) for name, value in rank.values)
        place = texts("table.sheet.place", place=rank.place, player=context.player(rank.seat))
        partners = partners_text(teams, rank.seat, context)
        yield "  ·  ".join(part for part in (place, partners, values) if part)
        own = [line for line in outcome.sheet if line.seat == rank.seat]
        yield from (f"{_INDENT}{reason.points}  {reason.text}" for reason in combined(own, (), context))
