"""What follows a match whose rules were changed on the way: its review, the try-out of other rules, a branch."""

from __future__ import annotations

from pathlib import Path

from app.base.paths import official_rulesets
from app.session.match_review import MatchReview
from app.workshop.tryout import AS_AT_TABLE, EditedRules, TakenMatch, TryOutPlan, make_match
from dsl.base.source import Source
from dsl.bots.bot_service import BotService
from dsl.match.branching import branch
from dsl.match.journal import SeatPlan, house_in_force
from dsl.match.replay import replay
from dsl.match.rulesets.ruleset import build, load
from dsl.match.table import Table
from dsl.match.table_messages import Accepted, Choose
from tests.app.net.server.room.test_room_rules import REST

FOLDER = official_rulesets() / "classics" / "tic-tac-toe"


def step(table: Table, option: int = 0) -> None:
    question = table.match.question
    assert question is not None
    chosen = Choose(0, question.seat, question.position, question.options[option])
    assert isinstance(table.handle(chosen), Accepted)


def test_review_tryout_and_branch_follow_the_rules_that_held_at_each_choice(tmp_path: Path) -> None:
    official = load(FOLDER)
    people = [SeatPlan(each) for each in official.rules.colours]
    table = Table(official, people, {}, 1, tmp_path / "match")
    changed = build(official.text, extra=[Source(*REST)])
    step(table)
    assert isinstance(table.change_rules("noughts", changed), Accepted)
    step(table, -1)  # the new action
    step(table)
    table.close()
    assert house_in_force(table.header, table.entries) == (REST,)

    bots = BotService()
    review = MatchReview(table.header, table.entries, bots)
    made = [each.pack.identity if each is not None else None for each in review._choices]
    bots.close()
    assert made == [official.identity, None, changed.identity, changed.identity]

    path = tmp_path / REST[0]
    others = house_in_force(table.header, table.entries)
    rules = EditedRules(FOLDER, path, REST[1], others)
    taken = TakenMatch(table.header, tuple(table.entries))
    found = make_match(TryOutPlan(rules, 2, AS_AT_TABLE, 1, taken=taken)).continued
    assert (found.kept, found.total, found.stopped) == (3, 3, None)

    branch(tmp_path / "match", 3, people, tmp_path / "branch")
    assert replay(tmp_path / "branch").pack.identity == changed.identity
