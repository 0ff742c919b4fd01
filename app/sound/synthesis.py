"""Synthesis of the sounds: each is computed once, at its first use, from tones and filtered noise.

A sound is an array of 16-bit samples, one channel, RATE per second. It begins and ends at zero with a soft attack and
decay, so that nothing clicks. All have the same peak; the volume is the player's. Computing one takes a few
milliseconds, so it belongs into the thread of the player.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable
from functools import cache
from typing import Literal, get_args

Sound = Literal["slide", "card", "place", "chat", "refused", "score", "turn", "win"]
#: All sounds. Of several that are due at the same time, the last in this order is played.
SOUNDS: tuple[Sound, ...] = get_args(Sound)
RATE = 32_000  #: samples per second
PEAK = 22_000  #: the largest sample of every sound

_ATTACK, _RELEASE = 0.004, 0.03  #: seconds of the fades at the begin and the end of a sound
_TURN = 2 * math.pi / RATE  #: radians per sample at 1 Hz


@cache
def samples_of(sound: Sound) -> array[int]:
    """Return the samples of a sound; do not change them."""
    return _finished(_RECIPES[sound]())


def _finished(wave: list[float]) -> array[int]:
    """Fade a wave in and out, and bring it to the peak of all sounds."""
    attack, release, last = round(_ATTACK * RATE), round(_RELEASE * RATE), len(wave) - 1
    for index in range(attack):
        wave[index] *= _fade(index / attack)
    for index in range(release):
        wave[last - index] *= _fade(index / release)
    scale = PEAK / max(map(abs, wave))
    return array("h", [round(value * scale) for value in wave])


def _fade(share: float) -> float:
    return 0.5 - 0.5 * math.cos(math.pi * share)


def _silence(seconds: float) -> list[float]:
    return [0.0] * round(seconds * RATE)


def _add_tone(
    wave: list[float], start: float, pitch: float, level: float, decay: float, bend: float = 0.0, attack: float = 0.004
) -> None:
    """Add a sine from `start` to the end. `decay` is the time in seconds after which it has fallen to 37 %, and `bend`
    the share of its pitch by which it starts higher."""
    first, phase, swelling = round(start * RATE), 0.0, attack * RATE
    fall, envelope = math.exp(-1 / (decay * RATE)), level
    bending, step = bend, pitch * _TURN
    bend_fall = math.exp(-1 / (0.03 * RATE))
    for index in range(first, len(wave)):
        grown = (index - first) / swelling
        wave[index] += math.sin(phase) * envelope * (grown if grown < 1 else 1)
        phase += step * (1 + bending)
        bending *= bend_fall
        envelope *= fall


def _add_noise(wave: list[float], seed: int, low: float, high: float, level: Callable[[float], float]) -> None:
    """Add noise between two frequencies, in Hz (two filters of the first order); `level` maps the share of the
    duration that is over to the amplitude."""
    chance, length = random.Random(seed), len(wave)
    above, below = 1 - math.exp(-low * _TURN), 1 - math.exp(-high * _TURN)
    deep = smooth = smoother = 0.0
    for index in range(length):
        smooth += below * (chance.random() * 2 - 1 - smooth)
        smoother += below * (smooth - smoother)
        deep += above * (smoother - deep)
        wave[index] += (smoother - deep) * level(index / length)


def _place() -> list[float]:
    """A piece of wood set down: a low knock, two modes of the wood, and the touch itself."""
    wave = _silence(0.2)
    _add_tone(wave, 0.0, 165, 1.0, 0.035, bend=0.5)
    _add_tone(wave, 0.0, 430, 0.35, 0.022)
    _add_tone(wave, 0.0, 980, 0.12, 0.012)
    _add_noise(wave, 1, 300, 2600, lambda share: 1.2 * math.exp(-share * 26))
    return wave


def _slide() -> list[float]:
    """A piece pushed over cloth: noise that swells and fades."""
    wave = _silence(0.3)
    _add_noise(wave, 2, 180, 1100, lambda share: math.sin(math.pi * share) ** 2)
    _add_tone(wave, 0.2, 150, 0.05, 0.03)
    return wave


def _card() -> list[float]:
    """A card laid on a table: a short rustle, then its edge."""
    wave = _silence(0.17)
    _add_noise(wave, 3, 700, 2800, lambda share: share * 2.2 if share < 0.45 else math.exp(-(share - 0.45) * 9))
    _add_tone(wave, 0.075, 240, 0.06, 0.018)
    return wave


def _bell(wave: list[float], start: float, pitch: float, level: float, decay: float) -> None:
    """A soft bar of wood or metal: the tone and two partials that fade sooner."""
    _add_tone(wave, start, pitch, level, decay, attack=0.008)
    _add_tone(wave, start, pitch * 2, level * 0.22, decay * 0.5, attack=0.006)
    _add_tone(wave, start, pitch * 3.98, level * 0.07, decay * 0.22, attack=0.004)


def _turn() -> list[float]:
    """Two notes that rise by a fourth."""
    wave = _silence(0.62)
    _bell(wave, 0.0, 523.25, 0.8, 0.14)
    _bell(wave, 0.14, 698.46, 1.0, 0.16)
    return wave


def _refused() -> list[float]:
    """Two low, dull notes, the second below the first."""
    wave = _silence(0.3)
    _add_tone(wave, 0.0, 207.65, 1.0, 0.06, attack=0.01)
    _add_tone(wave, 0.11, 174.61, 1.0, 0.065, attack=0.01)
    _add_noise(wave, 4, 80, 420, lambda share: 0.4 * math.exp(-share * 14))
    return wave


def _score() -> list[float]:
    """Three quick high notes of a chord."""
    wave = _silence(0.48)
    for number, pitch in enumerate((783.99, 987.77, 1174.66)):
        _bell(wave, 0.06 * number, pitch, 0.6 + 0.2 * number, 0.11)
    return wave


def _win() -> list[float]:
    """A chord that is built up note by note and rings."""
    wave = _silence(0.8)
    for number, pitch in enumerate((392.0, 523.25, 659.25, 783.99)):
        _bell(wave, 0.1 * number, pitch, 0.8, 0.24)
    return wave


def _chat() -> list[float]:
    """One round drop."""
    wave = _silence(0.18)
    _add_tone(wave, 0.0, 620, 1.0, 0.045, bend=-0.35, attack=0.008)
    _add_tone(wave, 0.0, 1240, 0.12, 0.025, bend=-0.35, attack=0.008)
    return wave


_RECIPES: dict[Sound, Callable[[], list[float]]] = {
    "place": _place,
    "slide": _slide,
    "card": _card,
    "turn": _turn,
    "refused": _refused,
    "score": _score,
    "win": _win,
    "chat": _chat,
}
