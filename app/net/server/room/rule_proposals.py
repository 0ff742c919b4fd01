"""Other rules that a player proposes during a match: checked in a limited process, voted on, and then played by.

The text comes from a player. It is not parsed here before the sandbox has checked that it is within the limits of time
and memory, that the match can go on under it, and that it shows nothing hidden. That answer depends only on what the
player who proposes it may know; what else may be in the way is found when all have agreed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from app.net.protocol.limits import PROPOSALS, PROPOSALS_SECONDS, PROPOSED
from app.net.protocol.messages import Noticed, Pairs, ProposedRules, ProposeRules
from app.net.sandbox.messages import (
    InspectedRuleChange,
    InspectionFailed,
    InspectRuleChange,
    MatchMoment,
    Verdict,
    fit_to_propose,
)
from app.net.server.room.members import Member
from app.net.server.room.state import RoomState, offered_rules
from app.net.server.room.updates import MatchRunner
from dsl.base.problem import RulesError
from dsl.base.source import Source
from dsl.match.observation.information_set import Setting
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.table_messages import Accepted, Answer, Refused
from dsl.runtime.runner import State

_LANGUAGE = "en"  #: of problems in a verdict for the host


class RuleInspector(Protocol):
    """Checks rules in a process with limits: `app.net.server.server.SandboxInspector`."""

    def inspect(self, order: InspectRuleChange) -> None:
        """Start to check rules; a former check is cancelled."""

    def take_verdict(self) -> Verdict | None:
        """Return the verdict, once; None until it is there."""


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """Rules that a match can go on under, as far as the player who proposes them may know."""

    member: str
    seat: str
    request: int
    state: State  #: the position that they were checked for: the vote ends with it
    pack: Ruleset
    look: str

    def message(self, vote: int) -> ProposedRules:
        """Return what members get to read."""
        offered = offered_rules(self.pack, self.look)
        return ProposedRules(vote, offered.offer, offered.rules.house)

    def fits(self, match: MatchRunner | None) -> bool:
        """Whether the position is still the one that they were checked for."""
        return match is not None and match.table.match.state is self.state


@dataclass(frozen=True, slots=True)
class _Pending:
    """Rules that are being checked."""

    member: str
    command: ProposeRules
    state: State


class RuleProposals:
    """Checks proposed rules one after the other, and lets the match go on under those that all agreed on."""

    def __init__(self, state: RoomState, inspector: RuleInspector | None) -> None:
        self._state, self._inspector = state, inspector
        self._pending: _Pending | None = None

    @property
    def checking(self) -> bool:
        """Whether rules are being checked."""
        return self._pending is not None

    def check(self, match: MatchRunner, member: Member, command: ProposeRules, now: float) -> Answer:
        """Start to check rules, or say why not."""
        request, game = command.request, match.table.match
        if command.position != game.position_of(game.seat(command.seat)):
            return Refused(request, "refused.stale")
        if self._inspector is None:
            return Refused(request, "new_rules.no_process")
        if self._pending is not None:
            return Refused(request, "refused.asked_already")
        refused = match.table.refused_change(command.seat, request)
        if refused is not None:
            return refused
        if not fit_to_propose(command.house):
            return Refused(request, "new_rules.too_large", (("most", str(PROPOSED // 1024)),))
        while member.proposed and member.proposed[0] <= now - PROPOSALS_SECONDS:
            member.proposed.popleft()
        if len(member.proposed) >= PROPOSALS:
            wait = int(member.proposed[0] + PROPOSALS_SECONDS - now) + 1
            return Refused(request, "refused.wait", (("seconds", str(wait)),))
        member.proposed.append(now)
        self._pending = _Pending(member.id, command, game.state)
        setting = Setting(game.players, tuple(sorted(game.options.items())), game.setting.windows)
        moment = MatchMoment(setting, tuple(format(value, "x") for value in game.state))
        present = self._state.offered.rules
        self._inspector.inspect(InspectRuleChange(present, command.house, _LANGUAGE, game.players, moment))
        return Accepted(request)

    def take_checked(self) -> CheckedRules | None:
        """Return rules whose check is done and has found nothing wrong; tell the player who proposed others why not."""
        verdict = self._inspector.take_verdict() if self._inspector is not None else None
        pending = self._pending
        if verdict is None or pending is None:
            return None
        self._pending = None
        match, member = self._state.match, self._state.members.get(pending.member)
        if match is None or member is None or not member.here or match.table.match.state is not pending.state:
            self._tell(member, "rules.no", name=member.name if member else "", seat=pending.command.seat)
            return None
        if not isinstance(verdict, InspectedRuleChange):
            reason, args = (verdict.reason, dict(verdict.args)) if isinstance(verdict, InspectionFailed) else ("", {})
            self._tell(member, reason or "rules.no", **args)
            return None
        try:
            pack = self._built(pending.command.house)
        except RulesError as error:
            self._tell(member, "new_rules.impossible", why=str(error))
            return None
        if pack.identity != verdict.identity:
            self._tell(member, "rules.no", name=member.name, seat=pending.command.seat)
            return None
        command, look = pending.command, self._state.offered.rules.look
        return CheckedRules(member.id, command.seat, command.request, pending.state, pack, look)

    def _built(self, house: Pairs) -> Ruleset:
        return build(self._state.pack.text, extra=[Source(name, text) for name, text in house])

    @staticmethod
    def _tell(member: Member | None, what: str, **args: str) -> None:
        """Tell the player who proposed rules, and nobody else."""
        if member is not None:
            member.send(Noticed(what, tuple(args.items())))

    def adopt(self, rules: CheckedRules) -> bool:
        """Go on under rules that all agreed on; return whether they were still about the present position."""
        match, member = self._state.match, self._state.members.get(rules.member)
        if match is None or not rules.fits(match):
            return False
        answer = match.table.change_rules(rules.seat, rules.pack, rules.request, rules.member)
        name = member.name if member is not None else ""
        self._state.notice(
            "rules.impossible" if isinstance(answer, Refused) else "rules.yes", name=name, seat=rules.seat
        )
        return True
