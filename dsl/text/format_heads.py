"""What each line of rules says by itself, apart from the lines below it."""

from __future__ import annotations

from typing import assert_never

from dsl.text import tree as t
from dsl.text.format_expressions import Level, quoted, write, write_all, write_choice, write_params, write_type


def head_of(line: t.Line) -> str:
    """Return what a line itself says, without what stands below it; TypeError for one that is more than a line."""
    for write_head in (_section_head, _statement_head, _example_head):
        text = write_head(line)
        if text:
            return text
    raise TypeError(f"no way to write {type(line).__name__}")


def _section_head(line: t.Line) -> str:
    match line:
        case t.House(title, game):
            return f'house rules "{title}" for {game}'
        case t.Option(name, kind, default, text):
            return f"option {name}: {write_type(kind)} = {write(default)}{quoted(text)}"
        case t.Kinds(name, values):
            return f"kinds {name}: {' '.join(values)}"
        case t.WithPlayers(low, high):
            return f"with {bounds(low, high)} players"
        case t.Teams(teams):
            return f"teams {_groups(teams)}"
        case t.Setting(name, value):
            return f"{name} = {write(value)}"
        case t.Board():
            return f"board {line.name}: {_shape(line)}{_remarks(line.remarks)}"
        case t.AreaLine(name, words, neighbours, corners):
            beside = f" next to {', '.join(neighbours)}" if neighbours else ""
            return " ".join((name, *words)) + beside + (f"; corner to {', '.join(corners)}" if corners else "")
        case t.Piece(name, owner, kind, remarks):
            return f"piece {name}{_of(owner)}{typed(kind)}{_remarks(remarks)}"
        case t.Counter(name, owner, remarks):
            return f"counter {name}{_of(owner)}: {', '.join(_remark(remark) for remark in remarks)}"
        case t.Zone(name, owner, holds, remarks):
            return f"zone {name}{_of(owner)}: {holds}{_remarks(remarks)}"
        case t.Variable():
            each = " each turn" if line.each_turn else ""
            head = f"variable {line.name}{_of(line.owner)}: {write_type(line.type)}"
            return f"{head}{_remarks(line.remarks)} = {write(line.value)}{each}"
        case t.Case(name, None, value):
            return f"otherwise {write(value)}"
        case t.Case(name, condition, value):
            assert condition is not None
            return f"case {name}: {write(condition)} then {write(value)}"
        case t.Supposing(thing, None):
            return f"with {write(thing, Level.PHRASE, last=False)} lifted"
        case t.Supposing(thing, target):
            assert target is not None
            return f"with {write(thing, Level.PHRASE, last=False)} moved to {write(target)}"
        case t.Consequence(name, params, whenever):
            changes = " or ".join(f"{write(what, Level.PHRASE, last=False)} change" for what in whenever)
            return f"consequence {name}{write_params(params)} whenever {changes}"
        case t.Routine(name, params):
            return f"to {name}{write_params(params)}"
        case t.Choices(name):
            return f"choices {name}"
        case t.Path(name, params):
            return f"path {name}{write_params(params)}"
        case t.PathLine():
            return _path_line(line)
        case t.Award(name, params):
            return f"award {name}{write_params(params)}"
        case t.AwardLine(part, values, policy):
            return f"{part} {', '.join(policy)}" if part == "ties" else f"{part} {_award_values(values)}"
        case t.Winner():
            return "winner"
        case t.WinnerLine(order, name, value):
            return "shared" if value is None else f"{order} {name}: {write(value)}"
        case t.Setup():
            return "setup"
        case t.Play():
            return "play"
        case t.SetAnchor(anchor, value):
            return f"set {anchor} = {write(value)}"
        case t.Remove(anchor):
            return f"remove {anchor}"
        case t.Replace(anchor):
            return f"replace {anchor}"
        case t.Add(anchor, where, beside):
            return f"add to {anchor}" + (f" {where} {beside}" if where != "end" else "")
        case _:
            return ""


def _statement_head(line: t.Line) -> str:
    match line:
        case t.ChoiceLine(choice, price, budget):
            return write_choice(choice) + (f" for {write(price)} {budget}" if price is not None else "")
        case t.Choose(choice, times, by, if_possible):
            optional = " if possible" if if_possible else ""
            return f"choose {write_choice(choice)}{_times(times)}{_option_word('by', by)}{optional}"
        case t.ChooseOne():
            how = "first possible of" if line.first_possible else "one of"
            interrupted = f", interrupted by {line.interrupted_by}" if line.interrupted_by else ""
            optional = ", if possible" if line.if_possible else ""
            return f"choose {how}{_option_word('by', line.by)}{optional}{interrupted}"
        case t.Move(things, target, turned):
            return f"move {_phrase(things)} to {write(target)}{_option_word('turned', turned)}"
        case t.Create(things, place):
            return f"create {write(things, Level.OF, last=False)} in {write(place)}"
        case t.Mark(things, state):
            return f"mark {_phrase(things)} as {state}"
        case t.Give(things, player):
            return f"give {_phrase(things)} to {write(player)}"
        case t.Shuffle(zone):
            return f"shuffle {write(zone)}"
        case t.Reveal(thing, to):
            return f"reveal {_phrase(thing)}{_option_word('to', to)}"
        case t.Hide(thing):
            return f"hide {_phrase(thing)}"
        case t.Exchange(left, right):
            return f"exchange {_phrase(left)} and {_phrase(right)}"
        case t.Let(name, value):
            return f"let {name} = {write(value)}"
        case t.Budget(name, value):
            return f"budget {name} = {write(value)}"
        case t.Assign(operator, target, value):
            return f"{write(target)} {operator} {write(value)}"
        case t.Call(name, args):
            return f"{name}({write_all(args)})"
        case t.Eliminate(player):
            return f"eliminate {write(player)}"
        case t.End(what):
            return f"end {what}"
        case t.Note(text):
            return f'note "{text}"'
        case t.GiveAward(name, args):
            return f"award {name}" + (f"({write_all(args)})" if args else "")
        case t.ForEach(name, things, _, secretly):
            return f"{'secretly ' * secretly}for each {name} in {write(things)}"
        case t.Repeat(bound, value):
            unit = " times" if bound == "up to" else ""
            return "repeat" if value is None else f"repeat {bound} {write(value)}{unit}"
        case t.Turns(start, clockwise, until):
            return f"turns from {write(start)} {_round(clockwise)}{_option_word('until', until)}"
        case t.OneTurnEach(start, clockwise):
            return f"one turn each from {write(start)} {_round(clockwise)}"
        case t.TurnOf(player):
            return f"turn of {write(player)}"
        case t.Phase(name):
            return f"phase {name}"
        case t.Together():
            return "together"
        case t.Finally():
            return "finally"
        case _:
            return ""


