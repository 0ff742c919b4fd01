"""Hostile rulesets: small games, each with one thing that exceeds a limit."""

from __future__ import annotations

POND = """game pond
    players 2..3, colours red, blue, green
option lanes: 1..9 = 3
kinds Water: shallow deep
table Pad(w: Water)  worth
    shallow              1
    deep                 3
board pond: squares {size}
piece card: Water
counter frog of player: 9 each, on squares
zone heap: cards, in order
variable score of player: 0..99999 = 0
{more}
action leap(to: square) "Leap to {{to}}"
    needs free: none of frogs on to "{{to}} is taken."
    do
        move 1 of my frogs in reserve to to
        score of me += 1
{after}
setup
{setup}
play
    repeat up to lanes times
        one turn each from seat(1) clockwise
            choose leap
winner
    most score: score of it
    shared
"""


def pond(
    more: str = "", setup: str = "    create 1 of card(deep) in heap", after: str = "", size: str = "3 by 2"
) -> str:
    """Return the game with more sections, another setup, more done after each leap, or another board."""
    return POND.format(more=more, setup=setup, after=after, size=size)


def doubled(first: str, link: str, length: int) -> str:
    """Return definitions each of which uses the one before it twice."""
    return first + "".join(link.format(this=n, below=n - 1) for n in range(1, length + 1))


def row(length: int) -> list[str]:
    """Return definitions each of which uses the one before it once."""
    return ["define r0 = 3\n", *(f"define r{n} = r{n - 1} + lanes\n" for n in range(1, length))]


def blocks(depth: int) -> str:
    """Return a setup with `depth` nested blocks."""
    lines = (f"{'    ' * (n + 1)}if lanes > {n % 9}" for n in range(depth))
    return "\n".join([*lines, f'{"    " * (depth + 1)}note "deep"'])
