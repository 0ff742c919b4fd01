"""What a match has to do with the one before: an option that says how that one ended, for games that ask for it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from app.library.settings import LastSetup

if TYPE_CHECKING:
    from dsl.engine.pack import Pack
    from dsl.engine.view import OutcomeView


def option_of(pack: Pack) -> str:
    """The option that says how the match before ended, after `[again]` in `game.toml`; empty if there is none."""
    option, _ = _again(pack)
    return option if option in pack.rules.options else ""


def after(outcome: OutcomeView | None, pack: Pack) -> tuple[tuple[str, int], ...]:
    """What the option is to be in the next match: who lost this one. Nothing where everybody won, or nobody did yet."""
    from dsl.check.typed import KindType

    name, pattern = option_of(pack), _again(pack)[1]
    kind = pack.rules.options[name].type if name else None
    if outcome is None or not isinstance(kind, KindType):
        return ()
    values = pack.rules.kinds[kind.name].values
    last = max((line.place for line in outcome.ranking), default=1)
    lost = [pattern.replace("{player}", line.seat) for line in outcome.ranking if line.place == last > 1]
    return next((((name, values.index(value)),) for value in lost if value in values), ())


def without(setup: LastSetup, pack: Pack) -> LastSetup:
    """The set-up as it is remembered for another day, when nobody knows any more how the match before ended."""
    option = option_of(pack)
    return replace(setup, options=tuple(each for each in setup.options if each[0] != option))


def _again(pack: Pack) -> tuple[str, str]:
    table = pack.about.get("again", {})
    if not isinstance(table, dict):
        return "", ""
    return str(table.get("option", "")), str(table.get("lost", ""))
