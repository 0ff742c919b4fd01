"""Overlays of an open table: what is requested for whom, and when it is dropped."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.session.link import Hint
from app.table.context import TableContext
from app.table.control.insights import Insights, legend_entries
from app.table.model.overlays import NO_OVERLAY
from app.table.model.things import Spot, Thing
from dsl.match.table_messages import AskStandings
from dsl.match.view import (
    Comparison,
    DecisionView,
    EntryView,
    OptionView,
    Prospect,
    ProspectsView,
    Rank,
    StandingsView,
    Value,
    View,
)
from tests.app.table.control.recorded_link import RecordedLink
from tests.app.table.views import finished


class ForesightLink(RecordedLink):
    """A link whose requests for prospects are recorded."""

    def __init__(self) -> None:
        super().__init__()
        self.foresights: list[str] = []
        self.cancelled = 0

    @property
    def foresees(self) -> bool:
        return True

    def request_prospects(self, seat: str) -> None:
        self.foresights.append(seat)

    def cancel_prospects(self) -> None:
        self.cancelled += 1


def playing(position: int = 4, seat: str = "red") -> View:
    return replace(finished(), outcome=None, position=position, seat=seat)


THREAT = Prospect("blue", "move", Value("2,0", "cell", "2,0"), "1,0", "taken", "1,0", "red")
LEAD = Comparison("final", ("1,0",), (Rank("red", 1, 3, (2,), ()),))


def test_overlays_are_off_until_they_are_wanted_and_follow_the_position(qtbot: QtBot, context: TableContext) -> None:
    owner, link = QObject(), ForesightLink()
    insights = Insights(link, owner)
    insights.set_view(playing())
    assert (insights.overlay, link.sent, link.foresights) == (NO_OVERLAY, [], [])
    insights.toggle("majorities")
    insights.toggle("threats")
    assert link.sent == [AskStandings(1, "red", False)]
    assert link.foresights == ["red"]
    assert insights.busy == {"majorities", "threats"}
    insights.take_standings(StandingsView("red", 4, comparisons=(LEAD,)))
    link.prospects_found.emit(ProspectsView("red", 4, (THREAT,), True))
    assert len(insights.overlay.leads) == len(insights.overlay.rings) == 1
    said = [entry.text for entry in legend_entries(insights, insights.overlay, context)]
    assert context.texts("table.overlay.taken") in said
    with qtbot.waitSignal(insights.changed):
        insights.set_view(playing(5))
    assert insights.overlay == NO_OVERLAY
    assert link.cancelled
    qtbot.waitUntil(lambda: link.foresights == ["red", "red"])


def test_what_belongs_to_another_seat_or_position_is_dropped(qtbot: QtBot) -> None:
    owner, link = QObject(), ForesightLink()
    insights = Insights(link, owner)
    insights.set_view(playing())
    insights.toggle("majorities")
    insights.toggle("threats")
    for seat, position in (("blue", 4), ("", 4), ("red", 3)):
        insights.take_standings(StandingsView(seat, position, comparisons=(LEAD,)))
        link.prospects_found.emit(ProspectsView(seat, position, (THREAT,), True))
    assert insights.overlay == NO_OVERLAY
    insights.take_standings(StandingsView("red", 4, comparisons=(LEAD,)))
    insights.set_view(playing(4, "blue"))  # the next player at the same screen
    assert insights.overlay == NO_OVERLAY
    insights.set_view(None)  # behind the curtain
    insights.take_standings(StandingsView("blue", 4, comparisons=(LEAD,)))
    assert insights.overlay == NO_OVERLAY


def test_the_legend_says_when_the_piece_under_the_pointer_can_get_nowhere(qtbot: QtBot, context: TableContext) -> None:
    owner, link = QObject(), ForesightLink()
    insights = Insights(link, owner)
    insights.set_view(playing())
    insights.toggle("reach")
    link.prospects_found.emit(ProspectsView("red", 4, (THREAT,), True))

    def said() -> str:
        return legend_entries(insights, insights.overlay, context)[-1].text

    assert said() == "point at a piece to see its moves"
    insights.point(Spot("0,1"))
    assert said() == "point at a piece to see its moves"
    insights.point(Spot("0,1", Thing("counter", "herd", "red")))
    assert said() == "this piece can get nowhere now"
    insights.point(Spot("2,0"))
    assert said() == "it could get here"


def test_reach_follows_the_pointer_and_a_hint_goes_with_the_next_choice(qtbot: QtBot) -> None:
    owner, link = QObject(), ForesightLink()
    insights = Insights(link, owner)
    insights.set_view(playing())
    insights.toggle("reach")
    link.prospects_found.emit(ProspectsView("red", 4, (THREAT,), True))
    assert insights.overlay.rings == ()
    insights.point(Spot("2,0"))
    assert [ring.place for ring in insights.overlay.rings] == ["1,0"]
    insights.toggle("reach")
    option = OptionView(7, 0, Value("1,0", "cell", "1,0"))
    entry = EntryView("move", "", ("t", "goal"), 0, "", True, False)
    decision = DecisionView(4, "red", (entry,), 1, (Value("2,0", "cell", "2,0"),), (option,), "", ())
    insights.show_hint(Hint("red", 4, 7, 60, "", ()), decision)
    assert [(each.start, each.end) for each in insights.overlay.arrows] == [("2,0", "1,0")]
    insights.set_chosen(decision)
    assert insights.overlay.arrows
    insights.set_chosen(replace(decision, chosen=()))
    assert insights.overlay == NO_OVERLAY
