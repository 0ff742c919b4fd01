"""What is known of the locals of a function, for whoever writes it down in another language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dsl.ir.instructions import Block, ForBits, ForRange, Function, If, Set, Statement, While


def givings(block: Block) -> Iterator[tuple[str, Statement]]:
    """Yield all statements that give a local its value, with the local."""
    for statement in block:
        match statement:
            case Set(local):
                yield local, statement
            case ForRange(local) | ForBits(local):
                yield local, statement
                yield from givings(statement.body)
            case If(_, then, otherwise):
                yield from givings(then)
                yield from givings(otherwise)
            case While(_, body):
                yield from givings(body)
            case _:
                pass


def given_once(function: Function) -> set[str]:
    """Return the locals with one giver: what is known of its value is known wherever the local is read."""
    words: Iterable[str] = [*(param for param, _ in function.params), *(word for word, _ in givings(function.body))]
    counted: dict[str, int] = {}
    for word in words:
        counted[word] = counted.get(word, 0) + 1
    return {word for word, times in counted.items() if times == 1}
