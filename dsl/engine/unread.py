"""What is wrong with words that are no notation."""

from __future__ import annotations

from dsl.text.source import Span


class NotationError(Exception):
    """Words that do not write what was asked for; the message says what would. `span`: their place, if known."""

    span: Span | None = None
