"""Driver of the lowering: runs its parts in order and assembles the program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, partial

from msgspec.structs import replace

from dsl.ir.builder import any_of
from dsl.ir.instructions import Block, Const, Return, Statement, Store
from dsl.ir.layout import Layout, VariableLayout
from dsl.ir.program import ExplainedProgram, FlowSites, InvariantInfo, Program, TracedProgram
from dsl.lowering import teams
from dsl.lowering.choices.paths import declare_ways
from dsl.lowering.compilation_unit import Unit
from dsl.lowering.environment import Env
from dsl.lowering.flow.control_flow import FlowLowerer, projected_score
from dsl.lowering.flow.repetition import declare_repetition, finish_repetition
from dsl.lowering.flow.scoring import explained_winner, winner
from dsl.lowering.flow.sources import ComparisonLowerer, ending_conditions
from dsl.lowering.flow.statements import StatementLowerer, add_settle_function, first_value
from dsl.lowering.lowerers import LoweringContext
from dsl.lowering.state_layout import check_size, declare, declare_variables, declared_slots, first_values, unset
from dsl.semantics.typed import AlwaysDecl, ExampleDecl, ExpectLine, RunLine, TypedRules

#: Fuel for one step to the next choice; beyond it the step counts as endless. About 100 times the most expensive step
#: of the rulesets, and about 2 seconds of work on the slower runner (see `dsl.runtime.fuel_prices`).
FUEL = 4_000_000


def lower(
    rules: TypedRules,
    players: int,
    options: Mapping[str, int] | None = None,
    windows: Mapping[str, int] | None = None,
    examples: Iterable[int] = (),
) -> Program:
    """Return the program of a ruleset.

    `options` maps names to numbers (yes is 1, a word its place in the list); those left out have the defaults for this
    number of players. `windows` gives the radius of unbounded boards. `examples` are the numbers of the examples in
    `rules.examples` whose lines are to be lowered, too. Raises RulesError for constructs that cannot be lowered yet.
    """
    chosen, examples = (dict(options or {}), dict(windows or {})), tuple(examples)
    program = _lower_program(Unit(rules, players, *chosen), examples)
    return replace(
        program,
        traced=cache(partial(_traced, rules, players, *chosen, examples)),
        explained=cache(partial(_explained, rules, players, *chosen)),
    )


def _traced(
    rules: TypedRules, players: int, options: dict[str, int], windows: dict[str, int], examples: tuple[int, ...]
) -> TracedProgram:
    unit = Unit(rules, players, options, windows, tracing=True)
    program = _lower_program(unit, examples)
    return TracedProgram(program, tuple(unit.places), unit.placed)


def _explained(rules: TypedRules, players: int, options: dict[str, int], windows: dict[str, int]) -> ExplainedProgram:
    unit = Unit(rules, players, options, windows, explaining=True)
    context = LoweringContext(unit)
    program = _lower_program(unit, (), context)
    body = ComparisonLowerer(context, StatementLowerer(context).award).block()
    comparisons = unit.function("comparisons", [], None, body, "awards at any time") if body else None
    ends = [context.exprs.value(condition, Env()) for condition in ending_conditions(rules.play)]
    ending = unit.function("turns_end", [], 0, [Return(any_of(ends))], "whether the turns end") if ends else None
    return ExplainedProgram(program, comparisons, ending, explained_winner(context))


def _lower_program(unit: Unit, examples: tuple[int, ...], context: LoweringContext | None = None) -> Program:
    rules = unit.rules
    context = context or LoweringContext(unit)
    declare(unit)
    declare_ways(unit)
    variables = declare_variables(unit)
    declare_repetition(unit)
    check_size(unit)
    statements = StatementLowerer(context)
    flow = FlowLowerer(context, statements)
    start = flow.start()
    asked_alone = [a for a in rules.actions.values() if not any(p.given for p in a.params)]
    alone = {action.name: flow.alone(action.name) for action in asked_alone}
    lines = _examples(rules, examples, context, flow)
    prologue = _prologue(rules, context, flow)
    ranking = winner(context)
    projection = projected_score(flow)
    if rules.consequences and not statements.analysis.asking:
        add_settle_function(statements)
    actions = {name: context.choices.info(name) for name in rules.actions}
    for option in rules.options.values():
        unit.anchor(f"option.{option.name}", "option", option.span)
    # Last, so that the slots of invariants come after all others.
    always = tuple(_always(decl, context) for decl in rules.always)
    steps = finish_repetition(unit, flow.steps.made())
    return Program(
        players=unit.players,
        colours=rules.colours[: unit.players],
        layout=_layout(unit, variables),
        tables=unit.tables,
        functions=unit.functions,
        steps=steps,
        start=start,
        prologue=(*unset(unit), *prologue),
        alone=alone,
        asks=tuple(flow.asks.made),
        actions=actions,
        anchors=tuple(unit.anchors),
        texts=tuple(unit.texts),
        traps=tuple(unit.traps),
        winner=ranking,
        winner_shared=rules.winner_shared,
        fuel=FUEL,
        always=always,
        examples=lines,
        play=flow.play,
        projected_score=projection,
        team_branches=frozenset(flow.team_branches),
        sites=FlowSites(flow.steps.sites, unit.slot_sites),
    )


def _prologue(rules: TypedRules, context: LoweringContext, flow: FlowLowerer) -> Block:
    """Return the statements that initialize the state of a match, before its first step."""
    made: list[Statement] = first_values(context.unit)
    made += [Store("turn.exit", Const(flow.halt)), Store("phase.exit", Const(flow.halt))]
    for decl in rules.variables.values():
        made += first_value(context, decl)
    return tuple(made)


def _layout(unit: Unit, variables: dict[str, VariableLayout]) -> Layout:
    """Return the layout, once all slots are declared."""
    return Layout(
        unit.slots, unit.length, {name: g.layout for name, g in unit.geometries.items()}, unit.kinds, unit.pieces,
        unit.counters, unit.zones, variables, declared_slots(unit), tuple(unit.ways.values()),
        teams.masks(unit.rules, unit.players),
    )  # fmt: skip


def _examples(
    rules: TypedRules, examples: Iterable[int], context: LoweringContext, flow: FlowLowerer
) -> dict[str, str | int]:
    """Lower the lines of these examples; the key is the number of the example and that of the line, `3.12`. Lessons
    are numbered behind the examples."""
    every = (*rules.examples, *rules.lessons)
    return {
        f"{number}.{line}": made
        for number in examples
        for line, made in _example(every[number], number, context, flow).items()
    }


def _always(decl: AlwaysDecl, context: LoweringContext) -> InvariantInfo:
    body = [Return(context.exprs.value(decl.condition, Env()))]
    name = context.unit.function(f"always_{decl.name}", [], 0, body, f"always {decl.name}")
    return InvariantInfo(decl.name, name, decl.text)


def _example(example: ExampleDecl, number: int, context: LoweringContext, flow: FlowLowerer) -> dict[int, str | int]:
    """Lower the lines of an example that hold statements (to a step) or a condition (to a function)."""
    made: dict[int, str | int] = {}
    for index, line in example.typed.items():
        name = f"example_{number}_{index}"
        match line:
            case ExpectLine(condition=condition):
                body = [Return(context.exprs.value(condition, Env()))]
                made[index] = context.unit.function(name, [], 0, body, example.title)
            case RunLine(block=block):
                made[index] = flow.run(block, name)
    return made
