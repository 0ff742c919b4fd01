"""How strong computer players are against other programs: `python -m tests.bench.rivals GAME[=MATCHES]... --of NAME`.

In Connect Four, Reversi, Hex, Breakthrough, Amazons and draughts the rival is the tree search of OpenSpiel in C++ (UCT
with one random rollout, its solver on); in chess Stockfish at its weakest level with depth 1 (`--rival stockfish`), or
a player that takes the most material with its move, chance deciding among equals (`--rival grabber`). They are no part
of the project: `pip install --target DIR open_spiel chess`, the package `stockfish` of the system, and
`PYTHONPATH=DIR python -m tests.bench.rivals`. Both sides get `--ms` of processor time for a move (in Amazons for each
of its three parts), except Stockfish and the grabber, which need next to none. If a move takes two choices here, such
as a piece and a place, they share the time. The search of OpenSpiel has no clock: before each move a short one, whose
time does not count, measures how many iterations fit. The line of a game says what both sides took. Each pair of
matches begins with the same random choices.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Protocol

from dsl.bots.levels import level_of
from dsl.bots.rules_cache import GamePrograms
from dsl.bots.search_bot import SearchBot, SearchBudget
from dsl.match.match import Match
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.ruleset import Ruleset, build, load
from dsl.simulation.statistics import wilson_interval
from tests.bench.figures import folder_of, heading

#: By game: its name in OpenSpiel, and the height of the board if its rows count from the other side.
SPIEL = {
    "classics/connect-four": ("connect_four", 0),
    "classics/reversi": ("othello", 0),
    "classics/hex": ("hex(board_size=11)", 0),
    "classics/breakthrough": ("breakthrough", 8),
    "classics/amazons": ("amazons", 10),
    "classics/draughts": ("checkers", 0),
}
#: What must be changed for the rival's rules: in OpenSpiel a match of draughts is drawn after 40 moves of both together
#: without a capture, moves of men included.
OPTIONS = {"classics/draughts": {"quiet_turns": 20}}
RULES = {"classics/draughts": ("        if kind of m is uncrowned\n            quiet = 0\n", "")}
PASS = "pass"
STRENGTH = {"p": 1, "n": 3, "b": 3, "r": 5, "q": 9, "k": 0}
Moves = tuple[str, ...]  #: the places of a move, one after the other, and the kind that a pawn becomes


class Rival(Protocol):
    """Another program at one match."""

    def legal(self) -> dict[Moves, Any]:
        """Return what it knows as legal, by places; none if the match is over for it."""
        ...

    def apply(self, move: Any) -> None:
        """Note a move of either side."""
        ...

    def choose(self) -> Any:
        """Return its own move."""
        ...


class Spiel:
    """The tree search of OpenSpiel with a limit of processor time."""

    def __init__(self, name: str, milliseconds: int, seed: int) -> None:
        import pyspiel  # type: ignore[import-not-found]

        spiel, self._height = SPIEL[name]
        self._pyspiel, self._game, self._seed, self._limit = (
            pyspiel,
            pyspiel.load_game(spiel),
            seed,
            milliseconds / 1000,
        )
        self._state = self._game.new_initial_state()
        self._rate = 2000.0  #: iterations in a second of processor time
        self.took: list[float] = []  #: seconds of processor time of its moves, without those that it had proved

    def legal(self) -> dict[Moves, Any]:
        if self._state.is_terminal():
            return {}
        return {self._places(self._state.action_to_string(action)): action for action in self._state.legal_actions()}

    def _places(self, text: str) -> Moves:
        if text[0] in "xo" and text[1:].isdigit():
            return ("abcdefg"[int(text[1:])],)
        if text == PASS:
            return (PASS,)
        if "(" in text:  # a row from the top and a column
            row, column = (int(number) for number in text[text.index("(") + 1 : -1].split(","))
            return (f"{'abcdefghij'[column - 1]}{self._height + 1 - row}",)
        text = text.strip("*")
        places: list[str] = []
        for sign in text:
            if sign.isalpha():
                places.append(sign)
            else:
                places[-1] += sign
        if self._height:
            places = [f"{place[0]}{self._height + 1 - int(place[1:])}" for place in places]
        return tuple(places)

    def apply(self, move: Any) -> None:
        self._state.apply_action(move)

    def choose(self) -> Any:
        """Search for as many iterations as fit its time: it has no clock of its own, so shorter searches, which do not
        count, measure how many these are."""
        self._seed += 1
        seconds, goal = 0.0, self._limit / 8
        while seconds < goal / 2:
            number = max(2, round(self._rate * goal))
            root, seconds = self._search(number)
            if root.explore_count < number:
                return root.best_child().action  # proved
            self._rate = number / seconds
        number = max(2, round(self._rate * self._limit))
        root, seconds = self._search(number)
        if root.explore_count == number:
            self.took.append(seconds)
        return root.best_child().action

    def _search(self, number: int) -> tuple[Any, float]:
        """Return the root of a search of some iterations, and how long it took."""
        evaluator = self._pyspiel.RandomRolloutEvaluator(1, self._seed)
        bot = self._pyspiel.MCTSBot(self._game, evaluator, 2.0, number, 1000, True, self._seed, False)
        begun = time.process_time()
        root = bot.mcts_search(self._state)
        return root, max(time.process_time() - begun, 1e-5)


class Chess:
    """Chess by python-chess: Stockfish at its weakest, or a player that takes the most material."""

    def __init__(self, rival: str, seed: int) -> None:
        import chess  # type: ignore[import-not-found]
        import chess.engine  # type: ignore[import-not-found]

        self._chess, self._board, self._dice = chess, chess.Board(), random.Random(seed)
        self._engine = None
        if rival == "stockfish":
            self._engine = chess.engine.SimpleEngine.popen_uci("/usr/games/stockfish", timeout=None)
            self._engine.configure({"Skill Level": 0})

    def legal(self) -> dict[Moves, Any]:
        names = self._chess.piece_name
        return {
            (move.uci()[:2], move.uci()[2:4], *([names(move.promotion)] if move.promotion else ())): move
            for move in self._board.legal_moves
        }

    def apply(self, move: Any) -> None:
        self._board.push(move)

    def choose(self) -> Any:
        if self._engine is not None:
            return self._engine.play(self._board, self._chess.engine.Limit(depth=1)).move
        moves = list(self._board.legal_moves)
        self._dice.shuffle(moves)
        return max(moves, key=self._worth)

    def _worth(self, move: Any) -> int:
        side = self._board.turn
        self._board.push(move)
        value = 1000 * self._board.is_checkmate() + sum(
            STRENGTH[piece.symbol().lower()] * (1 if piece.color == side else -1)
            for piece in self._board.piece_map().values()
        )
        self._board.pop()
        return value

    def close(self) -> None:
        """End the process of Stockfish."""
        if self._engine is not None:
            self._engine.quit()


def main() -> None:
    """Print one line for each match and one for each game."""
    parser = argparse.ArgumentParser(description="How strong computer players are against other programs.")
    parser.add_argument("games", nargs="+", metavar="GAME[=MATCHES]")
    parser.add_argument("--of", default="strong", help="our player, by name; its time is `--ms`")
    parser.add_argument("--rival", default="openspiel", choices=("openspiel", "stockfish", "grabber"))
    parser.add_argument("--ms", type=int, default=100, help="processor time of a move")
    parser.add_argument("--opening", type=int, default=4, help="random moves at the beginning, at most")
    parser.add_argument("--first", type=int, default=0, help="the seed of the first match")
    found = parser.parse_args()
    heading(f"{found.of} against {found.rival}, {found.ms} ms of processor time a move")
    for item in found.games:
        name, _, matches = item.partition("=")
        pack = _adapted(load(folder_of(name)), *RULES.get(name, ("", "")))
        rules, points, begun = GamePrograms(pack), 0.0, time.process_time()
        took: tuple[list[float], list[float]] = [], []
        for played, seed in enumerate(range(found.first, found.first + int(matches or 10)), 1):
            make = partial(Spiel, name, found.ms) if found.rival == "openspiel" else partial(Chess, found.rival)
            how = found.of, found.ms, found.opening
            got, choices = _points(pack, rules, how, make, seed, OPTIONS.get(name, {}), took)
            points += got
            print(f"    {name} seed {seed}: {got:g} in {choices} moves; {points:g} of {played}", flush=True)
        where = wilson_interval(points, played)
        each = (time.process_time() - begun) / played
        print(f"  {name:<26} {points:g} of {played}: {points / played:.0%} ({where.low:.0%} to {where.high:.0%})"
              f" {each:.1f} s each; ms a move: {_milliseconds(took[0])} ours, {_milliseconds(took[1])} the rival's;"
              f" load {os.getloadavg()[0]:.1f}", flush=True)  # fmt: skip


def _milliseconds(took: Sequence[float]) -> str:
    return f"{1000 * sum(took) / len(took):.0f}" if took else "-"


def _adapted(pack: Ruleset, old: str, new: str) -> Ruleset:
    """Return a game with a passage of its rules in place of another one."""
    if not old:
        return pack
    files = tuple((path, text.replace(old, new)) for path, text in pack.text.files)
    assert files != pack.text.files, f"{old!r} is not in the rules"
    return build(RulesetText(files))


def _points(
    pack: Ruleset,
    rules: GamePrograms,
    how: tuple[str, int, int],
    make: Callable[[int], Any],
    seed: int,
    options: Mapping[str, int],
    took: tuple[list[float], list[float]],
) -> tuple[float, int]:
    """Return what our player gets, who begins if the seed is even, and the number of moves. Note in `took` how long
    the moves of both took, without those that had only one option or were proved."""
    name, milliseconds, opening = how
    match, rival, dice = pack.start(2, options, seed), make(seed), random.Random(seed // 2)
    parameters = level_of(f"bot:{name}", pack).parameters
    setting = match.information(match.questions[0].seat).information.setting
    rules.search(setting, deepens=parameters.alpha_beta)  # compiling is no part of a move

    def bot(left: float) -> SearchBot:
        budget = SearchBudget(milliseconds=round(1000 * left))
        return SearchBot(seed, rules, budget, parameters, clock=time.process_time)

    ours = match.program.colours[seed % 2]
    moves = 0
    try:
        while match.questions and (legal := rival.legal()):
            if moves < opening:
                move = dice.choice(sorted(legal))
                _play(match, move)
            elif match.questions[0].seat == ours:
                before = time.process_time()
                move = _ours(match, bot, milliseconds / 1000, legal)
                if (seconds := time.process_time() - before) > milliseconds / 4000:
                    took[0].append(seconds)
            else:
                chosen = rival.choose()
                move = next(places for places, one in legal.items() if one == chosen)
                _play(match, move)
            rival.apply(legal[move])
            moves += 1
    finally:
        if isinstance(rival, Chess):
            rival.close()
        else:
            took[1].extend(rival.took)
    if match.outcome is None:
        return 0.5, moves  # OpenSpiel ends a match of draughts earlier without a winner
    first = [line.seat for line in match.outcome.ranking if line.place == 1]
    return (ours in first) / len(first), moves


def _ours(match: Match, bot: Callable[[float], SearchBot], left: float, legal: dict[Moves, Any]) -> Moves:
    """Let our player make a move in `left` seconds, and return it as the rival writes it."""
    made: list[str] = []
    parts = 1 if (PASS,) in legal else min(len(places) for places in legal)
    while True:
        question = match.questions[0]
        informed = match.information(question.seat)
        begun = time.process_time()
        number = informed.options[bot(left / max(parts - len(made), 1)).choose(informed.information)]
        left -= time.process_time() - begun
        value = next(option.value for option in match.decisions[0].options if option.number == number)
        match.choose(question.position, number, question.seat)
        made.append(value.place or value.text)
        if (PASS,) in legal:
            return (PASS,)
        for places in legal:
            if tuple(made) in (places, places[-1:]) or (len(places) == 1 == len(places[0]) and made[0][0] == places[0]):
                return places
        assert len(made) < 3, f"{made} is no move of the rival: {sorted(legal)}"


def _play(match: Match, places: Moves) -> None:
    """Make a move of the rival; a place that is not asked for, that of the only man that may move on, is left out."""
    for place in _asked(match, places):
        decision = match.decisions[0]
        match.choose(decision, next(option for option in decision.options if _fits(option.value, place)))


def _fits(value: Any, place: str) -> bool:
    """Whether an option is a place, or in the column that stands for it; the only option is a pass."""
    text = value.place or value.text
    return place == PASS or text == place or (len(place) == 1 and text.startswith(place))


def _asked(match: Match, places: Moves) -> Iterator[str]:
    first = {option.value.place or option.value.text for option in match.decisions[0].options}
    skipped: Sequence[str] = places
    if len(places[0]) > 1 and places[0] not in {*first, PASS}:
        skipped = places[1:]
    yield from skipped


if __name__ == "__main__":
    main()
