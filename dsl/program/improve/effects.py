"""What functions read and change, themselves and by those that they call."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dsl.program.code import Block, Call, Check, Draw, Emit, Expr, Function, Load, Push, Store
from dsl.program.improve.trees import everything, expressions_of
from dsl.program.lower.ir import walk
from dsl.text.records import dataclass

SOMEBODY_HEARS = "*"  #: stands among what is changed for an event, an option or a named rule error
CHANCE = "chance"


@dataclass(frozen=True, slots=True)
class Effects:
    """The slots that are read, and those that are changed and not put back."""

    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()

    @property
    def pure(self) -> bool:
        """Whether nobody can tell that it was carried out, but for fuel and traps."""
        return not self.writes

    def __or__(self, other: Effects) -> Effects:
        if not other.reads and not other.writes:
            return self
        return Effects(self.reads | other.reads, self.writes | other.writes)


NOTHING = Effects()


class Known:
    """The effects of the functions of one program, each looked through once."""

    def __init__(self, functions: Mapping[str, Function]) -> None:
        self._functions = functions
        self._known: dict[str, Effects] = {}

    def of_function(self, name: str) -> Effects:
        """Return the effects of a function."""
        found = self._known.get(name)
        if found is None:
            function = self._functions[name]
            found = self.of_block(function.body)
            if function.restores:
                found = Effects(found.reads, found.writes & {CHANCE, SOMEBODY_HEARS})
            self._known[name] = found
        return found

    def of(self, exprs: Iterable[Expr]) -> Effects:
        """Return the effects of working out expressions."""
        found = NOTHING
        reads: set[str] = set()
        for expr in exprs:
            for part in walk(expr):
                match part:
                    case Load(slot):
                        reads.add(slot)
                    case Draw():
                        found |= Effects(writes=frozenset((CHANCE,)))
                    case Call(name):
                        found |= self.of_function(name)
        return found | Effects(frozenset(reads)) if reads else found

    def of_block(self, block: Block) -> Effects:
        """Return the effects of statements."""
        found = NOTHING
        for statement in everything(block):
            found |= self.of(expressions_of(statement))
            match statement:
                case Store(slot):
                    found |= Effects(writes=frozenset((slot,)))
                case Push() | Emit() | Check():
                    found |= Effects(writes=frozenset((SOMEBODY_HEARS,)))
        return found
