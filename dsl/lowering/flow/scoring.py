"""Awards (points by rank) and the ranking of the winners."""

from __future__ import annotations

from dsl.ir.builder import all_of, any_of, arith, compare, select
from dsl.ir.instructions import Const, Emit, Expr, ForBits, If, Load, Local, Return, Set, Statement, Store
from dsl.ir.program import WinnerInfo
from dsl.lowering.environment import Env, local_name
from dsl.lowering.flow.sources import SourceLowerer
from dsl.lowering.lowerers import LoweringContext
from dsl.semantics import typed as t


def award_function(context: LoweringContext, award: t.AwardDecl) -> str:
    """Return the function that gives an award: ranks the players, evaluates the points, raises the score.

    A player's rank is one more than the number of better ones (`all`: of better values). Tied players share the ranks
    they occupy: their points are added up and divided.
    """
    name = f"award_{award.name}"
    unit = context.unit
    if name in unit.functions:
        return name
    params, env = context.unit.parameters(award.params)
    member = local_name(award.member)
    inner = env.local(award.member, 0)
    keys = [unit.slot(f"{name}.key{i}", unit.players, passing=True) for i in range(len(award.keys))]
    among = context.sets.bits(award.among, env)
    values = [
        Store(slot, context.exprs.value(key, inner), Local(member)) for slot, key in zip(keys, award.keys, strict=True)
    ]
    body: list[Statement] = [
        *_subject(context, award, env),
        Set("among", among),
        ForBits(member, Local("among"), tuple(values)),
        ForBits(member, Local("among"), (
            *_rank(keys, Local(member), award.ties),
            *_points(context, award, inner),
            *_comparison(context, award, keys, Local(member), inner),
            If(compare(">", Local("points"), Const(0)), tuple(_give(context, award, Local(member)))),
        )),
    ]  # fmt: skip
    return unit.function(name, params, None, body, f"award {award.name}")


def _rank(keys: list[str], member: Local, ties: str) -> list[Statement]:
    """Set `rank` (from 0) and `tied` (with oneself) of a member."""
    other = Local("other")
    better, equal = _better(keys, other, member), _equal(keys, other, member)
    if ties == "all":  # only distinct values count: an equal value before `other` has already counted it
        earlier = Local("earlier")
        first_of_its_value: list[Statement] = [
            Set("fresh", Const(1)),
            ForBits("earlier", Local("among"), (
                If(all_of([compare("<", earlier, other), _equal(keys, earlier, other)]), (Set("fresh", Const(0)),)),
            )),
            Set("rank", arith("+", Local("rank"), Local("fresh"))),
        ]  # fmt: skip
        counted = tuple(first_of_its_value)
    else:
        counted = (Set("rank", arith("+", Local("rank"), Const(1))),)
    return [
        Set("rank", Const(0)),
        Set("tied", Const(0)),
        ForBits("other", Local("among"), (
            If(better, counted),
            If(equal, (Set("tied", arith("+", Local("tied"), Const(1))),)),
        )),
    ]  # fmt: skip


def _better(keys: list[str], a: Local, b: Local) -> Expr:
    cases: list[Expr] = []
    for i, key in enumerate(keys):
        same = [compare("==", Load(k, a), Load(k, b)) for k in keys[:i]]
        cases.append(all_of([*same, compare(">", Load(key, a), Load(key, b))]))
    return any_of(cases)


def _equal(keys: list[str], a: Local, b: Local) -> Expr:
    return all_of(compare("==", Load(key, a), Load(key, b)) for key in keys)


def _points(context: LoweringContext, award: t.AwardDecl, env: Env) -> list[Statement]:
    """Set `points` from `rank` and `tied`."""
    rank, tied = Local("rank"), Local("tied")
    places = [context.exprs.value(value, env) for value in award.points]

    def at(place: Expr) -> Expr:
        value: Expr = Const(0)
        for i in reversed(range(len(places))):
            value = select(compare("==", place, Const(i)), places[i], value)
        return value

    match award.ties:
        case "all" | "all, places used up":
            return [Set("points", at(rank))]
        case "nothing":
            return [Set("points", select(compare("==", tied, Const(1)), at(rank), Const(0)))]
        case "lower":
            return [Set("points", at(arith("-", arith("+", rank, tied), Const(1))))]
        case "share up" | "share down":
            total: Expr = Const(0)
            for i, value in enumerate(places):
                taken = all_of([compare("<=", rank, Const(i)), compare("<", Const(i), arith("+", rank, tied))])
                total = arith("+", total, select(taken, value, Const(0)))
            return [Set("points", arith("/up" if award.ties == "share up" else "/down", total, tied))]


def _subject(context: LoweringContext, award: t.AwardDecl, env: Env) -> list[Statement]:
    """Return the statements that report what an award is about; none unless this is an explained program."""
    if not context.unit.explaining:
        return []
    anchor, sources = Const(context.unit.anchor(award.name, "award", award.span)), SourceLowerer(context)
    params = (t.LocalValue(param.name, type=param.type, span=param.span) for param in award.params)
    return [Emit("compare", (anchor,)), *(each for param in params for each in sources.of(param, env))]


def _comparison(
    context: LoweringContext, award: t.AwardDecl, keys: list[str], member: Local, env: Env
) -> list[Statement]:
    """Return the statements that report a player's rank and its sources; none unless this is an explained program."""
    if not context.unit.explaining:
        return []
    anchor = Const(context.unit.anchor(award.name, "award", award.span))
    return [
        Emit("rank", (anchor, member, arith("+", Local("rank"), Const(1)), Local("tied"), Local("points"))),
        *(Emit("key", (Load(key, member),)) for key in keys),
        *SourceLowerer(context).of(award.keys[0], env),
    ]


def _give(context: LoweringContext, award: t.AwardDecl, member: Local) -> list[Statement]:
    unit = context.unit
    number = Const(list(unit.rules.variables).index(award.variable))
    anchor = Const(unit.anchor(award.name, "award", award.span))
    before = Load(award.variable, member)
    return [
        Emit("award", (anchor, member, arith("+", Local("rank"), Const(1)), Local("points"))),
        Emit("set", (number, member, before, arith("+", before, Local("points")))),
        Store(award.variable, arith("+", before, Local("points")), member),
        *unit.mark_due("variable", award.variable, None),
    ]


def explained_winner(context: LoweringContext) -> tuple[str, ...]:
    """Return by line of the ranking a function that reports the sources of a player's value."""
    names: list[str] = []
    for line in context.unit.rules.winner:
        env = Env().local(line.member, 0)
        body = SourceLowerer(context).of(line.value, env)
        name = f"sources_{line.name}"
        names.append(context.unit.function(name, [(local_name(line.member), 0)], None, body, f"sources: {line.name}"))
    return tuple(names)


def winner(context: LoweringContext) -> tuple[WinnerInfo, ...]:
    """Return the lines of the ranking, each with a function from a player to a number."""
    lines: list[WinnerInfo] = []
    for line in context.unit.rules.winner:
        env = Env().local(line.member, 0)
        value = context.exprs.value(line.value, env)
        function = f"winner_{line.name}"
        context.unit.function(function, [(local_name(line.member), 0)], 0, [Return(value)], f"winner: {line.name}")
        context.unit.anchor(f"winner.{line.name}", "winner", line.span)
        lines.append(WinnerInfo(line.name, line.most, function))
    return tuple(lines)
