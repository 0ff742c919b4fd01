"""What a gesture of a player turns out to mean: a closed union that the page carries out."""

from __future__ import annotations

from dataclasses import dataclass

from dsl.engine.view import OptionView


@dataclass(frozen=True, slots=True)
class Take:
    """Choose `option`. `then` are wishes (places or values) for the decisions that follow at once."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """Several options fit: let the player pick one, then go on with `then`."""

    options: tuple[OptionView, ...]
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reselect:
    """Take the last value back, then choose `option` of the earlier decision instead."""

    option: OptionView
    then: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Arm:
    """From now on a touch means this entry only; -1 lets every entry answer again."""

    entry: int


@dataclass(frozen=True, slots=True)
class Ask:
    """Nothing fits: ask the table why this value may not be chosen (entry -1: whichever reason fits best). If that is
    no thing of this decision, the `others` are asked about in their order: what lies beneath, what stands on it."""

    entry: int
    value: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Undo the last choice."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """A typed line that could not be read; `rest` is the part that stands for nothing."""

    rest: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The gesture means nothing now: nobody at this window is asked."""


Meaning = Take | Offer | Reselect | Arm | Ask | TakeBack | Unclear | Nothing
