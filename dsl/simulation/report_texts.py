"""Tables and sentences of a report in one language, for the terminal and the page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from dsl.i18n.fluent import Value
from dsl.i18n.simulation_texts import number, say, share
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import Ruleset
from dsl.simulation.plan import Plan
from dsl.simulation.statistics import FigureChange, Interval, PlanComparison, RuleFigures, Sample, Summary

Kept = Mapping[str, Path]  #: journals of selected matches: "rarest", "trouble"

_KEYS = {"first": "share", "value": "value", "choices": "choices", "turns": "turns"}


@dataclass(frozen=True, slots=True)
class FigureTable:
    """A table of text; the first `words` columns contain words, the others numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    words: int = 1


@dataclass(frozen=True, slots=True)
class ReportTexts:
    """Texts of a report on one game in one language."""

    pack: Ruleset
    language: str
    words: Translator

    @classmethod
    def of(cls, pack: Ruleset, language: str) -> ReportTexts:
        """Return the texts for a game."""
        return cls(pack, language, Translator(pack, language))

    def say(self, key: str, **values: Value) -> str:
        """Return a text of the report."""
        return say(self.language, key, **values)

    def seat(self, colour: str) -> str:
        """Return the name of a seat."""
        return self.words.name(colour)

    def line(self, name: str) -> str:
        """Return the name of a line of `winner`."""
        return self.words.anchor(name)

    def number(self, value: float, digits: int = 0, sign: bool = False) -> str:
        """Return a formatted number."""
        return number(self.language, value, digits, sign)

    def interval(self, found: Interval | None, shares: bool = False, sign: bool = False, key: str = "interval") -> str:
        """Return a formatted interval, with signs for a difference; empty for None."""
        if found is None:
            return ""
        low, high = (
            share(self.language, end, sign) if shares else self.number(end, 2, sign) for end in (found.low, found.high)
        )
        return self.say(key, low=low.removesuffix(" %") if shares else low, high=high)

    # ---- plan ----

    def heading(self, plan: Plan, found: Summary) -> str:
        """Return the title: game, number of matches and players."""
        title, number = self.pack.title(self.language), self.number(found.number)
        return self.say("heading", n=found.number, title=title, number=number, players=plan.players)

    def setting(self, plan: Plan, seeds: Sequence[int]) -> Iterator[str]:
        """Yield the sentences that describe the plan."""
        house = ", ".join(rules.title for rules in self.pack.house)
        yield self.say("rules.house", house=house) if house else self.say("rules.official")
        defaults = self.pack.defaults(plan.players)
        changed = [
            f"{name} = {self.pack.option_text(name, value)}" for name, value in plan.options if defaults[name] != value
        ]
        if changed:
            yield self.say("options", options=", ".join(changed))
        yield self.say("bots", bots=", ".join(plan.seats))
        if seeds:
            yield self.say("seeds", first=str(seeds[0]), last=str(seeds[-1]))

    # ---- figures ----

    def seats(self, found: Summary) -> FigureTable:
        """Return the table of wins by seat."""
        columns = ("seat", "player", "first", "share", "interval", "shared")
        rows = (
            (
                self.seat(seat.colour), seat.player, self.number(seat.first), share(self.language, seat.share),
                self.interval(seat.interval, shares=True), self.number(seat.shared),
            )
            for seat in found.seats
        )  # fmt: skip
        return FigureTable(self.say("title.seats"), self._columns(columns), tuple(rows), 2)

    def values(self, found: Summary) -> FigureTable:
        """Return the table of final values, by seat and line of `winner`."""
        rows = (
            (self.seat(seat.colour), self.line(name), *self._sample(sample))
            for index, name in enumerate(found.lines)
            for seat in found.seats
            for sample in seat.values[index : index + 1]
        )
        return FigureTable(self.say("title.values"), self._columns(("seat", "line", *_SAMPLE)), tuple(rows), 2)

    def length(self, found: Summary) -> FigureTable:
        """Return the table of the length of matches."""
        samples = (("what.choices", found.choices), ("what.turns", found.turns))
        rows = ((self.say(key), *self._sample(sample)) for key, sample in samples if sample)
        return FigureTable(self.say("title.length"), self._columns(("what", *_SAMPLE)), tuple(rows))

    def rules(self, found: Summary) -> FigureTable:
        """Return the table of rule coverage, the rarest first."""
        rows = (
            (
                rule.name, rule.place, self.number(rule.matches),
                share(self.language, rule.matches / found.number if found.number else 0.0),
                str(rule.seed) if rule.matches else "",
            )
            for rule in found.rules
        )  # fmt: skip
        columns = self._columns(("rule", "place", "matches", "share", "seed"))
        return FigureTable(self.say("title.rules"), columns, tuple(rows), 2)

    def _sample(self, found: Sample) -> tuple[str, ...]:
        least, lower, median, upper, most = found.quarters
        inner = (self.number(value, 0 if value == int(value) else 2) for value in (least, lower, median, upper, most))
        return (self.number(found.mean, 2), self.interval(found.interval), *inner)

    def _columns(self, names: Sequence[str]) -> tuple[str, ...]:
        return tuple(self.say(f"column.{name}") for name in names)

    # ---- sentences ----

    def remarks(self, found: Summary, kept: Kept) -> Iterator[str]:
        """Yield remarks: matches without an end, rules that never acted, the rarest rule."""
        if found.troubles:
            seed, why = found.troubles[0]
            yield self.say("troubles", number=self.number(len(found.troubles)), seed=str(seed), why=why)
            yield from self._journal_line(kept, "trouble")
        if not found.finished:
            yield self.say("nothing")
        never = ", ".join(_with_place(rule) for rule in found.never)
        yield self.say("never", rules=never) if never else self.say("never.none")
        rarest = found.rarest
        if rarest:
            counts = {"matches": self.number(rarest.matches), "number": self.number(found.number)}
            yield self.say("rarest", rule=_with_place(rarest), seed=str(rarest.seed), **counts)
            yield from self._journal_line(kept, "rarest")

    def _journal_line(self, kept: Kept, name: str) -> Iterator[str]:
        if name in kept:
            yield self.say("witness", file=str(kept[name]))

    def changes(self, found: PlanComparison) -> Iterator[str]:
        """Yield the effects of a house rule, in sentences."""
        yield self.say("pairs", pairs=self.number(found.pairs), same=self.number(found.same))
        unchanged = [self._what(each) for each in found.differences if each.never]
        yield from (self._change(each) for each in found.differences if not each.never)
        if unchanged:
            yield self.say("unchanged", what="; ".join(unchanged))

    def _change(self, found: FigureChange) -> str:
        key = f"{_KEYS[found.sort]}.{'same' if not found.certain else 'up' if found.by > 0 else 'down'}"
        before, after = self._both(found)
        names = self._names(found)
        interval = self.interval(found.interval, found.sort == "first", True, "by")
        return self.say(key, before=before, after=after, interval=interval, **names)

    def comparison(self, found: PlanComparison, house: str) -> FigureTable:
        """Return the table of the effects of a house rule."""
        rows = ((self._what(each), *self._both(each), *self._by(each)) for each in found.differences)
        columns = self._columns(("what", "before", "after", "by", "interval"))
        return FigureTable(self.say("title.comparison", house=house), columns, tuple(rows))

    def _what(self, found: FigureChange) -> str:
        return self.say(f"what.{found.sort}", **self._names(found))

    def _names(self, found: FigureChange) -> dict[str, str]:
        return {
            "seat": self.seat(found.seat) if found.seat is not None else "",
            "line": self.line(found.line) if found.line is not None else "",
        }

    def _both(self, found: FigureChange) -> tuple[str, str]:
        if found.sort == "first":
            return share(self.language, found.before), share(self.language, found.after)
        return self.number(found.before, 2), self.number(found.after, 2)

    def _by(self, found: FigureChange) -> tuple[str, str]:
        shares = found.sort == "first"
        by = share(self.language, found.by, True) if shares else self.number(found.by, 2, True)
        return by, self.interval(found.interval, shares, sign=True)


_SAMPLE = ("mean", "interval", "least", "lower", "median", "upper", "most")


def _with_place(rule: RuleFigures) -> str:
    return f"{rule.name} ({rule.place})"


def table_text(table: FigureTable) -> str:
    """Return a table as text with aligned columns."""
    lines = (table.columns, *table.rows)
    widths = [max(len(line[column]) for line in lines) for column in range(len(table.columns))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column < table.words else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )
