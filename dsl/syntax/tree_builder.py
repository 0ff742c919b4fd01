"""Tree builder: makes the node of each rule of the grammar while Lark parses, and hangs the comments on their lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from typing import Any

from lark import Transformer
from msgspec.structs import replace

from dsl.base.source import NOWHERE, Span
from dsl.syntax import ast as t
from dsl.syntax.lexer import SectionText, Word, word_span

Parts = list[Any]  # the stack of the parser holds words, nodes and tuples of both; the grammar says which come where
Maker = Callable[[Parts, Span], Any]


def text_of(word: Word) -> str:
    """Return a text without its quotation marks."""
    return word.value[1:-1]


def optional_text(word: Word | None) -> str:
    """Return the text of a message that may be missing."""
    return text_of(word) if word else ""


def present(parts: Parts) -> tuple[Any, ...]:
    """Return the parts that were written."""
    return tuple(part for part in parts if part is not None)


def sort_of(words: Parts) -> str:
    """Return what a sort of thing is called: `tile`, or `square of market` where several boards have squares."""
    return " of ".join(word.value for word in words if word is not None)


def pair(word: Word) -> tuple[int, int]:
    """Return the two numbers of a coordinate."""
    x, y = word.value.split(",")
    return int(x), int(y)


def _phrase(word: t.PhraseWord, parts: Parts, span: Span) -> t.Phrase:
    return t.Phrase(word, *parts, span=span)


def _binary(operator: t.Operator, parts: Parts, span: Span) -> t.Binary:
    return t.Binary(operator, *parts, span=span)


def _simple(node: Callable[..., Any], parts: Parts, span: Span) -> Any:
    return node(*parts, span=span)


def _negative(parts: Parts, span: Span) -> t.Expr:
    (value,) = parts
    return t.Number(-value.value, span=span) if isinstance(value, t.Number) else t.UnaryMinus(value, span=span)


def _can_choice(parts: Parts, span: Span) -> t.Choice:
    return t.Choice(parts[0].value, parts[1] or (), span=span)


def _can_where(parts: Parts, span: Span) -> t.Can:
    choice, where = parts
    return t.Can(t.Choice(choice.name, choice.args, where, span=span), span=span)


def _remark_word(word: Word | t.Extent) -> str | int | tuple[int, int]:
    if isinstance(word, t.Extent):
        return word
    if word.type == "COORD":
        return pair(word)
    return int(word.value) if word.type == "INT" else word.value


def _log_word(word: Word) -> str | int | t.Coordinate:
    if word.type == "COORD":
        return t.Coordinate(*pair(word))
    return int(word.value) if word.type in ("INT", "NEG") else word.value


def _cell(parts: Parts, span: Span) -> t.Name | t.Number:
    (word,) = parts
    return t.Name(word.value, span=span) if word.type == "NAME" else t.Number(int(word.value), span=span)


def _choice(parts: Parts, span: Span) -> t.Choice:
    name, args, where, text = parts
    return t.Choice(name.value, args or (), where, optional_text(text), span=span)


def _bracketed(parts: Parts, span: Span) -> Any:
    (value,) = parts
    return replace(value, bracketed=True) if isinstance(value, t.Chain) else value


def _named(node: Callable[..., t.LineNode], parts: Parts, span: Span) -> t.LineNode:
    return node(parts[0].value, *parts[1:], span=span)


def _gathered(node: Callable[..., t.LineNode], head: int, parts: Parts, span: Span) -> t.LineNode:
    """Make a node of a name, `head` - 1 further parts, and all the rest as one tuple."""
    return node(parts[0].value, *parts[1:head], tuple(parts[head:]), span=span)


def _game(parts: Parts, span: Span) -> t.GameSection:
    name, based_on, *lines = parts
    said = [line for line in lines if not isinstance(line, t.Teams)]
    players, numbers, colours = next((line for kind, line, *_ in said if kind == "players"), ((0, 0), (), ()))
    thanks = tuple(line for kind, line, *_ in said if kind == "credit")
    base = based_on.value if based_on else ""
    return t.GameSection(name.value, base, players, colours, thanks, numbers, _teams_in(lines), span=span)


def _game_players(parts: Parts, span: Span) -> tuple[str, tuple[Any, ...], Word, Word]:
    """Return the numbers of players and their colours, and the words of the first range, for its place."""
    low, high, others, *colours = parts
    first, last = _bounds(low, high)
    numbers = tuple(sorted({*range(first, last + 1), *others})) if others else ()
    bounds = (numbers[0], numbers[-1]) if numbers else (first, last)
    return "players", (bounds, numbers, tuple(word.value for word in colours)), low, high or low


def _teams_in(lines: Parts) -> t.Teams | None:
    """Return the teams among the lines of a section, those that are said last."""
    return next((line for line in reversed(lines) if isinstance(line, t.Teams)), None)


def _bounds(low: Word, high: Word | None) -> tuple[int, int]:
    return int(low.value), int((high or low).value)


def _with_players(parts: Parts, span: Span) -> t.WithPlayersSection:
    low, high, *lines = parts
    settings = tuple(line for line in lines if isinstance(line, t.OptionSetting))
    tables = tuple(line for line in lines if isinstance(line, t.TableSection))
    return t.WithPlayersSection(*_bounds(low, high), settings, tables, _teams_in(lines), span=span)


def _option(parts: Parts, span: Span) -> t.OptionSection:
    name, kind, default, text = parts
    return t.OptionSection(name.value, kind, default, optional_text(text), span=span)


def _board(parts: Parts, span: Span) -> t.BoardSection:
    name, (shape, size), remarks, areas = parts
    return t.BoardSection(name.value, shape.value, size, remarks, areas, span=span)


def _area_line(parts: Parts, span: Span) -> t.AreaLine:
    words, beside, cornering = parts
    name, *more = (word.value for word in words)
    near, across = (tuple(word.value for word in listed or ()) for listed in (beside, cornering))
    return t.AreaLine(name, tuple(more), near, across, span=span)


def _owner(word: Word | None) -> str:
    return word.value if word else ""


def _piece(parts: Parts, span: Span) -> t.PieceSection:
    name, owner, kind, remarks = parts
    return t.PieceSection(name.value, _owner(owner), kind, remarks, span=span)


def _counter(parts: Parts, span: Span) -> t.CounterSection:
    name, owner, first, others = parts
    return t.CounterSection(name.value, _owner(owner), (first, *others), span=span)


def _zone(parts: Parts, span: Span) -> t.ZoneSection:
    name, owner, holds, remarks = parts
    number = int(owner.value) if owner and owner.type == "INT" else _owner(owner)
    return t.ZoneSection(name.value, number, holds.value, remarks, span=span)


def _variable(parts: Parts, span: Span) -> t.VariableSection:
    name, owner, board, kind, remarks, value, each_turn = parts
    return t.VariableSection(
        name.value, sort_of([owner, board]), kind, remarks, value, each_turn is not None, span=span
    )


def _define_plain(parts: Parts, span: Span) -> t.DefineSection:
    name, params, result, value = parts
    return t.DefineSection(name.value, params, result, (t.Case("", None, value, span=value.span),), span=span)


def _path_step(parts: Parts, span: Span) -> t.PathLine:
    name, origin, goal, condition, cost, times = parts
    number = int(times.value) if times else None
    return t.PathLine("step", name.value, origin.value, goal.value, condition, cost, number, span=span)


def _action(parts: Parts, span: Span) -> t.ActionSection:
    name, params, text, *body = parts
    lines, do = (*body, None, None)[:2]
    return t.ActionSection(name.value, params, optional_text(text), lines or (), do or (), span=span)


def _if(parts: Parts, span: Span) -> t.IfStatement:
    *cases, last = parts
    return t.IfStatement(tuple(zip(cases[::2], cases[1::2], strict=True)), last or (), span=span)


def _choice_line(parts: Parts, span: Span) -> t.ChoiceLine:
    choice, price, block = parts
    cost, budget = price or (None, "")
    return t.ChoiceLine(choice, cost, budget, block or (), span=span)


def _new_choice(parts: Parts, span: Span) -> t.ChoiceLine:
    name, args, where, text, price, block = parts
    choice = t.Choice(name.value, args or (), where, optional_text(text), span=span)
    return _choice_line([choice, price, block], span)


def _choose(parts: Parts, span: Span) -> t.ChooseStatement:
    choice, times, by, if_possible = parts
    return t.ChooseStatement(choice, times, by, if_possible is not None, span=span)


def _choose_one(parts: Parts, span: Span) -> t.ChooseOneStatement:
    by, if_possible, interrupted_by, entries = parts
    return t.ChooseOneStatement(entries, False, by, _owner(interrupted_by), if_possible is not None, span=span)


def _choose_first(parts: Parts, span: Span) -> t.ChooseOneStatement:
    by, if_possible, entries = parts
    return t.ChooseOneStatement(entries, True, by, "", if_possible is not None, span=span)


def _add(parts: Parts, span: Span) -> t.Add:
    anchor, place, (new, do) = parts
    if place is None:
        return t.Add(anchor, "end", "", new, do, span=span)
    where, beside = place
    return t.Add(anchor, where, beside, new, do, span=span)


def _winner(order: Any, parts: Parts, span: Span) -> t.WinnerLine:
    return t.WinnerLine(order, parts[0].value, parts[1], span=span)


def _word_span(word: Word, around: Span) -> Span:
    return Span(around.file, word.line, word.column, word.line, word.end_column)


EXPRESSIONS: dict[str, Maker] = {
    "name": lambda p, s: t.Name(p[0].value, span=s),
    "number": lambda p, s: t.Number(int(p[0].value), span=s),
    "coordinate": lambda p, s: t.Coordinate(*pair(p[0]), span=s),
    "nothing": lambda p, s: t.NoneLiteral(span=s),
    "yes": lambda p, s: t.YesNo(True, span=s),
    "no": lambda p, s: t.YesNo(False, span=s),
    "apply": lambda p, s: t.Apply(p[0].value, present(p[1:]), span=s),
    "bracketed": _bracketed,
    "listed": lambda p, s: t.Listed(tuple(p), span=s),
    "of": partial(_simple, t.Of),
    "the_on": lambda p, s: t.TheOn(p[0].value, p[1], span=s),
    "my": partial(_simple, t.My),
    "on": partial(_phrase, "on"),
    "in_": partial(_phrase, "in"),
    "next_to": partial(_phrase, "next to"),
    "joined_to": partial(_phrase, "joined to"),
    "in_rows_of": partial(_phrase, "in rows of"),
    "with_": partial(_phrase, "with"),
    "without": partial(_phrase, "without"),
    "plus": partial(_phrase, "plus"),
    "clockwise_from": partial(_phrase, "clockwise from"),
    "anticlockwise_from": partial(_phrase, "anticlockwise from"),
    "within": partial(_simple, t.Within),
    "that_are": lambda p, s: t.ThatAre(p[0], p[1].value, span=s),
    "ranked_by": partial(_simple, t.RankedBy),
    "with_most": lambda p, s: t.WithExtreme(p[0], p[1], True, span=s),
    "with_fewest": lambda p, s: t.WithExtreme(p[0], p[1], False, span=s),
    "filtered": partial(_simple, t.Where),
    "any_of": lambda p, s: t.Exists("any", None, p[0], span=s),
    "none_of": lambda p, s: t.Exists("none", None, p[0], span=s),
    "at_least": lambda p, s: t.Exists("at least", *p, span=s),
    "at_most": lambda p, s: t.Exists("at most", *p, span=s),
    "exactly": lambda p, s: t.Exists("exactly", *p, span=s),
    "number_of": partial(_simple, t.NumberOf),
    "random_of": partial(_simple, t.RandomOf),
    "sum_of": lambda p, s: t.Aggregate("sum", *p, span=s),
    "largest_of": lambda p, s: t.Aggregate("largest", *p, span=s),
    "smallest_of": lambda p, s: t.Aggregate("smallest", *p, span=s),
    "can": partial(_simple, t.Can),
    "can_where": _can_where,
    "can_choice": _can_choice,
    "plus_": partial(_binary, "+"),
    "minus_": partial(_binary, "-"),
    "times_": partial(_binary, "*"),
    "up": partial(_binary, "/ rounded up"),
    "down": partial(_binary, "/ rounded down"),
    "is_": partial(_binary, "is"),
    "is_not": partial(_binary, "is not"),
    "lt": partial(_binary, "<"),
    "le": partial(_binary, "<="),
    "gt": partial(_binary, ">"),
    "ge": partial(_binary, ">="),
    "is_in": partial(_binary, "is in"),
    "is_not_in": partial(_binary, "is not in"),
    "touches": partial(_binary, "touches"),
    "and_": partial(_binary, "and"),
    "or_": partial(_binary, "or"),
    "followed_by": partial(_binary, "followed by"),
    "not_": partial(_simple, t.UnaryNot),
    "negative": _negative,
    "either": partial(_simple, t.Either),
    # ---- types
    "type": lambda p, s: t.TypeText(tuple(p), span=s),
    "named_type": lambda p, s: t.NamedType(sort_of(p), span=s),
    "path_type": lambda p, s: t.PathType(p[0].value, tuple(p[1:]), span=s),
    "list_type": lambda p, s: t.CollectionType("list", sort_of(p), span=s),
    "set_type": lambda p, s: t.CollectionType("set", sort_of(p), span=s),
    "range_type": partial(_simple, t.RangeType),
    "bound_number": lambda p, s: t.Number(int(p[0].value), span=s),
    "bound_name": lambda p, s: t.Name(p[0].value, span=s),
    "param": lambda p, s: t.Parameter(p[0].value, p[1], span=s),
    "given_param": lambda p, s: t.Parameter(p[0].value, p[1], True, span=s),
    "params": lambda p, s: present(p),
    # ---- cells and remarks of declarations
    "columns": lambda p, s: tuple(word.value for word in p),
    "cell": _cell,
    "empty_cell": lambda p, s: t.NoneLiteral(span=s),
    "sides": lambda p, s: t.Sides(tuple(int(word.value) for word in p), span=s),
    "remark": lambda p, s: t.Remark(tuple(_remark_word(word) for word in p), span=s),
    "extent": lambda p, s: t.Extent(int(p[0].value), int(p[1].value)),
    "remarks": lambda p, s: tuple(p),
    "board_shape": lambda p, s: (p[0], None),
    "sized_shape": lambda p, s: (p[0], (p[1], p[2])),
    "area_words": lambda p, s: tuple(p),
    "beside": lambda p, s: tuple(p),
    "cornering": lambda p, s: tuple(p),
    # ---- choices
    "choice": _choice,
    "choice_args": lambda p, s: present(p),
    "price": lambda p, s: (p[0], p[1].value),
    "times_up_to": lambda p, s: t.Times(None, p[0], span=s),
    "times_between": partial(_simple, t.Times),
    "times_exactly": lambda p, s: t.Times(p[0], p[0], span=s),
    # ---- the notation of the log
    "log_words": lambda p, s: tuple(_log_word(word) for word in p),
    "offers_single": lambda p, s: tuple((_log_word(word),) for word in p),
    "offers_many": lambda p, s: tuple(p),
    "position_item": lambda p, s: t.PositionItem(p[0], present(p[1:]), span=s),
    "position": lambda p, s: tuple(p),
    "invocation": lambda p, s: t.Invocation(p[0].value, present(p[1:]), span=s),
    "with_option": lambda p, s: (p[0].value, p[1]),
    # ---- small parts of lines
    "whenever": lambda p, s: tuple(p),
    "policy": lambda p, s: " ".join(word.value for word in p),
    "anchor": lambda p, s: p[0].value,
    "place_before": lambda p, s: ("before", p[0].value),
    "place_after": lambda p, s: ("after", p[0].value),
    "assignment": lambda p, s: p[0].value,
    "round": lambda p, s: p[0].value == "clockwise",
}

LINES: dict[str, Maker] = {
    # ---- sections
    "game": _game,
    "game_players": _game_players,
    "game_credit": lambda p, s: ("credit", text_of(p[0])),
    "others": lambda p, s: tuple(int(word.value) for word in p),
    "teams": lambda p, s: t.Teams(tuple(p), span=s),
    "team": lambda p, s: tuple(word.value for word in p),
    "house": lambda p, s: t.HouseSection(text_of(p[0]), p[1].value, span=s),
    "with_players": _with_players,
    "setting": partial(_named, t.OptionSetting),
    "option": _option,
    "kinds": lambda p, s: t.KindsSection(p[0].value, tuple(word.value for word in p[1:]), span=s),
    "table": partial(_gathered, t.TableSection, 4),
    "row": partial(_gathered, t.TableRow, 1),
    "board": _board,
    "area_lines": lambda p, s: present(p),
    "area_line": _area_line,
    "piece": _piece,
    "counter": _counter,
    "zone": _zone,
    "variable": _variable,
    "define_plain": _define_plain,
    "define_cases": partial(_gathered, t.DefineSection, 3),
    "case": partial(_named, t.Case),
    "case_otherwise": lambda p, s: t.Case("", None, p[0], span=s),
    "path": partial(_gathered, t.PathSection, 2),
    "path_step": _path_step,
    "path_along": lambda p, s: t.PathLine("along", p[0].value, span=s),
    "path_within": lambda p, s: t.PathLine("within", p[1].value, value=p[0], span=s),
    "path_through": lambda p, s: t.PathLine("through", value=p[0], span=s),
    "path_ends": lambda p, s: t.PathLine("ends", value=p[0], span=s),
    "path_only": lambda p, s: t.PathLine("only", p[0].value, span=s),
    "consequence": partial(_named, t.ConsequenceSection),
    "routine": partial(_named, t.RoutineSection),
    "choices": partial(_gathered, t.ChoicesSection, 1),
    "action": _action,
    "action_lines": lambda p, s: tuple(p),
    "always": lambda p, s: t.AlwaysSection(p[0].value, p[1], optional_text(p[2]), span=s),
    "needs": lambda p, s: t.Needs(p[0].value, p[1], optional_text(p[2]), span=s),
    "supposing_lifted": lambda p, s: t.Supposing(p[0], None, tuple(p[1:]), span=s),
    "supposing_moved": lambda p, s: t.Supposing(p[0], p[1], tuple(p[2:]), span=s),
    "do_part": lambda p, s: p[0],
    "award": partial(_gathered, t.AwardSection, 2),
    "award_among": lambda p, s: t.AwardLine("among", tuple(p), span=s),
    "award_by": lambda p, s: t.AwardLine("by", tuple(p), span=s),
    "award_first": lambda p, s: t.AwardLine("first", tuple(p), span=s),
    "award_second": lambda p, s: t.AwardLine("second", tuple(p), span=s),
    "award_third": lambda p, s: t.AwardLine("third", tuple(p), span=s),
    "award_ties": lambda p, s: t.AwardLine("ties", policy=tuple(p), span=s),
    "winner": lambda p, s: t.WinnerSection(tuple(p), span=s),
    "winner_most": partial(_winner, "most"),
    "winner_least": partial(_winner, "least"),
    "winner_shared": lambda p, s: t.WinnerLine("shared", span=s),
    "setup": partial(_simple, t.SetupSection),
    "play": partial(_simple, t.PlaySection),
    # ---- statements
    "block": lambda p, s: tuple(p),
    "last_block": lambda p, s: p[0],
    "let": partial(_named, t.LetStatement),
    "budget": partial(_named, t.BudgetStatement),
    "move": partial(_simple, t.MoveStatement),
    "create": partial(_simple, t.CreateStatement),
    "give": partial(_simple, t.GiveStatement),
    "mark": lambda p, s: t.MarkStatement(p[0], p[1].value, span=s),
    "shuffle": partial(_simple, t.ShuffleStatement),
    "reveal": partial(_simple, t.RevealStatement),
    "hide": partial(_simple, t.HideStatement),
    "exchange": partial(_simple, t.ExchangeStatement),
    "assign": lambda p, s: t.AssignStatement(p[1], p[0], p[2], span=s),
    "of_target": lambda p, s: t.Of(t.Name(p[0].value, span=_word_span(p[0], s)), p[1], span=s),
    "call": lambda p, s: t.CallStatement(p[0].value, p[1], span=s),
    "eliminate": partial(_simple, t.EliminateStatement),
    "end": lambda p, s: t.EndStatement(p[0].value, span=s),
    "note": lambda p, s: t.NoteStatement(text_of(p[0]), span=s),
    "give_award": lambda p, s: t.GiveAwardStatement(p[0].value, present(p[1:]), span=s),
    "phase": partial(_named, t.PhaseStatement),
    "together": partial(_simple, t.TogetherStatement),
    "finally": partial(_simple, t.FinallyStatement),
    "turns": partial(_simple, t.TurnsStatement),
    "one_turn_each": partial(_simple, t.OneTurnEachStatement),
    "turn_of": partial(_simple, t.TurnOfStatement),
    "for_each": lambda p, s: t.ForEachStatement(p[0].value, p[1], p[2], span=s),
    "secretly": lambda p, s: t.ForEachStatement(p[0].value, p[1], p[2], True, span=s),
    "repeat": lambda p, s: t.RepeatStatement("", None, p[0], span=s),
    "repeat_while": lambda p, s: t.RepeatStatement("while", *p, span=s),
    "repeat_until": lambda p, s: t.RepeatStatement("until", *p, span=s),
    "repeat_up_to": lambda p, s: t.RepeatStatement("up to", *p, span=s),
    "if": _if,
    "choose": _choose,
    "choose_one": _choose_one,
    "choose_first": _choose_first,
    "optional": lambda p, s: True,
    "choice_lines": lambda p, s: tuple(p),
    "choice_line": _choice_line,
    # ---- examples
    "example": lambda p, s: t.ExampleSection(text_of(p[0]), tuple(p[1:]), span=s),
    "given": partial(_simple, t.Given),
    "with_options": lambda p, s: t.WithOptions(tuple(p), span=s),
    "turn_is": lambda p, s: t.TurnIs(p[0].value, span=s),
    "play_move": lambda p, s: t.PlayMove(p[0], _owner(p[1]), span=s),
    "run_block": partial(_simple, t.RunBlock),
    "expect_that": partial(_simple, t.ExpectThat),
    "expect_position": partial(_simple, t.ExpectPosition),
    "expect_winners": lambda p, s: t.ExpectWinners(tuple(word.value for word in p), span=s),
    "expect_ranking": lambda p, s: t.ExpectRanking(tuple(p), span=s),
    "expect_nothing": partial(_simple, t.ExpectNothing),
    "expect_offers": partial(_simple, t.ExpectOffers),
    "expect_refused": lambda p, s: t.ExpectRefused(p[0], p[1].value, span=s),
    # ---- lessons
    "lesson": lambda p, s: t.LessonSection(p[0].value, text_of(p[1]), tuple(p[2:]), span=s),
    "lesson_step": lambda p, s: t.LessonStep(p[0].value, tuple(p[1:]), span=s),
    "say": lambda p, s: t.Say(text_of(p[0]), span=s),
    "point_at": partial(_simple, t.PointAt),
    "task": lambda p, s: t.Task(text_of(p[0]), span=s),
    "right_choice": lambda p, s: t.RightChoice(p[0], p[1], optional_text(p[2]), span=s),
    "wrong_choice": lambda p, s: t.WrongChoice(p[0], p[1], optional_text(p[2]), span=s),
    "refused_choice": lambda p, s: t.RefusedChoice(p[0], p[1].value, optional_text(p[2]), span=s),
    "hint": lambda p, s: t.LessonHint(text_of(p[0]), span=s),
    "reply": lambda p, s: t.Reply(p[0].value, int(p[1].value), span=s),
    "first_match": partial(_simple, t.FirstMatch),
    # ---- changes
    "set_anchor": partial(_simple, t.SetAnchor),
    "set_text": lambda p, s: t.SetText(p[0], text_of(p[1]), span=s),
    "remove": partial(_simple, t.Remove),
    "replace": lambda p, s: t.Replace(p[0], *p[1], span=s),
    "add": _add,
    "new_part": lambda p, s: (p[0], p[1]),
    "parts": lambda p, s: tuple(p),
    "no_parts": lambda p, s: (),
    "new_choice": lambda p, s: _new_choice([p[0], (), *p[1:]], s),
    "new_choice_where": _new_choice,
    "new_choice_called": lambda p, s: _new_choice([*p[:2], None, *p[2:]], s),
    "new_choice_priced": lambda p, s: _new_choice([*p[:2], None, None, *p[2:]], s),
    "new_choice_with_block": lambda p, s: _new_choice([*p[:2], None, None, None, p[2]], s),
}


@dataclass(slots=True)
class _Reading:
    """One section while it is parsed; a comment that a node takes is gone from `comments` and from `text.remarks`."""

    text: SectionText
    comments: dict[int, tuple[str, ...]]  #: by line
    anchor: tuple[tuple[str, Span], ...] = ()  #: the last anchor read, and what it stands before or after


_reading: ContextVar[_Reading] = ContextVar("reading")


@contextmanager
def reading(text: SectionText, comments: dict[int, tuple[str, ...]]) -> Iterator[None]:
    """Let the nodes that are made inside belong to `text`."""
    token = _reading.set(_Reading(text, comments))
    try:
        yield
    finally:
        _reading.reset(token)


class TreeBuilder(Transformer[Any, Any]):
    """Transformer with a method for each rule of the grammar; Lark calls it as soon as the rule is complete.

    One parser, and so one builder, serves all threads: what belongs to a section is the `reading` of the context.
    """

    def __init__(self) -> None:
        super().__init__()
        for rule, maker in (EXPRESSIONS | LINES).items():
            setattr(self, rule, partial(_make, rule, maker))


def _make(rule: str, maker: Maker, parts: Parts) -> Any:
    now = _reading.get()
    span = now.text.reduced()
    node = maker(parts, span or NOWHERE)
    if rule == "anchor":
        now.anchor = _places(parts, span)
    elif rule in ("place_before", "place_after"):
        now.anchor += _places(parts, span)
    if not isinstance(node, t.LineNode):
        return node
    named = now.anchor if isinstance(node, t.Change) else _places(parts, span)
    above, behind = now.comments.pop(node.span.line, ()), now.text.end_comments.pop(node.span.line, "")
    return replace(node, comments=above, end_comment=behind, named=named) if named or above or behind else node


def _places(parts: Parts, span: Span | None) -> tuple[tuple[str, Span], ...]:
    file = span.file if span else ""
    words = (word for part in parts for word in ((part,) if isinstance(part, Word) else _listed(part)))
    return tuple((word.value, word_span(file, word)) for word in words)


def _listed(part: Any) -> Iterator[Word]:
    """Yield the words of a list of words, such as the neighbours of an area."""
    if isinstance(part, tuple):
        yield from (word for word in part if isinstance(word, Word))


def hang_leftovers(section: t.Section, comments: dict[int, tuple[str, ...]], end_comments: dict[int, str]) -> t.Section:
    """Return `section` with comments that no node took, such as one beside `do`, on the next line that can keep them.

    Where no line follows it is the last.
    """
    left = dict(comments)
    for number, comment in end_comments.items():
        left[number] = (*left.get(number, ()), comment)
    starts = sorted({line.span.line for line in _lines(section)})
    extra: dict[int, tuple[str, ...]] = {}
    for number in sorted(left):
        home = next((start for start in starts if start > number), starts[-1])
        extra[home] = (*extra.get(home, ()), *left[number])
    hung: t.Section = _hang(section, extra)
    return hung


def _lines(value: object) -> Iterator[t.LineNode]:
    if isinstance(value, tuple):
        for item in value:
            yield from _lines(item)
    elif isinstance(value, t.Node):
        if isinstance(value, t.LineNode):
            yield value
        for name in value.__struct_fields__:
            yield from _lines(getattr(value, name))


def _hang(value: Any, extra: dict[int, tuple[str, ...]]) -> Any:
    """Return `value` with the comments in `extra` in front of those it has; each is used once, outermost first."""
    if isinstance(value, tuple) and not hasattr(value, "_fields"):
        return tuple(_hang(item, extra) for item in value)
    if not isinstance(value, t.Node):
        return value
    changes: dict[str, Any] = {}
    if isinstance(value, t.LineNode) and value.span.line in extra:
        changes["comments"] = (*extra.pop(value.span.line), *value.comments)
    for name in value.__struct_fields__:
        if name not in ("span", "comments", "end_comment"):
            changes[name] = _hang(getattr(value, name), extra)
    return replace(value, **changes)
