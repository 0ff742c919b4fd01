"""WebAssembly text for the parts that are the same in every program.

It is the folded text form, as far as we use it: `(func $name (param $x i32) (result i32) (local $y i64) ...)`, where
every instruction stands in brackets with what it takes inside, as in `(i32.add (local.get $x) (i32.const 1))`. Blocks
are `(block $label ...)`, `(loop $label ...)` and `(if CONDITION (then ...) (else ...))`; with a result, `(result i32)`
comes first. Words in capitals are replaced by the numbers that are given for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from dsl.run.native.binary import Body, Signature, Type
from dsl.run.native.instructions import MEMORY, OPERATIONS, Code
from dsl.text.records import dataclass

_TOKEN = re.compile(r";;[^\n]*|[()]|[^\s()]+")
_TYPES: dict[str, Type] = {"i32": "i32", "i64": "i64", "v128": "v128"}


@dataclass(frozen=True, slots=True)
class Node:
    """What stands in a pair of brackets."""

    parts: tuple[str | Node, ...]

    @property
    def word(self) -> str:
        """The first word."""
        return str(self.parts[0])

    def nodes(self) -> tuple[Node, ...]:
        """Return the brackets inside."""
        return tuple(part for part in self.parts if isinstance(part, Node))


def read(text: str) -> tuple[Node, ...]:
    """Return the outermost brackets of a text."""
    tokens = (token for token in _TOKEN.findall(text) if not token.startswith(";;"))
    return tuple(part for part in _read(tokens) if isinstance(part, Node))


def _read(tokens: Iterator[str]) -> Iterator[str | Node]:
    for token in tokens:
        if token == ")":
            return
        yield Node(tuple(_read(tokens))) if token == "(" else token


@dataclass(frozen=True, slots=True)
class Declared:
    """A function of a text before it is assembled: others may call it already."""

    name: str
    signature: Signature
    node: Node
    exported: bool


@cache
def declared(text: str) -> tuple[Declared, ...]:
    """Return the functions of a text, in its order. Those with the word `export` behind their name are exported."""
    return tuple(_declared(node) for node in read(text))


def _declared(node: Node) -> Declared:
    params = tuple(_TYPES[str(part.parts[2])] for part in node.nodes() if part.word == "param")
    results = tuple(_TYPES[str(part.parts[1])] for part in node.nodes() if part.word == "result")
    return Declared(str(node.parts[1]).lstrip("$"), Signature(params, results), node, "export" in node.parts[:3])


def assembled(function: Declared, functions: Mapping[str, int], words: Mapping[str, int]) -> Body:
    """Return a function of a text as a module has it; `functions` are the numbers of those it may call."""
    assembler = _Assembler(function, functions, words)
    return Body(
        function.name, function.signature, assembler.code.locals, bytes(assembler.code.bytes), function.exported
    )


class _Assembler:
    """Assembles one function into `code`."""

    def __init__(self, function: Declared, functions: Mapping[str, int], words: Mapping[str, int]) -> None:
        self.code = Code(function.signature.params)
        self._functions = functions
        self._words = words
        self._locals: dict[str, int] = {}
        self._labels: dict[str, int] = {}
        for node in function.node.nodes():
            if node.word == "param":
                self._locals[str(node.parts[1])] = len(self._locals)
            elif node.word == "local":
                self._locals[str(node.parts[1])] = self.code.local(_TYPES[str(node.parts[2])])
            elif node.word != "result":
                self._instruction(node)

    def _instructions(self, nodes: Sequence[Node]) -> None:
        for node in nodes:
            self._instruction(node)

    def _instruction(self, node: Node) -> None:
        word, code = node.word, self.code
        if word in ("block", "loop"):
            self._labels[str(node.parts[1])] = code.block() if word == "block" else code.loop()
            self._instructions(node.nodes())
            code.end()
        elif word == "if":
            self._if(node)
        elif word == "br_table":
            self._instructions(node.nodes())
            labels = [self._labels[part] for part in node.parts[1:] if isinstance(part, str)]
            code.br_table(labels[:-1], labels[-1])
        elif word in ("i32.const", "i64.const"):
            (code.i32 if word == "i32.const" else code.i64)(self._number(node.parts[1]))
        else:
            self._instructions(node.nodes())
            self._operation(word, node)

    def _operation(self, word: str, node: Node) -> None:
        code = self.code
        name = str(node.parts[1]) if len(node.parts) > 1 else ""
        if word in OPERATIONS:
            code.op(word)
        elif word in MEMORY:
            code.memory(word, self._number(name.removeprefix("offset=")) if name.startswith("offset=") else 0)
        elif word in ("local.get", "local.set", "local.tee"):
            {"local.get": code.get, "local.set": code.set, "local.tee": code.tee}[word](self._locals[name])
        elif word in ("br", "br_if"):
            (code.br if word == "br" else code.br_if)(self._labels[name])
        elif word == "call":
            code.call(self._functions[name.lstrip("$")])
        else:
            raise ValueError(f"there is no instruction {word}")

    def _if(self, node: Node) -> None:
        *before, then = [part for part in node.nodes() if part.word != "else"]
        otherwise = [part for part in node.nodes() if part.word == "else"]
        result = [_TYPES[str(part.parts[1])] for part in before if part.word == "result"]
        self._instructions([part for part in before if part.word != "result"])
        self.code.if_(result[0] if result else None)
        self._instructions(then.nodes())
        if otherwise:
            self.code.else_()
            self._instructions(otherwise[0].nodes())
        self.code.end()

    def _number(self, part: str | Node) -> int:
        words = str(part).split("+")
        return sum(self._words[word] if word in self._words else int(word, 0) for word in words)
