"""From typed rules to a program: options and the number of players are put in, everything is made flat.

* What there is: `unit` collects the program, `measures` tells how wide a value is, `ir` builds instructions, `walking`
  looks through what is typed, `constants` works out what is known before a match. `things` (with `pieceslots`,
  `numbered`, `zoneslots`, `counterslots`, `secrets`) lays out what the rules declare, `geometry` (with `places`,
  `spaces`, `walls`, `directions`) the boards.
* What never waits: `expressions` (with `meanings`, `builtin`, `defined`, `tables`, `sets`, `lists`, `loops`, `pieces`,
  `counting`, `quantities`, `existence`, `board`, `lines`) lowers values, `statements` (with `moving`, `sending`,
  `creating`, `giving`, `covering`, `revealing`, `assigning`) changes.
* What may be chosen: `choices` (with `plans`, `conditions`, `narrowing`, `lift`, `counterchoices`, `choicepart`); why
  something may not: `reasons`. Of ways: `ways`, `waychoices`, `waysearch`, `waysteps`; place by place: `links`.
* What waits: `flow` (with `steps`, `asking`, `askplaces`, `turning`, `closing`, `goinground`, `following`); `waiting`
  knows which statements may.
* What stands beside: `consequences`, `awards`, `reckoning`, `history`, `teams`, `making`, `volume`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache, partial

from dsl.program.code import Block, Const, Return, Statement, Store
from dsl.program.layout import Layout, VariableLayout
from dsl.program.lower import history, teams, things, volume, ways
from dsl.program.lower.assigning import first_value
from dsl.program.lower.awards import winner
from dsl.program.lower.choices import Choices
from dsl.program.lower.consequences import settle
from dsl.program.lower.expressions import Expressions
from dsl.program.lower.flow import Flow
from dsl.program.lower.reckoning import reckoning
from dsl.program.lower.statements import Statements
from dsl.program.lower.unit import Env, Unit
from dsl.program.program import Always, Program, Traced
from dsl.semantics.typed import AlwaysDecl, ExampleDecl, ExpectLine, Rules, RunLine

#: What one step to the next choice may spend before it counts as endless: some 100 times what the dearest step of the
#: rulesets spends, and about 2 seconds of work on the slower runner (see `dsl.runtime.codegen_analysis`).
FUEL = 4_000_000


def lower(
    rules: Rules,
    players: int,
    options: Mapping[str, int] | None = None,
    windows: Mapping[str, int] | None = None,
    examples: Iterable[int] = (),
) -> Program:
    """Return the program of a ruleset.

    `options` maps names to numbers (yes is 1, a word its place in the list); those left out have the defaults for this
    number of players. `windows` gives the radius of unbounded boards. `examples` are the numbers of the examples in
    `rules.examples` whose lines are to be lowered, too. Raises RulesError for what cannot be played yet.
    """
    chosen, examples = (dict(options or {}), dict(windows or {})), tuple(examples)
    program = _lowered(Unit(rules, players, *chosen), examples)
    return replace(program, traced=cache(partial(_traced, rules, players, *chosen, examples)))


def _traced(
    rules: Rules, players: int, options: dict[str, int], windows: dict[str, int], examples: tuple[int, ...]
) -> Traced:
    unit = Unit(rules, players, options, windows, tracing=True)
    program = _lowered(unit, examples)
    return Traced(program, tuple(unit.places), unit.placed)


def _lowered(unit: Unit, examples: tuple[int, ...]) -> Program:
    rules = unit.rules
    expressions = Expressions(unit)
    things.declare(unit)
    ways.declare(unit)
    variables = things.variables(unit)
    history.declare(unit)
    volume.refuse(unit)
    choices = Choices(unit, expressions)
    statements = Statements(unit, expressions)
    flow = Flow(unit, expressions, choices, statements)
    start = flow.start()
    asked_alone = [a for a in rules.actions.values() if not any(p.given for p in a.params)]
    alone = {action.name: flow.alone(action.name) for action in asked_alone}
    lines = _examples(rules, examples, unit, expressions, flow)
    prologue = _prologue(rules, unit, expressions, flow)
    ranking = winner(statements)
    reckoned = reckoning(flow)
    if rules.consequences and not statements.waiting.asking:
        settle(statements)
    actions = {name: choices.info(name) for name in rules.actions}
    for option in rules.options.values():
        unit.anchor(f"option.{option.name}", "option", option.span)
    # At the very end: without what is always to hold, the same state is just so much shorter.
    always = tuple(_always(decl, unit, expressions) for decl in rules.always)
    steps = history.settle(unit, flow.steps.made())
    return Program(
        players=unit.players,
        colours=rules.colours[: unit.players],
        layout=_layout(unit, variables),
        tables=unit.tables,
        functions=unit.functions,
        steps=steps,
        start=start,
        prologue=(*things.unset(unit), *prologue),
        alone=alone,
        asks=tuple(flow.asking.asks),
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
        reckoning=reckoned,
        team_branches=frozenset(flow.team_branches),
    )


def _prologue(rules: Rules, unit: Unit, expressions: Expressions, flow: Flow) -> Block:
    """Return what a match begins with, before its first step."""
    made: list[Statement] = things.prologue(unit)
    made += [Store("turn.exit", Const(flow.halt)), Store("phase.exit", Const(flow.halt))]
    for decl in rules.variables.values():
        made += first_value(expressions, decl)
    return tuple(made)


def _layout(unit: Unit, variables: dict[str, VariableLayout]) -> Layout:
    """Return what the slots mean, now that all of them are there."""
    return Layout(
        unit.slots, unit.length, {name: g.layout for name, g in unit.geometries.items()}, unit.kinds, unit.pieces,
        unit.counters, unit.zones, variables, things.slots(unit), tuple(unit.ways.values()),
        teams.masks(unit.rules, unit.players),
    )  # fmt: skip


def _examples(
    rules: Rules, examples: Iterable[int], unit: Unit, expressions: Expressions, flow: Flow
) -> dict[str, str | int]:
    """Lower the lines of these examples; the key is the number of the example and that of the line, `3.12`."""
    return {
        f"{number}.{line}": made
        for number in examples
        for line, made in _example(rules.examples[number], number, unit, expressions, flow).items()
    }


def _always(decl: AlwaysDecl, unit: Unit, expressions: Expressions) -> Always:
    body = [Return(expressions.value(decl.condition, Env()))]
    name = unit.function(f"always_{decl.name}", [], 0, body, f"always {decl.name}")
    return Always(decl.name, name, decl.text)


def _example(
    example: ExampleDecl, number: int, unit: Unit, expressions: Expressions, flow: Flow
) -> dict[int, str | int]:
    """Lower the lines of an example that hold statements (to a step) or a condition (to a function)."""
    made: dict[int, str | int] = {}
    for index, line in example.typed.items():
        name = f"example_{number}_{index}"
        match line:
            case ExpectLine(condition=condition):
                body = [Return(expressions.value(condition, Env()))]
                made[index] = unit.function(name, [], 0, body, example.title)
            case RunLine(block=block):
                made[index] = flow.run(block, name)
    return made
