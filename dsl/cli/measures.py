"""playouts, perft, program: what one measures and looks at in a game's program."""

from __future__ import annotations

import argparse
import hashlib
import random
import time
from pathlib import Path

from dsl.cli.common import load_game, options_of, players_of
from dsl.cli.main import GOOD, FailedError, MisuseError
from dsl.engine.contents import Contents
from dsl.engine.match import Match
from dsl.engine.notation import Notation, NotationError
from dsl.engine.pack import OptionError, Pack
from dsl.engine.positions import Positions
from dsl.run.runner import RuleError
from dsl.text import tree as t
from dsl.text.parse import MAX_SIZE, parse, read_source

MAX_CHOICES = 100_000  #: in one match; a game that is longer has no end


def playouts(arguments: argparse.Namespace) -> int:
    """Play matches by chance; say how fast, how long, and a hash of all that came of it."""
    pack = load_game(arguments)
    players = players_of(arguments, pack)
    began, moves, digest = time.perf_counter(), 0, hashlib.sha256()
    for number in range(arguments.number):
        match = _start(pack, players, arguments, arguments.seed + number)
        dice = random.Random(arguments.seed + number)
        while not match.over and match.position < MAX_CHOICES:
            question = match.question
            if question is None:
                raise FailedError(f"match {number}: nobody is asked, and the game is not over")
            try:
                match.choose(match.position, dice.choice(question.options))
            except RuleError as error:
                raise FailedError(f"match {number}, choice {match.position}: {error}") from None
        moves += match.position
        digest.update(match.digest.encode())
    seconds = max(time.perf_counter() - began, 1e-9)
    total = max(arguments.number, 1)
    print(
        f"{arguments.number / seconds:.1f} playouts/s, {moves / seconds:.0f} moves/s, mean length {moves / total:.1f}"
    )
    print(f"state hash {digest.hexdigest()}")
    return GOOD


def perft(arguments: argparse.Namespace) -> int:
    """Count the ways to make so many choices."""
    pack = load_game(arguments)
    players = players_of(arguments, pack)
    match = _start(pack, players, arguments, arguments.seed)
    if arguments.position:
        match = _at(pack, match, Path(arguments.position))
    began = time.perf_counter()
    for depth in range(1, arguments.depth + 1):
        print(f"{depth} {_count(match, depth)}")
    print(f"{time.perf_counter() - began:.2f} s")
    return GOOD


def _count(match: Match, depth: int) -> int:
    question = match.question
    if question is None:
        return 0
    if depth == 1:
        return len(question.options)
    total = 0
    for option in question.options:
        ahead = match.fork()
        ahead.choose(ahead.position, option)
        total += _count(ahead, depth - 1)
    return total


def _at(pack: Pack, match: Match, path: Path) -> Match:
    """Return the match that stands as the example in a file says, where its action would be asked."""
    try:
        source = read_source(path.read_bytes()[: MAX_SIZE + 1], path.name)
    except OSError as error:
        raise FailedError(f"{path} cannot be read: {error.strerror}") from None
    example = next((s for s in parse(source).sections if isinstance(s, t.Example)), None)
    if example is None:
        raise FailedError(f"{path} holds no `example`")
    state = match.runner.blank()
    contents = Contents(match.program, state)
    try:
        for line in example.lines:
            if isinstance(line, t.Given):
                Positions(Notation(match.program), contents).set_up(line.items)
            elif isinstance(line, t.TurnIs):
                contents.put("me", match.seat(line.player))
            elif isinstance(line, t.PlayMove):
                match.runner.enter(state, match.program.alone[line.move.name])
    except (NotationError, KeyError) as error:
        raise FailedError(f"{path}: {error}") from None
    match.runner.events()
    return Match.at(pack, match.players, match.options, match.runner, state)


def program(arguments: argparse.Namespace) -> int:
    """Show the program that the rules become."""
    from dsl.program.show import show
    from dsl.run.reference.python import source_of

    pack = load_game(arguments)
    made = _start(pack, players_of(arguments, pack), arguments, arguments.seed).program
    print(source_of(made).text if arguments.python else show(made))
    return GOOD


def _start(pack: Pack, players: int, arguments: argparse.Namespace, seed: int) -> Match:
    try:
        return pack.start(players, options_of(arguments), seed)
    except OptionError as error:
        raise MisuseError(str(error)) from None
    except RuleError as error:
        raise FailedError(f"the game cannot be set up: {error}") from None
