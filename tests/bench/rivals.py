"""How strong computer players are against other programs: `python -m tests.bench.rivals GAME[=MATCHES]... --of NAME`.

In Connect Four, Reversi, Hex, Breakthrough, Amazons and draughts the rival is the tree search of OpenSpiel in C++ (UCT
with one random rollout, its solver on); in chess Stockfish at its weakest level with depth 1 (`--rival stockfish`), or
a player that takes the most material with its move, chance deciding among equals (`--rival grabber`). They are no part
of the project: `pip install --target DIR open_spiel chess`, the package `stockfish` of the system, and
`PYTHONPATH=DIR python -m tests.bench.rivals`. Both sides get `--ms` of processor time for a move (in Amazons for each
of its three parts), except Stockfish and the grabber, which need next to none. Each pair of matches begins with the
same random choices.
"""

from __future__ import annotations

import argparse
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
        self._rate = 2000.0  #: iterations in a second of processor time, the mean of the latest moves

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
        """Search for as many iterations as fit its time by the latest measurement: it has no clock of its own."""
        pyspiel = self._pyspiel
        self._seed += 1
        number = max(2, round(self._rate * self._limit))
        bot = pyspiel.MCTSBot(
            self._game, pyspiel.RandomRolloutEvaluator(1, self._seed), 2.0, number, 1000, True, self._seed, False
        )
        begun = time.process_time()
        root = bot.mcts_search(self._state)
        took = max(time.process_time() - begun, 1e-4)
        self._rate += (root.explore_count / took - self._rate) / 2
        return root.best_child().action


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
        for played, seed in enumerate(range(found.first, found.first + int(matches or 10)), 1):
            make = partial(Spiel, name, found.ms) if found.rival == "openspiel" else partial(Chess, found.rival)
            how = found.of, found.ms, found.opening
            got, choices = _points(pack, rules, how, make, seed, OPTIONS.get(name, {}))
            points += got
            print(f"    {name} seed {seed}: {got:g} in {choices} moves; {points:g} of {played}", flush=True)
        where = wilson_interval(points, played)
        each = (time.process_time() - begun) / played
        print(f"  {name:<26} {points:g} of {played}: {points / played:.0%} ({where.low:.0%} to {where.high:.0%})"
              f" {each:.1f} s each", flush=True)  # fmt: skip


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
) -> tuple[float, int]:
    """Return what our player gets, who begins if the seed is even, and the number of moves."""
    name, milliseconds, opening = how
    match, rival, dice = pack.start(2, options, seed), make(seed), random.Random(seed // 2)
    bot = SearchBot(
        seed, rules, SearchBudget(milliseconds=milliseconds), level_of(f"bot:{name}", pack).parameters,
        clock=time.process_time,
    )  # fmt: skip
    ours = match.program.colours[seed % 2]
    moves = 0
    try:
        while match.questions and (legal := rival.legal()):
            if moves < opening:
                move = dice.choice(sorted(legal))
                _play(match, move)
            elif match.questions[0].seat == ours:
                move = _ours(match, bot, legal)
            else:
                chosen = rival.choose()
                move = next(places for places, one in legal.items() if one == chosen)
                _play(match, move)
            rival.apply(legal[move])
            moves += 1
    finally:
        if isinstance(rival, Chess):
            rival.close()
    if match.outcome is None:
        return 0.5, moves  # OpenSpiel ends a match of draughts earlier without a winner
    first = [line.seat for line in match.outcome.ranking if line.place == 1]
    return (ours in first) / len(first), moves


def _ours(match: Match, bot: SearchBot, legal: dict[Moves, Any]) -> Moves:
    """Let our player make a move, and return it as the rival writes it."""
    made: list[str] = []
    while True:
        question = match.questions[0]
        informed = match.information(question.seat)
        number = informed.options[bot.choose(informed.information)]
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
