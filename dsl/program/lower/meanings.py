"""What the names in an expression stand for, followed through `let`s, given values and definitions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator

from dsl.program.code import Const, Expr
from dsl.program.lower.unit import Alias, Env, Unit
from dsl.program.lower.walking import inside
from dsl.semantics import typed as t


class Meanings(ABC):
    """Follows names; what lowers expressions is one of these."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        #: by the identity of an expression: it (which keeps the identity its own) and the names in it
        self._locals: dict[int, tuple[t.Expr, frozenset[str]]] = {}

    @abstractmethod
    def value(self, expr: t.Expr, env: Env) -> Expr:
        """Return a number: a number, truth, player, kind, cell, piece, counter, or a list of players."""

    def resolve(self, expr: t.Expr, env: Env) -> tuple[t.Expr, Env]:
        """Follow names that stand for expressions, and definitions that cannot be functions, to what they mean."""
        while True:
            if isinstance(expr, t.LocalValue):
                bound = env.names.get(expr.name)
                if not isinstance(bound, Alias):
                    return expr, env
                expr, env = bound.expr, bound.env
            elif isinstance(expr, t.DefineValue) and not self._has_function(expr):
                expr, env = self.unfold(expr, env)
            elif isinstance(expr, t.Conditional):
                condition = self.constant_truth(expr.condition, env)
                if condition is None:
                    return expr, env
                expr = expr.then if condition else expr.otherwise
            else:
                return expr, env

    def _has_function(self, expr: t.DefineValue) -> bool:
        define = self.unit.rules.defines[expr.define]
        kinds = (define.result, *(p.type for p in define.params))
        return all(self._fits_function(kind) for kind in kinds) and not isinstance(expr.type, t.ListType)

    @staticmethod
    def _fits_function(kind: t.Type) -> bool:
        if isinstance(kind, t.SetType):
            return isinstance(kind.of, (t.PlaceType, t.PlayerType, t.KindType, t.PieceType))
        return not isinstance(kind, t.ListType)

    def unfold(self, expr: t.DefineValue, env: Env) -> tuple[t.Expr, Env]:
        """Return what a definition means here: the case that options choose, or a choice between those left."""
        define = self.unit.rules.defines[expr.define]
        inner = Env({p.name: Alias(arg, env) for p, arg in zip(define.params, expr.args, strict=True)}, env.widths)
        left: list[t.CaseDecl] = []
        for case in define.cases:
            holds = True if case.condition is None else self.constant_truth(case.condition, inner)
            if holds is not False:
                left.append(case)
            if holds:
                break
        meaning = left[-1].value
        for case in reversed(left[:-1]):
            assert case.condition is not None
            meaning = t.Conditional(case.condition, case.value, meaning, type=define.result, span=expr.span)
        return meaning, inner

    def constant_truth(self, expr: t.Expr, env: Env) -> bool | None:
        """Return a condition's truth if options alone decide it."""
        if any(isinstance(part, (t.CanChoose, t.ZoneTop, t.RandomFrom)) for part in self.parts(expr, env)):
            return None
        if not all(isinstance(p, (t.OptionValue, t.Constant, t.Comparison, t.Logic, t.Negation, t.NumberOfPlayers))
                   for p in self.parts(expr, env)):  # fmt: skip
            return None
        value = self.value(expr, env)
        return bool(value.value) if isinstance(value, Const) else None

    def parts(self, expr: t.Expr, env: Env) -> Iterator[t.Expr]:
        """Yield an expression and all in it, names followed."""
        if isinstance(expr, t.LocalValue):
            bound = env.names.get(expr.name)
            if isinstance(bound, Alias):
                yield from self.parts(bound.expr, bound.env)
                return
        yield expr
        for part in inside(expr):
            yield from self.parts(part, env)

    def mentions(self, expr: t.Expr, env: Env, name: str) -> bool:
        """Whether an expression depends on the name `name` of its own part of the rules."""
        for local in self._locals_in(expr):
            bound = env.names.get(local)
            if isinstance(bound, Alias):
                if self.mentions(bound.expr, bound.env, name):
                    return True
            elif local == name and bound is not None:
                return True
        return False

    def _locals_in(self, expr: t.Expr) -> frozenset[str]:
        """Return the names in an expression as they are written; each expression is looked through once."""
        known = self._locals.get(id(expr))
        if known is None:
            names = {expr.name} if isinstance(expr, t.LocalValue) else set[str]()
            known = expr, frozenset(names.union(*(self._locals_in(part) for part in inside(expr))))
            self._locals[id(expr)] = known
        return known[1]