def _example_head(line: t.Line) -> str:
    match line:
        case t.Example(title):
            return f'example "{title}"'
        case t.Given():
            return "given"
        case t.WithOptions(settings):
            return "options " + ", ".join(f"{name} = {write(value)}" for name, value in settings)
        case t.TurnIs(player):
            return f"turn of {player}"
        case t.PlayMove(move, by):
            return f"play {_invocation(move)}" + (f" by {by}" if by else "")
        case t.RunBlock():
            return "run"
        case t.ExpectThat(condition):
            return f"expect that {write(condition)}"
        case t.ExpectOffers(move, offers):
            return f"expect {_invocation(move)} offers{_offers(offers)}"
        case t.ExpectRefused(move, condition):
            return f"expect {_invocation(move)} refused: {condition}"
        case t.ExpectPosition():
            return "expect position"
        case t.ExpectWinners((player,)):
            return f"expect winner {player}"
        case t.ExpectWinners(players):
            return f"expect winners {' and '.join(players)}"
        case t.ExpectRanking(places):
            return f"expect ranking {_groups(places)}"
        case t.ExpectNothing():
            return "expect nothing offered"
        case _:
            return ""


def _path_line(line: t.PathLine) -> str:
    value = "" if line.value is None else write(line.value)
    match line.kind:
        case "step":
            limit = "" if line.times is None else f", at most {line.times} times"
            condition = f" if {value}" if value else ""
            way = f"step {line.name} from {line.origin} to {line.goal}"
            return f"{way}{condition}{_option_word('costs', line.cost)}{limit}"
        case "along" | "only":
            return f"{line.kind} {line.name}"
        case "within":
            return f"within {value} {line.name}"
        case "through":
            return f"through: {value}"
        case "ends":
            return f"ends on: {value}"
    assert_never(line.kind)


def _shape(board: t.Board) -> str:
    if board.size:
        across, down = (write(side, Level.SUM, last=False) for side in board.size)
        return f"{board.shape} {across} by {down}"
    return board.shape


def _groups(groups: tuple[tuple[str, ...], ...]) -> str:
    """Return groups of players: of teams, or of the places of a ranking."""
    return ", ".join(" and ".join(group) for group in groups)


def _remarks(remarks: tuple[t.Remark, ...]) -> str:
    return "".join(f", {_remark(remark)}" for remark in remarks)


def _remark(remark: t.Remark) -> str:
    return " ".join(_remark_word(word) for word in remark.words)


def _remark_word(word: str | int | tuple[int, int]) -> str:
    if isinstance(word, t.Extent):
        return f"{word.low}..{word.high}"
    return f"{word[0]},{word[1]}" if isinstance(word, tuple) else str(word)


def _log_words(words: tuple[str | int | t.Coordinate, ...]) -> str:
    return " ".join(f"{word.x},{word.y}" if isinstance(word, t.Coordinate) else str(word) for word in words)


def position_item(item: t.PositionItem) -> str:
    """Return what stands on one place of a position."""
    groups = f": {', '.join(_log_words(group) for group in item.groups)}" if item.groups else ""
    return _log_words(item.head) + groups


def _invocation(move: t.Invocation) -> str:
    return move.name + (f"({', '.join(_log_words(arg) for arg in move.args)})" if move.args else "")


def _offers(offers: tuple[tuple[str | int | t.Coordinate, ...], ...]) -> str:
    texts = [_log_words(offer) for offer in offers]
    if all(len(offer) == 1 for offer in offers):
        return "".join(f" {text}" for text in texts)
    return f" {'; '.join(texts)}" + (";" if len(texts) == 1 else "")


def _award_values(values: tuple[t.Expr, ...]) -> str:
    return ", then ".join(write(value) for value in values)


def _times(times: t.Times | None) -> str:
    if times is None:
        return ""
    if times.low is None:
        return f", up to {write(times.high)} times"
    if times.low == times.high:
        return f", {write(times.high)} times"
    return f", {write(times.low)} to {write(times.high)} times"


def bounds(low: int, high: int) -> str:
    """Return a number, or the range from one to another."""
    return str(low) if low == high else f"{low}..{high}"


def _of(owner: str | int) -> str:
    return f" of {owner}" if owner != "" else ""


def typed(kind: t.TypeText | None) -> str:
    """Return the type behind a name, if one is written."""
    return f": {write_type(kind)}" if kind else ""


def _phrase(e: t.Expr) -> str:
    return write(e, Level.PHRASE, last=False)


def _option_word(word: str, value: t.Expr | None) -> str:
    return "" if value is None else f" {word} {write(value)}"


def _round(clockwise: bool) -> str:
    return "clockwise" if clockwise else "anticlockwise"
