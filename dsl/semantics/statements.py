"""Statements: typed form of blocks, assignments, control flow and turns."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from msgspec import structs

from dsl.base.problem import Problem
from dsl.base.source import Span
from dsl.semantics import typed as t
from dsl.semantics.analysis.flow import changed_in
from dsl.semantics.error_messages import mismatch, not_yet, opening, unknown
from dsl.semantics.expressions.arithmetic import SIGNS, arithmetic, count
from dsl.semantics.expressions.calls import arguments, check_range, choose, choose_one
from dsl.semantics.expressions.expression import several
from dsl.semantics.expressions.sets import is_counters
from dsl.semantics.piece_statements import create, give, mark, move, reveal, shuffle
from dsl.semantics.scopes import Fact, LocalName, Scope, facts_if, maybe_none
from dsl.semantics.type_compatibility import PLAYER, TEAM, TRUTH, sure
from dsl.syntax.ast import (
    AssignStatement,
    Binary,
    Block,
    BudgetStatement,
    CallStatement,
    ChooseOneStatement,
    ChooseStatement,
    CreateStatement,
    EliminateStatement,
    EndStatement,
    ExchangeStatement,
    Expr,
    FinallyStatement,
    ForEachStatement,
    GiveAwardStatement,
    GiveStatement,
    HideStatement,
    IfStatement,
    LetStatement,
    MarkStatement,
    MoveStatement,
    Name,
    NoteStatement,
    Of,
    OneTurnEachStatement,
    Operator,
    PhaseStatement,
    RepeatStatement,
    RevealStatement,
    ShuffleStatement,
    Statement,
    TogetherStatement,
    TurnOfStatement,
    TurnsStatement,
)
from dsl.syntax.expression_formatter import write
from dsl.syntax.placeholders import strange_placeholders

# ---- values: `let`, `budget`, assignments ----


def let(scope: Scope, node: LetStatement | BudgetStatement) -> t.LetValue:
    """Return a named value; a budget is a number that prices are paid from."""
    if isinstance(node, BudgetStatement):
        value = count(scope, node.value, "a budget")
        return t.LetValue(scope.declare(node.name, t.NumberType(), node.span, assignable=True), value, span=node.span)
    value = scope.typed(node.value)
    type_ = t.NumberType() if isinstance(value.type, t.NumberType) else value.type
    return t.LetValue(scope.declare(node.name, type_, node.span, assignable=True), value, span=node.span)


def assign(scope: Scope, node: AssignStatement) -> tuple[t.Statement, ...]:
    """Return `x = E`, `x += E`, `x -= E`."""
    if isinstance(node.target, Name) and node.target.name in scope.locals:
        return _local(scope, node, scope.locals[node.target.name])
    word = node.target.left.name if isinstance(node.target, Of) and isinstance(node.target.left, Name) else ""
    word = word or (node.target.name if isinstance(node.target, Name) else "")
    variable = scope.world.variables.get(word)
    if variable is None:
        scope.report(_not_variable(scope, word, node))
        return ()
    target = scope.typed(node.target)
    if not isinstance(target, t.VariableValue):
        return ()
    scope.world.assigned.add(word)
    value = _value(scope, node, variable.type)
    check_range(scope, value, variable.type, variable.span, f"`{word}`")
    _remember(scope, ("variable", word, *_owner(target)), value)
    low, high = _limits(value.type, variable.type)
    clamped = word in scope.world.clamped
    return (t.AssignVariable(word, target.of, value, low, high, clamped, span=node.span),)


def _owner(target: t.VariableValue) -> tuple[str, ...]:
    match target.of:
        case t.Me():
            return ("me",)
        case t.LocalValue(name):
            return (name,)
    return ()


def _local(scope: Scope, node: AssignStatement, local: LocalName) -> tuple[t.Statement, ...]:
    if not local.assignable:
        scope.report(
            Problem(
                "type-mismatch",
                "only variables, and what `let` and `budget` name, can be given another value",
                node.target.span,
                "always the same here",
            )
        )
        return ()
    value = _value(scope, node, local.type)
    _remember(scope, ("local", local.unique), value)
    return (t.AssignLocal(local.unique, value, span=node.span),)


def _value(scope: Scope, node: AssignStatement, wanted: t.Type) -> t.Expr:
    if node.operator == "=":
        return scope.need(node.value, wanted, "this")
    sign: Operator = "+" if node.operator == "+=" else "-"
    assert sign in SIGNS
    return arithmetic(scope, Binary(sign, node.target, node.value, span=node.span))


def _remember(scope: Scope, fact: Fact, value: t.Expr) -> None:
    if isinstance(value.type, (t.MaybeType, t.NothingType)):
        scope.facts.discard(fact)
    else:
        scope.facts.add(fact)


def _limits(value: t.Type, declared: t.Type) -> tuple[int | None, int | None]:
    """Return the bounds of the declared range that the value may leave."""
    got, range_ = sure(value), sure(declared)
    if not isinstance(got, t.NumberType) or not isinstance(range_, t.NumberType):
        return None, None
    return (range_.low if got.low < range_.low else None), (range_.high if got.high > range_.high else None)


def _not_variable(scope: Scope, word: str, node: AssignStatement) -> Problem:
    if not word:
        return mismatch(
            "only a variable can be given another value",
            node.target.span,
            "no variable",
            "a variable",
            "something else",
        )
    if word in scope.world.options:
        return Problem(
            "type-mismatch",
            f"`{word}` is an option; it stays the same for a whole match",
            node.target.span,
            "an option",
            help=f"for something that changes declare a variable: `variable {word}_now: ...`",
        )
    names = {*scope.world.variables, *(n for n, local in scope.locals.items() if local.assignable)}
    problem = unknown(word, "variable", node.target.span, names)
    return problem if problem.help else replace(problem, help=_otherwise_changed(word, node))


def _otherwise_changed(word: str, node: AssignStatement) -> str:
    """Return the help line for an assignment whose target is no variable: the statement that makes the change."""
    if not isinstance(node.target, Of):
        return f"to give a value a name here, write `let {word} = {write(node.value)}`"
    thing, value = write(node.target.right), write(node.value)
    changes = {
        "place": f"move {thing} to {value}",
        "owner": f"give {thing} to {value}",
        "kind": f"mark {thing} as {value}",
        "state": f"mark {thing} as {value}",
    }
    return f"write `{changes[word]}`" if word in changes else ""


# ---- pieces: `exchange`, `hide` ----


def exchange(scope: Scope, node: ExchangeStatement) -> tuple[t.Statement, ...]:
    """Return `exchange f and g`: two pieces of one type, both on a board."""
    left, right = (_piece_on_board(scope, side) for side in (node.left, node.right))
    if left is None or right is None:
        return ()
    if left.type != right.type:
        one, other = scope.world.describe(left.type), scope.world.describe(right.type)
        scope.report(mismatch(f"{one} and {other} do not change places", right.span, f"this is {other}", one, other))
        return ()
    return (t.ExchangePieces(left, right, span=node.span),)


def _piece_on_board(scope: Scope, node: Expr) -> t.Expr | None:
    """Return a single piece that may be on a board; report anything else."""
    found = scope.typed(node)
    kind = sure(found.type)
    if isinstance(kind, t.UnknownType):
        return None
    if not isinstance(kind, t.PieceType) or not scope.world.pieces[kind.piece].board:
        scope.report(_no_piece(scope, found, "only pieces on a board change places", found.span))
        return None
    if isinstance(found.type, t.MaybeType):
        scope.report(maybe_none(scope.world, found))
        return None
    return found


def hide(scope: Scope, node: HideStatement) -> tuple[t.Statement, ...]:
    """Return `hide kind of f`, `hide S`: revealed pieces on a board, or a variable, become secret again."""
    thing = scope.typed(node.thing)
    if isinstance(thing, t.PropertyValue) and isinstance(sure(thing.of.type), t.PieceType):
        thing = thing.of
    inner = thing.type.of if isinstance(thing.type, t.SetType) else sure(thing.type)
    if isinstance(thing, t.VariableValue) and not isinstance(inner, t.PieceType):
        return (t.HideThing(thing, span=node.span),)
    if isinstance(inner, t.UnknownType):
        return ()
    on_board = isinstance(inner, t.PieceType) and bool(scope.world.pieces[inner.piece].board)
    if not on_board or isinstance(thing, t.ZoneSet | t.ZoneTop):
        scope.report(_no_piece(scope, thing, "only pieces on a board and variables are covered again", thing.span))
        return ()
    if isinstance(thing.type, t.MaybeType):
        scope.report(maybe_none(scope.world, thing))
        return ()
    return (t.HideThing(thing, span=node.span),)


def _no_piece(scope: Scope, found: t.Expr, summary: str, span: Span) -> Problem:
    said = scope.world.describe(found.type)
    return mismatch(summary, span, f"this is {said}", "a piece on a board", said)


PLAYERS = (t.SetType(PLAYER), t.SetType(TEAM))


def block(scope: Scope, nodes: Block) -> t.Block:
    """Return the typed statements of a block; facts and names of one statement hold for those below it."""
    return tuple(act for node in nodes for act in statement(scope, node))


def closed_block(scope: Scope, nodes: Block) -> t.Block:
    """Return the block of a turn or phase. Its `finally` runs however the rest ends, so it knows only the names
    declared before the block."""
    before = scope.inner()
    acts: list[t.Statement] = []
    for node in nodes:
        if isinstance(node, FinallyStatement):
            own = before.inner()
            own.forget(loops=True)
            acts.append(t.FinallyBlock(block(own, node.block), span=node.span))
        else:
            acts += statement(scope, node)
    if any(isinstance(act, t.FinallyBlock) for act in acts):
        scope.forget(loops=True)
    return tuple(acts)


def inner_block(scope: Scope, nodes: Block, loops: bool = False) -> t.Block:
    """Return the block of a turn, with a scope of its own."""
    inner = scope.inner()
    if loops:
        inner.forget(loops=True)
    return closed_block(inner, nodes)


def statement(scope: Scope, node: Statement) -> tuple[t.Statement, ...]:
    """Return the typed form of a statement; nothing if it is wrong."""
    match node:
        case ChooseStatement():
            return _after_others(scope, choose(scope, node))
        case ChooseOneStatement():
            return _after_others(scope, choose_one(scope, node, block))
        case MoveStatement():
            return move(scope, node)
        case CreateStatement():
            return create(scope, node)
        case MarkStatement():
            return mark(scope, node)
        case GiveStatement():
            return give(scope, node)
        case ShuffleStatement():
            return shuffle(scope, node)
        case RevealStatement():
            return reveal(scope, node)
        case HideStatement():
            return hide(scope, node)
        case ExchangeStatement():
            return exchange(scope, node)
        case LetStatement() | BudgetStatement():
            return (let(scope, node),)
        case AssignStatement():
            return assign(scope, node)
        case CallStatement():
            return _call(scope, node)
        case EliminateStatement():
            return (t.EliminatePlayer(scope.need(node.player, PLAYER, "`eliminate`"), span=node.span),)
        case EndStatement():
            return _end(scope, node)
        case NoteStatement():
            for problem in strange_placeholders(node.text, node.span, (), "a `note`") if scope.world.strict else ():
                scope.report(problem)
            return (t.NoteText(node.text, span=node.span),)
        case GiveAwardStatement():
            return _award(scope, node)
        case IfStatement():
            return _if(scope, node)
        case ForEachStatement() | RepeatStatement():
            return (_loop(scope, node),)
        case TurnsStatement() | OneTurnEachStatement() | TurnOfStatement():
            return (_turns(scope, node),)
        case PhaseStatement() | TogetherStatement():
            return (_part(scope, node),)
        case FinallyStatement():
            block(scope.inner(), node.block)
            scope.report(_nothing_ends(node))
            return ()
    assert_never(node)


def _nothing_ends(node: FinallyStatement) -> Problem:
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


def _call(scope: Scope, node: CallStatement) -> tuple[t.Statement, ...]:
    routine = scope.world.routines.get(node.name)
    if routine is None:
        for arg in node.args:
            scope.typed(arg)
        scope.report(unknown(node.name, "routine", opening(node.span, node.name), scope.world.routines))
        return ()
    args = arguments(scope, node.name, routine.params, node.args, node.span)
    scope.world.uses.append((scope.part.who, f"to {node.name}", node.span))
    return _after_others(scope, t.CallRoutine(node.name, args, span=node.span))


def _award(scope: Scope, node: GiveAwardStatement) -> tuple[t.Statement, ...]:
    award = scope.world.awards.get(node.name)
    if award is None:
        for arg in node.args:
            scope.typed(arg)
        scope.report(unknown(node.name, "award", opening(node.span, f"award {node.name}"), scope.world.awards))
        return ()
    args = arguments(scope, node.name, award.params, node.args, node.span)
    return (t.GiveAward(node.name, args, span=node.span),)


def _end(scope: Scope, node: EndStatement) -> tuple[t.Statement, ...]:
    ends: dict[str, Literal["turn", "phase", "game"]] = {"turn": "turn", "phase": "phase", "game": "game"}
    if node.what not in ends:
        scope.report(unknown(node.what, "thing that ends", node.span, ends))
        return ()
    return (t.EndOf(ends[node.what], span=node.span),)


def _if(scope: Scope, node: IfStatement) -> tuple[t.Statement, ...]:
    """Return the typed form of an `if`: `otherwise if` becomes an `if` in its otherwise, and each case knows that those
    above failed."""
    (condition_node, then_nodes), *further = node.cases
    condition = scope.need(condition_node, TRUTH, "`if`")
    yes, no = scope.inner(), scope.inner()
    yes.facts.update(facts_if(condition, True))
    no.facts.update(facts_if(condition, False))
    then = block(yes, then_nodes)
    otherwise = _if(no, structs.replace(node, cases=tuple(further))) if further else block(no, node.otherwise)
    scope.facts = _facts_after(then, yes, otherwise, no)
    return (t.IfElse(condition, then, otherwise, span=node.span),)


def _facts_after(then: t.Block, yes: Scope, otherwise: t.Block, no: Scope) -> set[tuple[str, ...]]:
    """Return the facts after an `if`: a branch that ends the turn, phase or game is left out."""
    if then and isinstance(then[-1], t.EndOf):
        return no.facts
    if otherwise and isinstance(otherwise[-1], t.EndOf):
        return yes.facts
    return yes.facts & no.facts


def _loop(scope: Scope, node: ForEachStatement | RepeatStatement) -> t.Statement:
    if isinstance(node, ForEachStatement):
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


def _for_each(scope: Scope, node: ForEachStatement) -> t.Statement:
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
        f"this is {scope.world.describe(things.type)}",
        "a set of players",
        scope.world.describe(things.type),
        "write `secretly for each p in players`",
    )


def _turns(scope: Scope, node: TurnsStatement | OneTurnEachStatement | TurnOfStatement) -> t.Statement:
    if isinstance(node, TurnOfStatement):
        player = scope.need(node.player, PLAYER, "`turn of`")
        return t.TurnOf(player, inner_block(scope, node.block), span=node.span)
    if isinstance(node, OneTurnEachStatement):
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


def _part(scope: Scope, node: PhaseStatement | TogetherStatement) -> t.Statement:
    inner = scope.inner()
    inner.facts = scope.facts
    acts = closed_block(inner, node.block) if isinstance(node, PhaseStatement) else block(inner, node.block)
    scope.facts = inner.facts
    match node:
        case PhaseStatement():
            return t.PhaseBlock(node.name, acts, span=node.span)
        case TogetherStatement():
            return t.Batch(acts, span=node.span)
    assert_never(node)
