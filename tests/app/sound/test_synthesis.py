"""The sounds: soft, short, without clicks, and all different."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.sound.synthesis import PEAK, RATE, SOUNDS, Sound, samples_of


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_short_and_begins_and_ends_in_silence(sound: Sound) -> None:
    samples = samples_of(sound)
    assert 0.1 <= len(samples) / RATE <= 0.8
    assert samples[0] == samples[-1] == 0
    edge = round(0.001 * RATE)
    assert max(map(abs, samples[:edge])) < PEAK / 5
    assert max(map(abs, samples[-edge:])) < PEAK / 50


@pytest.mark.parametrize("sound", SOUNDS)
def test_a_sound_is_as_loud_as_the_others_and_is_never_cut_off(sound: Sound) -> None:
    assert max(map(abs, samples_of(sound))) == PEAK


@pytest.mark.parametrize("sound", sorted(set(SOUNDS) - {"slide", "card"}))
def test_a_tone_jumps_nowhere(sound: Sound) -> None:
    """A click is a step between two samples; noise has steps by nature."""
    samples = samples_of(sound)
    assert max(abs(after - before) for before, after in pairwise(samples)) < PEAK / 3


def test_all_sounds_differ_and_are_made_once() -> None:
    assert len({samples_of(sound).tobytes() for sound in SOUNDS}) == len(SOUNDS) == 8
    assert samples_of("win") is samples_of("win")
