"""A link that only records its commands; a test answers them."""

from __future__ import annotations

from app.session.link import Link, Player
from dsl.match.table_messages import Answer, AskPreview, Command, Preview
from dsl.match.view import PieceView


class RecordedLink(Link):
    """Link of red; no match is behind it. `sent` are the commands so far, `thinking` the bot that is thinking."""

    def __init__(self) -> None:
        super().__init__((Player("red"), Player("blue", here=False)))
        self.sent: list[Command] = []
        self.thinking: str | None = None
        self.steps = 0  #: how often bots were asked to choose
        self.stops = 0  #: how often their thinking was interrupted

    def _send(self, command: Command) -> None:
        self.sent.append(command)

    def answer(self, answer: Answer) -> None:
        self._emit_answer(answer)

    @property
    def previews(self) -> list[tuple[int, str]]:
        """The previews asked for, each an option and the value after it."""
        return [(each.option, each.then) for each in self.sent if isinstance(each, AskPreview)]

    # ---- bots ---------------------------------------------------------------------------------------------------

    @property
    def paces_bots(self) -> bool:
        return True

    def step_bots(self) -> bool:
        self.steps += 1
        return self.thinking is None

    def stop_thinking(self) -> None:
        self.stops += 1

    @property
    def thinking_seat(self) -> str | None:
        return self.thinking


def laid(option: int, turned: int | None, *next_values: str) -> Preview:
    """A preview in which a field lies turned by `turned` sixths; None: nothing lies there."""
    pieces = () if turned is None else (PieceView("field", "A1", turned=turned),)
    return Preview(0, option, next_values, (), None, pieces)
