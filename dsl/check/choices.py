"""Choices: an action with what the caller supplies and a further condition, or the word `stop`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from dsl.check import typed as t
from dsl.check.calls import arguments
from dsl.check.explain import mismatch, unknown
from dsl.check.numbers import count
from dsl.check.scope import Local, Scope
from dsl.check.types import TRUTH
from dsl.text import tree
from dsl.text.placeholders import strange_placeholders
from dsl.text.problem import Problem

Block = Callable[[Scope, tree.Block], t.Block]  #: how a block of statements is checked


def choice_ref(scope: Scope, node: tree.Choice, can: bool = False) -> t.ChoiceRef:
    """Return a choice; `can` if it is only asked whether it has an option."""
    action = scope.world.actions.get(node.name)
    if action is None:
        return _word(scope, node, can)
    given = tuple(p for p in action.params if p.given)
    args = arguments(scope, node.name, given, node.args, node.span)
    where = None
    if node.where is not None:
        inner = scope.inner()
        inner.effects = False
        inner.locals.update({p.name: Local(p.name, p.type, p.span) for p in action.params})
        where = inner.need(node.where, TRUTH, "`where`")
    for problem in strange_placeholders(node.text, node.span, [p.name for p in action.params], f"`{node.name}`"):
        scope.report(problem)
    scope.world.uses.append((scope.part.who, f"{'can' if can else 'do'} {node.name}", node.span))
    return t.ChoiceRef(node.name, "", args, where, node.text, node.span)


def _word(scope: Scope, node: tree.Choice, can: bool) -> t.ChoiceRef:
    if node.name == "stop" and not can and not node.args and node.where is None:
        if not scope.repeats:
            scope.report(
                Problem(
                    "wrong-place",
                    "there is no `repeat` here that `stop` could leave",
                    node.span,
                    "nothing to stop",
                    help="put the choice into a `repeat`, or leave `stop` out",
                )
            )
        return t.ChoiceRef("", "stop", (), None, node.text, node.span)
    names = set(scope.world.actions) if can else {*scope.world.actions, "stop"}
    scope.report(unknown(node.name, "action", node.span, names, "no-such-action"))
    return t.ChoiceRef("", node.name, (), None, node.text, node.span)


def choose(scope: Scope, node: tree.Choose) -> t.ChooseOf:
    """Return `choose x`, perhaps several times, perhaps by somebody else."""
    low = high = None
    if node.times is not None:
        zero = tree.Number(0, span=node.times.span)
        low = count(scope, node.times.low if node.times.low is not None else zero, "`times`")
        high = count(scope, node.times.high, "`times`")
    inner = replace(scope.inner(), repeats=scope.repeats or node.times is not None)
    entry = t.ChoiceEntry(choice_ref(inner, node.choice), None, "", ())
    optional = _optional(scope, node)
    return t.ChooseOf((entry,), False, _chooser(scope, node.by), low, high, (), optional, span=node.span)


def choose_one(scope: Scope, node: tree.ChooseOne, block: Block) -> t.ChooseOf:
    """Return `choose one of` or `choose first possible of`."""
    by = _chooser(scope, node.by)
    entries = tuple(_entry(scope, entry, block) for entry in node.entries)
    between = _between(scope, node, block)
    return t.ChooseOf(entries, node.first_possible, by, None, None, between, _optional(scope, node), span=node.span)


def _optional(scope: Scope, node: tree.Choose | tree.ChooseOne) -> bool:
    return node.if_possible or scope.world.skips_choices


def _between(scope: Scope, node: tree.ChooseOne, block: Block) -> tuple[t.ChoiceEntry, ...]:
    """Return the choices that may be made any number of times before the one that is asked for."""
    if not node.interrupted_by:
        return ()
    listed = scope.world.lists.get(node.interrupted_by)
    if listed is None:
        place = node.place_of(node.interrupted_by)
        scope.report(unknown(node.interrupted_by, "list of choices", place, scope.world.lists))
        return ()
    return tuple(_entry(scope, entry, block) for entry in listed.entries)


def _chooser(scope: Scope, node: tree.Expr | None) -> t.Expr | None:
    return None if node is None else scope.need(node, t.PlayerType(), "`by`")


def _entry(scope: Scope, node: tree.ChoiceLine, block: Block) -> t.ChoiceEntry:
    price = None
    budget = ""
    if node.price is not None:
        price = count(scope, node.price, "a price")
        budget = _budget(scope, node)
    choice = choice_ref(scope, node.choice)
    return t.ChoiceEntry(choice, price, budget, block(scope.inner(), node.block))


def _budget(scope: Scope, node: tree.ChoiceLine) -> str:
    local = scope.locals.get(node.budget)
    if local is None:
        numbers = [n for n, found in scope.locals.items() if found.assignable]
        scope.report(
            replace(unknown(node.budget, "budget", node.span, numbers), explanation="A price is paid from a budget.")
        )
        return ""
    if not local.assignable or not isinstance(local.type, t.NumberType):
        said = scope.world.said(local.type)
        scope.report(mismatch(f"`{node.budget}` is no budget", node.span, "paid from this", "a budget", said))
    return local.unique
