"""Player of the sounds: a thread that opens the audio device at the first sound and plays one sound after another."""

from __future__ import annotations

import atexit
import os
import sys
import threading
import time
from array import array
from collections import deque
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Protocol

from app.sound.synthesis import RATE, Sound, samples_of

_IDLE = 3.0  #: seconds of silence after which the device is paused
_RETRY = 20.0  #: seconds after a failure of the device during which it is not opened again
_PATIENCE = 2.0  #: seconds that the end of the program waits for the device
_BUFFER = 40  #: milliseconds of one part of the device's buffer
_LOUDEST, _QUIETEST = 32_767, -32_768


class Output(Protocol):
    """An open audio device. Every method may raise an exception of any kind: then the device is closed."""

    def play(self, samples: array[int]) -> None:
        """Begin to play 16-bit samples, one channel, RATE per second, beside what is being played; do not wait."""

    def pause(self) -> None:
        """Let the device rest until the next `play`."""

    def close(self) -> None:
        """Release the device."""


class SoundPlayer:
    """Plays the sounds of the program, or nothing: a sound is never a reason for an error.

    The device is opened by `open_output` in a thread of the player, at the first sound that is to be heard. Without a
    device, without the library, and after a device has failed or vanished, the player is silent; it tries again with
    a later sound. With the volume 0 no device is open. On Linux without a sound server ALSA prints its failures to
    stderr, so `open_device` asks it only if there is a device to play on.
    """

    def __init__(self, open_output: Callable[[], Output] | None, retry: float = _RETRY) -> None:
        """`open_output` None: always silent. `retry` is the time in seconds between two attempts to open a device."""
        self._open_output, self._retry = open_output, retry
        self._volume = 0
        self._queue: SimpleQueue[Sound | None] = SimpleQueue()  #: what to play; None: look at volume and end again
        self._thread: threading.Thread | None = None
        self._closed = False
        self._output: Output | None = None
        self._failed_at: float | None = None

    @property
    def volume(self) -> int:
        """The volume in per cent, from 0 (off) to 100."""
        return self._volume

    def set_volume(self, volume: int) -> None:
        """Use another volume from the next sound on; 0 releases the device."""
        self._volume = volume
        if not volume and self._thread is not None:
            self._queue.put(None)

    def play(self, sound: Sound) -> None:
        """Play a sound soon; return at once."""
        if not self._volume or self._closed or self._open_output is None:
            return
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="sounds", daemon=True)
            self._thread.start()
            atexit.register(self.close)  # a device that is open while Python ends would call into what is gone
        self._queue.put(sound)

    def close(self) -> None:
        """Release the device and end the thread; nothing can be played any more."""
        self._closed = True
        if self._thread is not None:
            self._queue.put(None)
            self._thread.join(_PATIENCE)
            self._thread = None
            atexit.unregister(self.close)

    # ---- in the thread ------------------------------------------------------------------------------------------

    def _run(self) -> None:
        playing = False
        while not self._closed:
            try:
                sound = self._queue.get(timeout=_IDLE if playing else None)
            except Empty:
                self._try(_pause)
                playing = False
                continue
            if not self._volume or self._closed:
                self._release()
            elif sound is not None and self._open():
                samples = _at_volume(samples_of(sound), self._volume)
                self._try(partial(_play, samples))
                playing = self._output is not None
        self._release()

    def _open(self) -> bool:
        """Open the device, unless it is open or has just failed; return whether it is open."""
        waits = self._failed_at is not None and time.monotonic() < self._failed_at + self._retry
        if self._output is None and self._open_output is not None and not waits:
            try:
                self._output = self._open_output()
            except Exception:  # a missing library, no device, a driver that fails: all mean silence
                self._failed_at = time.monotonic()
        return self._output is not None

    def _try(self, use: Callable[[Output], None]) -> None:
        """Use the device; release it if it fails."""
        if self._output is not None:
            try:
                use(self._output)
            except Exception:  # the device has vanished
                self._failed_at = time.monotonic()
                self._release()

    def _release(self) -> None:
        output, self._output = self._output, None
        if output is not None:
            try:
                output.close()
            except Exception:  # it has vanished, and there is nothing left to release
                self._failed_at = time.monotonic()


def _at_volume(samples: array[int], volume: int) -> array[int]:
    """Return samples at a volume in per cent; half the volume sounds about half as loud."""
    factor = (volume / 100) ** 1.5
    return array("h", [round(sample * factor) for sample in samples])


def _play(samples: array[int], output: Output) -> None:
    output.play(samples)


def _pause(output: Output) -> None:
    output.pause()


class NoDeviceError(Exception):
    """There is no device to play on."""


def open_device() -> Output:
    """Open the system's audio device. Raises NoDeviceError, ImportError, or what the library raises."""
    if sys.platform == "linux" and not _linux_can_play():
        raise NoDeviceError
    return _Device()


def _linux_can_play() -> bool:
    """Whether there is a sound server or a sound card: if there is neither, ALSA fails with 30 lines on stderr."""
    runtime = Path(os.environ.get("XDG_RUNTIME_DIR") or f"/run/user/{os.getuid()}")
    server = "PULSE_SERVER" in os.environ or (runtime / "pulse" / "native").exists()
    return server or any(Path("/dev/snd").glob("pcm*p"))


class _Device:
    """The system's audio device, opened by miniaudio. It mixes what is played at the same time."""

    def __init__(self) -> None:
        import miniaudio  # here, in the thread of the player: it imports much of the standard library

        self._voices: deque[tuple[array[int], int]] = deque()  #: samples, and how many of them have been played
        self._added: SimpleQueue[array[int]] = SimpleQueue()
        self._device = miniaudio.PlaybackDevice(
            nchannels=1, sample_rate=RATE, buffersize_msec=_BUFFER, app_name="Gondwana"
        )
        if self._device.backend == "Null":
            self._device.close()
            raise NoDeviceError

    def play(self, samples: array[int]) -> None:
        """Add the samples to what is being played."""
        self._added.put(samples)
        if not self._device.running:
            mixed = self._mixed()
            next(mixed)
            self._device.start(mixed)

    def pause(self) -> None:
        """Stop the device until the next `play`."""
        self._device.stop()

    def close(self) -> None:
        """Release the device."""
        self._device.close()

    def _mixed(self) -> Generator[array[int], int, None]:
        """Generate the samples that the device wants; the device sends how many, in a thread of its own."""
        wanted = yield array("h")
        while True:
            while not self._added.empty():
                self._voices.append((self._added.get(), 0))
            wanted = yield mix(self._voices, wanted)


def mix(voices: deque[tuple[array[int], int]], wanted: int) -> array[int]:
    """Return the next samples of all voices together, and move the voices on; voices that are over are removed."""
    mixed = array("h", bytes(2 * wanted))
    for _ in range(len(voices)):
        samples, played = voices.popleft()
        part = samples[played : played + wanted]
        if not voices and not any(mixed):
            mixed[: len(part)] = part
        else:
            for index, sample in enumerate(part):
                mixed[index] = max(_QUIETEST, min(_LOUDEST, mixed[index] + sample))
        if played + wanted < len(samples):
            voices.append((samples, played + wanted))
    return mixed
