"""What the prompt says: pure data, from a view and the choice in progress."""

from __future__ import annotations

from dataclasses import dataclass, replace

from app.table.charts import Chart, chart_asked
from app.table.choosing import Choosing
from app.table.scattering import waits
from app.table.tone import Tone
from app.table.verdict import first_seats, winners
from app.table.viewer import Chapter
from dsl.engine.view import DecisionView, EntryView, OptionView, View


@dataclass(frozen=True, slots=True)
class EntryButton:
    """One thing that may be done, with its price; not possible ones say why when they are pressed."""

    number: int
    text: str
    sentence: str  #: the same at length
    price: int
    budget: str
    possible: bool
    armed: bool


@dataclass(frozen=True, slots=True)
class ValueButton:
    """A value without a place on the board: a number, a kind, a player, a card."""

    option: OptionView
    text: str
    sentence: str  #: the same at length
    chart: Chart = ()  #: a map of what it means


@dataclass(frozen=True, slots=True)
class Asked:
    """All that the prompt shows."""

    headline: str
    colour: str = ""  #: who acts
    mine: bool = False  #: this window is asked
    entries: tuple[EntryButton, ...] = ()
    values: tuple[ValueButton, ...] = ()
    budget: tuple[tuple[str, int], ...] = ()
    may_undo: bool = False
    why_no_undo: str = ""
    undoes: str = ""  #: what is taken back, if it may be
    may_ask_back: bool = False  #: it may not be taken back, but the others can be asked to agree
    may_go_back: bool = False
    over: bool = False
    may_hand_over: bool = False  #: who looks has decided in secret, others at this window have not
    may_be_advised: bool = False  #: this window is asked, and the computer may be asked in turn
    turning: bool = False  #: the values may be turned through; the hint says how
    hint: str = ""  #: how to answer where no button does; while others choose, what was done last
    may_see_again: bool = False  #: others have done something since this seat chose last
    may_wait: bool = False  #: computer players are to choose, or wait because somebody wants them to
    waits: bool = False  #: they wait
    chapter: str = ""  #: the part of the match that it is in
    new_chapter: bool = False  #: not everybody has had a turn in it
    stage: str = ""  #: the part of the turn


NO_CHAPTER = Chapter()


def asked_of(view: View, choosing: Choosing, tone: Tone, chapter: Chapter = NO_CHAPTER) -> Asked:
    """Say what the prompt shows for `view`."""
    asked = _asked(view, choosing, tone)
    if view.may_undo or view.outcome is not None or choosing.decision is not None or view.secretly:
        why = tone.words.refusal(view.why_no_undo) if view.why_no_undo else ""
        asked = replace(asked, may_undo=view.may_undo, why_no_undo=why)
    if view.outcome is not None:
        return asked
    stage = tone.words.anchor(view.phase) if view.phase not in ("", chapter.phase) else ""
    if view.secretly:
        stage = tone.texts("table.prompt.secretly")
    named = tone.words.anchor(chapter.phase) if chapter.phase else ""
    return replace(asked, chapter=named, new_chapter=chapter.new, stage=stage)


def _asked(view: View, choosing: Choosing, tone: Tone) -> Asked:
    if view.outcome is not None:
        return Asked(
            winners(view.outcome, tone), first_seats(view.outcome)[0], over=True, hint=tone.texts("table.prompt.over")
        )
    if choosing.decision is None:
        return _others(view, tone)
    decision = choosing.decision
    return Asked(
        headline=tone.words.decision(replace(decision, entries=_meant(choosing, decision))),
        colour=decision.seat,
        mine=True,
        entries=_entries(choosing, tone),
        values=tuple(
            ValueButton(
                option,
                tone.words.answer(option, decision),
                tone.words.option(option, decision),
                chart_asked(option.value, decision, option.entry, tone),
            )
            for option in choosing.spoken
            if not waits(option, decision, view)  # beside the board it is touched, and needs no button
        ),
        budget=decision.budget,
        hint=_hint(choosing, decision, tone, view),
        may_go_back=decision.parameter > 0 or choosing.armed >= 0,
    )


def _meant(choosing: Choosing, decision: DecisionView) -> tuple[EntryView, ...]:
    """What a touch may mean: the entry whose button was pressed, or any."""
    armed = choosing.entry(choosing.armed)
    return (armed,) if armed is not None else tuple(entry for _, entry in _distinct(decision))


def _hint(choosing: Choosing, decision: DecisionView, tone: Tone, view: View) -> str:
    if any(waits(option, decision, view) for option in choosing.spoken):
        return tone.texts("table.prompt.tray")
    places = {option.value.place for option in choosing.on_board}
    return tone.texts("table.prompt.goal" if decision.parameter else "table.prompt.touch", n=len(places))


def _others(view: View, tone: Tone) -> Asked:
    """Nobody at this window is asked: say whom the table waits for."""
    if not view.decisions:
        return Asked(tone.texts("table.prompt.nobody"), view.active)
    decision = view.decisions[0]
    if view.secretly:
        players = ", ".join(tone.player(decision.seat) for decision in view.decisions)
        key = "table.prompt.decided" if view.seat else "table.prompt.deciding"
        return Asked(tone.texts(key, players=players), view.seat)
    return Asked(tone.words.decision(decision, mine=False), decision.seat, budget=decision.budget)


def _entries(choosing: Choosing, tone: Tone) -> tuple[EntryButton, ...]:
    """A button for each entry; none where a value is asked for already, or where the board alone answers."""
    decision = choosing.decision
    if decision is None or decision.parameter > 0:
        return ()
    entries = _distinct(decision)
    if len(entries) == 1 and any(option.value.text for option in decision.options):
        return ()
    return tuple(_button(number, entry, choosing, tone) for number, entry in entries)


def _distinct(decision: DecisionView) -> tuple[tuple[int, EntryView], ...]:
    """The entries by number, each action once: of several ways to the same one, the possible one."""
    found: dict[str, tuple[int, EntryView]] = {}
    for number, entry in enumerate(decision.entries):
        if entry.action not in found or (entry.possible and not found[entry.action][1].possible):
            found[entry.action] = number, entry
    return tuple(found.values())


def _button(number: int, entry: EntryView, choosing: Choosing, tone: Tone) -> EntryButton:
    sentence = tone.words.entry(replace(entry, price=0))  # the button draws its price
    return EntryButton(
        number,
        tone.words.short(entry),
        sentence,
        entry.price,
        entry.budget,
        entry.possible,
        choosing.armed == number,
    )
