"""Statements: what happens, in which order, and how often."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from dsl.check import typed as t
from dsl.check.assigning import assign, let
from dsl.check.calls import arguments
from dsl.check.choices import choose, choose_one
from dsl.check.explain import mismatch, not_yet, opening, unknown
from dsl.check.forgetting import changed_in
from dsl.check.moves import create, give, mark, move, reveal, shuffle
from dsl.check.numbers import count
from dsl.check.places import exchange, hide
from dsl.check.scope import Scope, facts_if
from dsl.check.selections import several
from dsl.check.sets import is_counters
from dsl.check.types import PLAYER, TEAM, TRUTH
from dsl.text import tree
from dsl.text.placeholders import strange_placeholders
from dsl.text.problem import Problem

PLAYERS = (t.SetType(PLAYER), t.SetType(TEAM))


def block(scope: Scope, nodes: tree.Block) -> t.Block:
    """Return the typed statements of a block; what one shows or names holds for those below it."""
    return tuple(act for node in nodes for act in statement(scope, node))


def closed_block(scope: Scope, nodes: tree.Block) -> t.Block:
    """Return the block of a turn or phase. What stands in its `finally` is done when the rest is over, however it came
    to its end: so it knows only the names that were known before."""
    before = scope.inner()
    acts: list[t.Statement] = []
    for node in nodes:
        if isinstance(node, tree.Finally):
            own = before.inner()
            own.forget(loops=True)
            acts.append(t.FinallyBlock(block(own, node.block), span=node.span))
        else:
            acts += statement(scope, node)
    if any(isinstance(act, t.FinallyBlock) for act in acts):
        scope.forget(loops=True)
    return tuple(acts)


def inner_block(scope: Scope, nodes: tree.Block, loops: bool = False) -> t.Block:
    """Return the block of a turn, with names of its own."""
    inner = scope.inner()
    if loops:
        inner.forget(loops=True)
    return closed_block(inner, nodes)


def statement(scope: Scope, node: tree.Statement) -> tuple[t.Statement, ...]:
    """Return what a statement stands for; nothing if it is wrong."""
    match node:
        case tree.Choose():
            return _after_others(scope, choose(scope, node))
        case tree.ChooseOne():
            return _after_others(scope, choose_one(scope, node, block))
        case tree.Move():
            return move(scope, node)
        case tree.Create():
            return create(scope, node)
        case tree.Mark():
            return mark(scope, node)
        case tree.Give():
            return give(scope, node)
        case tree.Shuffle():
            return shuffle(scope, node)
        case tree.Reveal():
            return reveal(scope, node)
        case tree.Hide():
            return hide(scope, node)
        case tree.Exchange():
            return exchange(scope, node)
        case tree.Let() | tree.Budget():
            return (let(scope, node),)
        case tree.Assign():
            return assign(scope, node)
        case tree.Call():
            return _call(scope, node)
        case tree.Eliminate():
            return (t.EliminatePlayer(scope.need(node.player, PLAYER, "`eliminate`"), span=node.span),)
        case tree.End():
            return _end(scope, node)
        case tree.Note():
            for problem in strange_placeholders(node.text, node.span, (), "a `note`") if scope.world.strict else ():
                scope.report(problem)
            return (t.NoteText(node.text, span=node.span),)
        case tree.GiveAward():
            return _award(scope, node)
        case tree.If():
            return _if(scope, node)
        case tree.ForEach() | tree.Repeat():
            return (_loop(scope, node),)
        case tree.Turns() | tree.OneTurnEach() | tree.TurnOf():
            return (_turns(scope, node),)
        case tree.Phase() | tree.Together():
            return (_part(scope, node),)
        case tree.Finally():
            block(scope.inner(), node.block)
            scope.report(_nothing_ends(node))
            return ()
    assert_never(node)


def _nothing_ends(node: tree.Finally) -> Problem:
    return Problem(
        "wrong-place",
        "`finally` belongs to a turn or a phase",
        opening(node.span, "finally"),
        "when what is over?",
        "It says what is done when the turn or phase ends in whose block it stands.",
        "put it directly below the line of the turn or phase",
    )


def _after_others(scope: Scope, act: t.Statement) -> tuple[t.Statement, ...]:
    scope.forget()
    return (act,)


def _call(scope: Scope, node: tree.Call) -> tuple[t.Statement, ...]:
    routine = scope.world.routines.get(node.name)
    if routine is None:
        for arg in node.args:
            scope.typed(arg)
        scope.report(unknown(node.name, "routine", opening(node.span, node.name), scope.world.routines))
        return ()
    args = arguments(scope, node.name, routine.params, node.args, node.span)
    scope.world.uses.append((scope.part.who, f"to {node.name}", node.span))
    return _after_others(scope, t.CallRoutine(node.name, args, span=node.span))


def _award(scope: Scope, node: tree.GiveAward) -> tuple[t.Statement, ...]:
    award = scope.world.awards.get(node.name)
    if award is None:
        for arg in node.args:
            scope.typed(arg)
        scope.report(unknown(node.name, "award", opening(node.span, f"award {node.name}"), scope.world.awards))
        return ()
    args = arguments(scope, node.name, award.params, node.args, node.span)
    return (t.GiveAward(node.name, args, span=node.span),)


def _end(scope: Scope, node: tree.End) -> tuple[t.Statement, ...]:
    ends: dict[str, Literal["turn", "phase", "game"]] = {"turn": "turn", "phase": "phase", "game": "game"}
    if node.what not in ends:
        scope.report(unknown(node.what, "thing that ends", node.span, ends))
        return ()
    return (t.EndOf(ends[node.what], span=node.span),)


def _if(scope: Scope, node: tree.If) -> tuple[t.Statement, ...]:
    """`otherwise if` becomes an if within the otherwise; each case knows that those above did not hold."""
    (condition_node, then_nodes), *further = node.cases
    condition = scope.need(condition_node, TRUTH, "`if`")
    yes, no = scope.inner(), scope.inner()
    yes.facts.update(facts_if(condition, True))
    no.facts.update(facts_if(condition, False))
    then = block(yes, then_nodes)
    otherwise = _if(no, replace(node, cases=tuple(further))) if further else block(no, node.otherwise)
    scope.facts = _facts_after(then, yes, otherwise, no)
    return (t.IfElse(condition, then, otherwise, span=node.span),)


def _facts_after(then: t.Block, yes: Scope, otherwise: t.Block, no: Scope) -> set[tuple[str, ...]]:
    """A branch that ends the turn, phase or game goes no further: then only the other one counts."""
    if then and isinstance(then[-1], t.EndOf):
        return no.facts
    if otherwise and isinstance(otherwise[-1], t.EndOf):
        return yes.facts
    return yes.facts & no.facts


def _loop(scope: Scope, node: tree.ForEach | tree.Repeat) -> t.Statement:
    if isinstance(node, tree.ForEach):
        return _for_each(scope, node)
    body, changed = replace(scope.inner(), repeats=True), changed_in(node.block)
    body.forget(loops=True, only=changed)
    match node.bound, node.value:
        case ("while" | "until" as bound, tree_value) if tree_value is not None:
            value = body.need(tree_value, TRUTH, f"`{bound}`")
            body.facts.update(facts_if(value, bound == "while"))
            acts = block(body, node.block)
            scope.forget(loops=True, only=changed)
            scope.facts.update(facts_if(value, bound == "until"))
            return t.RepeatBlock(bound, value, acts, span=node.span)
        case "up to", tree_value if tree_value is not None:
            value = count(scope, tree_value, "`up to`")
            acts = block(body, node.block)
            scope.forget(loops=True, only=changed)
            return t.RepeatBlock("up to", value, acts, span=node.span)
    acts = block(body, node.block)
    scope.forget(loops=True, only=changed)
    return t.RepeatBlock("", None, acts, span=node.span)


def _for_each(scope: Scope, node: tree.ForEach) -> t.Statement:
    things, inner = several(scope, node.things, "`for each`")
    if is_counters(things.type):
        scope.report(not_yet("counters one by one", things.span))
    if node.secretly and not isinstance(things.type, t.UnknownType) and things.type not in PLAYERS:
        scope.report(_not_players(scope, things))
    body, changed = scope.inner(), None if node.secretly else changed_in(node.block)
    body.forget(loops=True, only=changed)
    name = body.declare(node.name, inner, node.span)
    acts = block(body, node.block)
    scope.forget(loops=True, only=changed)
    return t.Loop(name, things, acts, node.secretly, span=node.span)


def _not_players(scope: Scope, things: t.Expr) -> Problem:
    return mismatch(
        "`secretly` goes through players or teams",
        things.span,
        f"this is {scope.world.said(things.type)}",
        "a set of players",
        scope.world.said(things.type),
        "write `secretly for each p in players`",
    )


def _turns(scope: Scope, node: tree.Turns | tree.OneTurnEach | tree.TurnOf) -> t.Statement:
    if isinstance(node, tree.TurnOf):
        player = scope.need(node.player, PLAYER, "`turn of`")
        return t.TurnOf(player, inner_block(scope, node.block), span=node.span)
    if isinstance(node, tree.OneTurnEach):
        start = scope.need(node.start, PLAYER, "`from`")
        return t.TurnEach(start, node.clockwise, inner_block(scope, node.block, loops=True), span=node.span)
    start = scope.need(node.start, PLAYER, "`from`")
    acts = inner_block(scope, node.block, loops=True)
    scope.forget(loops=True)
    until = None
    if node.until is not None:
        until = scope.need(node.until, TRUTH, "`until`")
        scope.facts.update(facts_if(until, True))
    return t.TurnsFrom(start, node.clockwise, until, acts, span=node.span)


def _part(scope: Scope, node: tree.Phase | tree.Together) -> t.Statement:
    inner = scope.inner()
    inner.facts = scope.facts
    acts = closed_block(inner, node.block) if isinstance(node, tree.Phase) else block(inner, node.block)
    scope.facts = inner.facts
    match node:
        case tree.Phase():
            return t.PhaseBlock(node.name, acts, span=node.span)
        case tree.Together():
            return t.Batch(acts, span=node.span)
    assert_never(node)
