"""Compiler of a small subset of Python to instructions, for functions that are written by hand and not lowered from
rules.

All values are numbers. A name in capitals is a value that is given with the text; `position.x` is slot `x` of the
state, `a[i]` an array outside the position or a table, `//` rounds down, and `a % b` needs a name for `a`. A function
may call another of the text, one that was given with it, or an instruction: `offered`, `option`, `throw`, `choose`,
`choose_blindly`, `revert`, `snapshot`, `recover`, `recover_blindly`, `reseed`, `min` and `max`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from dsl.base.records import Record
from dsl.ir.instructions import (
    AllOf,
    AnyOf,
    Arith,
    Arithmetic,
    Block,
    Break,
    Call,
    Choose,
    Compare,
    Comparison,
    Const,
    Do,
    Expr,
    ForRange,
    Function,
    If,
    Keep,
    Load,
    Local,
    Lookup,
    Not,
    Offered,
    Option,
    Recall,
    Recover,
    Reseed,
    Return,
    Revert,
    Select,
    Set,
    Snapshot,
    Statement,
    Store,
    Throw,
    While,
)

_ARITHMETIC: dict[type[ast.operator], Arithmetic] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "/down"}
_COMPARISONS: dict[type[ast.cmpop], Comparison] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip
_EXTREMES: dict[str, Arithmetic] = {"min": "min", "max": "max"}


class SearchNames(Record, frozen=True):
    """The names that a text may use besides its own functions."""

    values: Mapping[str, Expr]  #: words in capitals
    tables: Mapping[str, str]  #: by the word of the text: the name of the table in the program
    arrays: Mapping[str, str]
    functions: Mapping[str, str]  #: those of the text included


def functions_of(text: str, words: SearchNames) -> Iterator[Function]:
    """Yield the functions of a text. One with `-> int` has a result."""
    for node in ast.parse(text).body:
        assert isinstance(node, ast.FunctionDef), ast.dump(node)
        remark = " ".join((ast.get_docstring(node) or "").split())
        statements = node.body[1:] if remark else node.body
        params = tuple((arg.arg, 0) for arg in node.args.args)
        result = 0 if node.returns is not None else None
        body = _FunctionCompiler(words).block(statements)
        yield Function(words.functions[node.name], params, result, body, remark)


class _FunctionCompiler(Record, frozen=True):
    """Reads one function."""

    words: SearchNames

    def block(self, nodes: Sequence[ast.stmt]) -> Block:
        """Return statements."""
        return tuple(self._statement(node) for node in nodes)

    def _statement(self, node: ast.stmt) -> Statement:
        match node:
            case ast.Assign(targets=[target], value=value):
                return self._assign(target, self.value(value))
            case ast.AugAssign(target=target, op=operator, value=value):
                sum_ = Arith(_ARITHMETIC[type(operator)], self.value(target), self.value(value))
                return self._assign(target, sum_)
            case ast.If(test=test, body=then, orelse=otherwise):
                return If(self.value(test), self.block(then), self.block(otherwise))
            case ast.While(test=test, body=body):
                return While(self.value(test), self.block(body))
            case ast.For(target=ast.Name(id=name), iter=ast.Call(args=[*low, high]), body=body):
                return ForRange(name, self.value(low[0]) if low else Const(0), self.value(high), self.block(body))
            case ast.Break():
                return Break()
            case ast.Return(value=value):
                return Return(self.value(value) if value is not None else None)
            case ast.Expr(value=ast.Call(func=ast.Name(id=name), args=args)):
                return self._effect(name, [self.value(arg) for arg in args])
        raise SyntaxError(ast.unparse(node))

    def _assign(self, target: ast.expr, value: Expr) -> Statement:
        match target:
            case ast.Name(id=name):
                return Set(name, value)
            case ast.Attribute(attr=slot):
                return Store(slot, value)
            case ast.Subscript(value=ast.Name(id=array), slice=index):
                return Keep(self.words.arrays[array], value, self.value(index))
        raise SyntaxError(ast.unparse(target))

    def _effect(self, name: str, args: list[Expr]) -> Statement:
        match name:
            case "choose" | "choose_blindly":
                return Choose(args[0], name == "choose_blindly")
            case "revert":
                return Revert()
            case "snapshot":
                return Snapshot(args[0])
            case "recover" | "recover_blindly":
                return Recover(args[0], name == "recover_blindly")
            case "reseed":
                return Reseed()
        return Do(Call(self.words.functions[name], tuple(args)))

    def value(self, node: ast.expr) -> Expr:
        """Return an expression."""
        match node:
            case ast.Constant(value=int(number)):
                return Const(number)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return Const(-number)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Not(self.value(operand))
            case ast.Name(id=name):
                return self.words.values.get(name) or Local(name)
            case ast.Attribute(attr=slot):
                return Load(slot)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                if name in self.words.tables:
                    return Lookup(self.words.tables[name], self.value(index))
                return Recall(self.words.arrays[name], self.value(index))
            case ast.BinOp(left=left, op=operator, right=right):
                return self._arithmetic(operator, self.value(left), self.value(right))
            case ast.Compare(left=left, ops=[sign], comparators=[right]):
                return Compare(_COMPARISONS[type(sign)], self.value(left), self.value(right))
            case ast.BoolOp(op=operator, values=values):
                parts = tuple(self.value(value) for value in values)
                return AllOf(parts) if isinstance(operator, ast.And) else AnyOf(parts)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return Select(self.value(test), self.value(then), self.value(otherwise))
            case ast.Call(func=ast.Name(id=name), args=args):
                return self._call(name, tuple(self.value(arg) for arg in args))
        raise SyntaxError(ast.unparse(node))

    def _arithmetic(self, operator: ast.operator, left: Expr, right: Expr) -> Expr:
        if isinstance(operator, ast.Mod):
            assert isinstance(left, Local)
            return Arith("-", left, Arith("*", Arith("/down", left, right), right))
        return Arith(_ARITHMETIC[type(operator)], left, right)

    def _call(self, name: str, args: tuple[Expr, ...]) -> Expr:
        match name:
            case "offered":
                return Offered()
            case "option":
                return Option(args[0])
            case "throw":
                return Throw(args[0])
        if name in _EXTREMES:
            return Arith(_EXTREMES[name], args[0], args[1])
        return Call(self.words.functions[name], args)
