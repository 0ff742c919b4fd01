"""The player of sounds, with a device that records what it gets."""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from queue import SimpleQueue

import pytest

from app.sound.player import Output, SoundPlayer, mix
from app.sound.synthesis import samples_of

WAIT = 60  #: seconds


class RecordingOutput:
    """A device that puts into `heard` what is done with it."""

    def __init__(self, heard: SimpleQueue[tuple[str, int]], fails: bool = False) -> None:
        self._heard, self._fails = heard, fails

    def play(self, samples: array[int]) -> None:
        self._heard.put(("play", len(samples)))
        self.loudest = max(samples)
        if self._fails:
            raise OSError("unplugged")

    def pause(self) -> None:
        self._heard.put(("pause", 0))

    def close(self) -> None:
        self._heard.put(("close", 0))
        if self._fails:
            raise OSError("unplugged")


@pytest.fixture
def heard() -> SimpleQueue[tuple[str, int]]:
    return SimpleQueue()


Opener = Callable[[Callable[[], Output] | None], SoundPlayer]


@pytest.fixture
def make_player() -> Iterator[Opener]:
    players: list[SoundPlayer] = []

    def make(open_output: Callable[[], Output] | None) -> SoundPlayer:
        players.append(SoundPlayer(open_output, retry=0))
        players[-1].set_volume(100)
        return players[-1]

    yield make
    for player in players:
        player.close()


def test_a_sound_opens_the_device_and_is_played(make_player: Opener, heard: SimpleQueue[tuple[str, int]]) -> None:
    threads: list[threading.Thread] = []

    def open_output() -> Output:
        threads.append(threading.current_thread())
        return RecordingOutput(heard)

    player = make_player(open_output)
    assert not threads
    player.play("card")
    player.play("slide")
    assert heard.get(timeout=WAIT) == ("play", len(samples_of("card")))
    assert heard.get(timeout=WAIT) == ("play", len(samples_of("slide")))
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()


def test_the_end_closes_the_device_and_nothing_is_played_after_it(
    make_player: Opener, heard: SimpleQueue[tuple[str, int]]
) -> None:
    player = make_player(lambda: RecordingOutput(heard))
    player.play("place")
    assert heard.get(timeout=WAIT)[0] == "play"
    player.close()
    assert heard.get(timeout=WAIT) == ("close", 0)
    player.play("place")
    player.close()
    assert heard.empty()


def test_without_volume_no_device_is_opened(make_player: Opener) -> None:
    opened: list[int] = []

    def open_output() -> Output:
        opened.append(1)
        raise OSError

    player = make_player(open_output)
    player.set_volume(0)
    player.play("turn")
    player.close()
    assert not opened


def test_volume_zero_releases_the_device_and_a_later_sound_opens_it_again(
    make_player: Opener, heard: SimpleQueue[tuple[str, int]]
) -> None:
    player = make_player(lambda: RecordingOutput(heard))
    player.play("place")
    assert heard.get(timeout=WAIT)[0] == "play"
    player.set_volume(0)
    assert heard.get(timeout=WAIT) == ("close", 0)
    player.set_volume(30)
    player.play("card")
    assert heard.get(timeout=WAIT) == ("play", len(samples_of("card")))


def test_a_lower_volume_makes_smaller_samples(make_player: Opener, heard: SimpleQueue[tuple[str, int]]) -> None:
    device = RecordingOutput(heard)
    player = make_player(lambda: device)
    loudest = []
    for volume in (100, 40):
        player.set_volume(volume)
        player.play("chat")
        heard.get(timeout=WAIT)
        player.play("chat")  # when this is heard, the first one is measured
        heard.get(timeout=WAIT)
        loudest.append(max(map(abs, (device.loudest,))))
    assert 0 < loudest[1] < loudest[0] / 3


def test_no_device_means_silence_and_another_try_later(
    make_player: Opener, heard: SimpleQueue[tuple[str, int]]
) -> None:
    problems: list[Exception] = [ImportError("no library"), OSError("no device")]
    tried: SimpleQueue[int] = SimpleQueue()

    def open_output() -> Output:
        tried.put(1)
        if problems:
            raise problems.pop()
        return RecordingOutput(heard)

    player = make_player(open_output)
    for _ in range(3):
        player.play("place")
        tried.get(timeout=WAIT)
    assert heard.get(timeout=WAIT)[0] == "play"


def test_a_device_that_has_failed_is_left_alone_for_a_while(heard: SimpleQueue[tuple[str, int]]) -> None:
    tried: SimpleQueue[int] = SimpleQueue()

    def open_output() -> Output:
        tried.put(1)
        raise OSError

    player = SoundPlayer(open_output, retry=3600)
    player.set_volume(40)
    for _ in range(3):
        player.play("place")
    tried.get(timeout=WAIT)
    player.close()
    assert tried.empty()


def test_a_device_that_vanishes_is_closed_and_opened_again(
    make_player: Opener, heard: SimpleQueue[tuple[str, int]]
) -> None:
    devices = deque([RecordingOutput(heard, fails=True), RecordingOutput(heard)])
    player = make_player(lambda: devices.popleft())
    player.play("place")
    assert [heard.get(timeout=WAIT)[0] for _ in range(2)] == ["play", "close"]
    player.play("card")
    assert heard.get(timeout=WAIT) == ("play", len(samples_of("card")))


def test_a_silent_player_starts_no_thread() -> None:
    before = threading.active_count()
    player = SoundPlayer(None)
    player.set_volume(100)
    player.play("win")
    assert threading.active_count() == before
    player.close()


def test_sounds_at_the_same_time_are_added_and_end_by_themselves() -> None:
    voices = deque([(array("h", [10, 20, 30]), 0), (array("h", [1, 2, 3, 4]), 1)])
    assert mix(voices, 2).tolist() == [12, 23]
    assert mix(voices, 2).tolist() == [34, 0]
    assert not voices
    assert mix(voices, 3).tolist() == [0, 0, 0]


def test_a_sum_that_is_too_loud_is_limited() -> None:
    voices = deque([(array("h", [30_000, -30_000]), 0)] * 2)
    assert mix(voices, 2).tolist() == [32_767, -32_768]
