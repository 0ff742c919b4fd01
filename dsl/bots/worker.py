"""The process that thinks: it answers one question after the other, and stops thinking as soon as somebody says more.

It holds nothing but the rules. If it dies, another one answers the same question in the same way.
"""

from __future__ import annotations

import gc
import signal
from contextlib import suppress
from multiprocessing.connection import Connection

from dsl.bots import bot_of
from dsl.bots.advice import advise
from dsl.bots.levels import way_of
from dsl.bots.rules import Rules
from dsl.bots.talk import Advise, Answer, By, Enough, Game, Question, Ready, Sorry, Think, Thought
from dsl.engine.information import Setting
from dsl.engine.pack import Pack, rebuild
from dsl.engine.sweeping import without_sweeping
from dsl.engine.wire import WireError, dumps, loads
from dsl.run.choosing import Which, settle, which
from dsl.run.runner import RuleError
from dsl.text.problem import RulesError
from dsl.text.source import Source


def serve(connection: Connection, found: Which | None = None) -> None:
    """Answer what comes in over a connection until it is closed. A probe has `found` what runs rules here."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started this one closes it, too
    settle(found)
    try:
        worker = Worker(loads(connection.recv_bytes(), Game), connection)
        told = False
        while True:
            match loads(connection.recv_bytes(), Think, Advise, Enough, Ready, Game):
                case Think() | Advise() as question:
                    answer = worker.answer(question)
                    if not told:
                        told = True
                        connection.send_bytes(dumps(By(which().name, which().reason)).encode())
                    connection.send_bytes(dumps(answer).encode())
                case Ready(Setting() as setting):
                    worker.make_ready(setting)
                case Game() as game:
                    worker = Worker(game, connection)
    except (EOFError, OSError):
        return


class Worker:
    """Thinks about one game."""

    def __init__(self, game: Game, connection: Connection) -> None:
        self._connection = connection
        self._pack: Pack | None = None
        self._trouble = ""
        try:
            with without_sweeping():
                house = [Source(name, text) for name, text in game.house]
                self._pack = rebuild(game.text, house, game.identity, game.skips_choices)
        except RulesError as error:
            self._trouble = str(error)
        self._rules = Rules(self._pack, hurried=True) if self._pack else None
        gc.freeze()  # the rules stay: nobody looks for garbage among them in the middle of a thought

    def make_ready(self, setting: Setting) -> None:
        """Begin to compile what questions about a setting need."""
        if self._rules is not None:
            with suppress(RulesError, RuleError, ValueError):  # whoever asks is told
                with without_sweeping():
                    self._rules.quick(setting)
                self._rules.prepare(setting)

    def answer(self, question: Question) -> Answer:
        """Return the answer to a question."""
        if self._rules is None:
            return Sorry(question.number, self._trouble)
        try:
            match question:
                case Think(number, player, seed, asked, information):
                    bot = bot_of(way_of(player, self._pack), seed, self._rules, self._connection.poll, asked / 1000)
                    return Thought(number, bot.choose(information))
                case Advise():
                    return advise(question, self._rules, self._connection.poll)
        except (RulesError, RuleError, WireError, ValueError) as error:
            return Sorry(question.number, str(error))
        except (MemoryError, RecursionError) as error:
            return Sorry(question.number, f"this is too much to think about ({type(error).__name__})")
