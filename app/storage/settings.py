"""The user's settings and their JSON file. A damaged file is set aside, and the defaults are used."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeVar, get_args

from dsl.base.files import UnreadableError, parse_json, private_folder, read_text, replace_file, set_aside
from dsl.base.processor_cores import MAX_CORES

THEMES = ("system", "light", "dark", "contrast")
TEXT_SIZES = (100, 115, 130, 150, 200)
SPEEDS = (50, 100, 200)
Motion = Literal["system", "full", "reduced", "none"]  #: how things move; `reduced`: they fade in at their new places
MOTIONS: tuple[Motion, ...] = get_args(Motion)
LOUDEST = 100  #: the largest volume, in per cent
Letters = Literal["off", "hover", "always"]  #: when pieces show letters and patterns
LETTERS: tuple[Letters, ...] = get_args(Letters)
#: A colour that a player prefers; empty: none.
Colour = Literal["", "red", "orange", "yellow", "green", "blue", "violet", "pink", "brown", "black", "white"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
#: A player's portrait: `game` is that of the game, `own` the user's picture, the others are drawn by the program.
PortraitKind = Literal[
    "game", "monogram", "rings", "rays", "waves", "star", "spiral", "petals", "facets", "checks", "own"
]
PORTRAITS: tuple[PortraitKind, ...] = get_args(PortraitKind)
Confirm = Literal["off", "final", "always"]  #: which choices are confirmed; `final`: those that cannot be undone
CONFIRMS: tuple[Confirm, ...] = get_args(Confirm)
#: Whose side of a board is below: nobody's but by hand, the user's, or that of the player to move at a shared screen.
Turning = Literal["hand", "own", "mover"]
TURNINGS: tuple[Turning, ...] = get_args(Turning)

T = TypeVar("T")

#: The player of a seat for a person at another computer, in a LastSetup.
REMOTE = "network"
#: Who may watch a table.
Watching = Literal["no", "yes", "delayed"]
WATCHINGS: tuple[Watching, ...] = get_args(Watching)
#: Number of games whose last set-up is saved.
REMEMBERED = 50
#: Number of files in the menu of recent files.
RECENT = 8
_STILL = 0  #: the speed that meant "no animations" before there was a setting of its own
_MOST_SETS = 20  #: chosen for one game
_MOST_LESSONS = 500  #: done in one game
_LARGEST = 4 * 1024 * 1024  #: bytes of the file


@dataclass(frozen=True, slots=True)
class LastSetup:
    """The last set-up of a game, played here or hosted: seats as `(player, name)`, options that differ from their
    defaults, house rules, and the clock. A player is that of a SeatConfig, or REMOTE."""

    seats: tuple[tuple[str, str], ...] = ()
    options: tuple[tuple[str, int], ...] = ()
    house: tuple[str, ...] = ()
    clock: str = ""  #: as in a MatchConfig


@dataclass(frozen=True, slots=True)
class LastHosting:
    """How the last table was hosted."""

    watching: Watching = "no"
    turns: int = 2  #: the delay of spectators
    coded: bool = False
    here_only: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings. They are stored under the names of the fields."""

    language: str = ""  #: empty: the system's
    theme: str = "system"
    text_size: int = 100  #: per cent of the system's
    speed: int = 100  #: of animations and computer players, in per cent
    motion: Motion = "system"
    coordinates: bool = False
    letters: Letters = "off"
    turning: Turning = "own"
    setups: dict[str, LastSetup] = field(default_factory=dict)  #: by game
    hosting: LastHosting = LastHosting()
    sets: dict[str, tuple[str, ...]] = field(default_factory=dict)  #: by game: the sets of its look that are chosen
    remembers: bool = True  #: hidden pieces that the player has seen stay visible
    covers: bool = False  #: the player's own secret pieces show their backs
    looks: bool = False  #: the start page looks for tables on the local network
    player: str = ""  #: the user's name
    colour: Colour = ""  #: that the user prefers to play
    portrait: PortraitKind = "game"
    recent: tuple[str, ...] = ()  #: paths of the journals and packages that were opened or saved, the latest first
    sound: int = 40  #: volume in per cent; 0: off
    turn_alert: bool = True  #: the taskbar says that it is this player's turn while the window is not active
    confirm: Confirm = "off"  #: which choices are shown first and taken after a confirmation
    passes: bool = False  #: where the only option is to pass, it is taken by itself
    coach: bool = False  #: after a choice of the user, the program says whether it sees a much better one
    updates: bool = False  #: the program looks for new versions in the channel of its package
    lessons: dict[str, tuple[str, ...]] = field(default_factory=dict)  #: by game: the lessons and puzzles that are done
    cores: int = 0  #: processor cores for computer players; 0: half of them
    runner: str = ""  #: the slow runner about which the user has seen a notice; empty: none


class DamagedSettingsError(Exception):
    """The text of a file that does not contain settings."""


def to_json(settings: Settings) -> str:
    """Return settings as the text of their file."""
    return json.dumps(asdict(settings), ensure_ascii=False, indent=2) + "\n"


def from_json(text: str) -> Settings:
    """Return the settings of a file's text. Missing fields get their defaults, unknown fields are ignored.

    Raises DamagedSettingsError for a text that is not an object, and for a value of a wrong type.
    """
    try:
        raw = parse_json(text)
    except UnreadableError as problem:
        raise DamagedSettingsError(str(problem)) from problem
    if not isinstance(raw, dict):
        raise DamagedSettingsError("not an object")
    defaults = Settings()

    def read(name: str, convert: Callable[[object], T], default: T) -> T:
        return convert(raw[name]) if name in raw else default

    return Settings(
        language=read("language", _text, defaults.language),
        theme=read("theme", _one_of(THEMES), defaults.theme),
        text_size=read("text_size", _one_of(TEXT_SIZES), defaults.text_size),
        speed=read("speed", _one_of((_STILL, *SPEEDS)), defaults.speed) or defaults.speed,
        motion="none" if raw.get("speed") == _STILL else read("motion", _one_of(MOTIONS), defaults.motion),
        coordinates=read("coordinates", _bool, defaults.coordinates),
        letters=read("letters", _one_of(LETTERS), defaults.letters),
        turning=read("turning", _one_of(TURNINGS), defaults.turning),
        setups=read("setups", _setups, defaults.setups),
        hosting=read("hosting", _hosting, defaults.hosting),
        sets=read("sets", _sets, defaults.sets),
        remembers=read("remembers", _bool, defaults.remembers),
        covers=read("covers", _bool, defaults.covers),
        looks=read("looks", _bool, defaults.looks),
        player=read("player", _text, defaults.player),
        colour=read("colour", _one_of(COLOURS), defaults.colour),
        portrait=read("portrait", _one_of(PORTRAITS), defaults.portrait),
        recent=read("recent", _recent, defaults.recent),
        sound=read("sound", _volume, defaults.sound),
        turn_alert=read("turn_alert", _bool, defaults.turn_alert),
        confirm=read("confirm", _one_of(CONFIRMS), defaults.confirm),
        passes=read("passes", _bool, defaults.passes),
        coach=read("coach", _bool, defaults.coach),
        updates=read("updates", _bool, defaults.updates),
        lessons=read("lessons", _lessons, defaults.lessons),
        cores=read("cores", _cores, defaults.cores),
        runner=read("runner", _text, defaults.runner),
    )


def _one_of(allowed: tuple[T, ...]) -> Callable[[object], T]:
    def read(value: object) -> T:
        for each in allowed:
            if value == each and type(value) is type(each):
                return each
        raise DamagedSettingsError(f"{value!r} is none of {allowed}")

    return read


def _bool(value: object) -> bool:
    if not isinstance(value, bool):
        raise DamagedSettingsError(f"{value!r} is neither true nor false")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise DamagedSettingsError(f"{value!r} is not a text")
    return value


def _number(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise DamagedSettingsError(f"{value!r} is not a whole number")
    return value


def _volume(value: object) -> int:
    volume = _number(value)
    if not 0 <= volume <= LOUDEST:
        raise DamagedSettingsError(f"{volume} is no volume from 0 to {LOUDEST}")
    return volume


def _cores(value: object) -> int:
    cores = _number(value)
    if not 0 <= cores <= MAX_CORES:
        raise DamagedSettingsError(f"{cores} is no number of processor cores from 0 to {MAX_CORES}")
    return cores


def _items(value: object) -> list[object]:
    if not isinstance(value, list):
        raise DamagedSettingsError(f"{value!r} is not a list")
    return value


def _pair(value: object) -> tuple[object, object]:
    match value:
        case [first, second]:
            return first, second
    raise DamagedSettingsError(f"{value!r} is not a pair")


def _setup(value: object) -> LastSetup:
    if not isinstance(value, dict):
        raise DamagedSettingsError(f"{value!r} is not a set-up")
    seats = (_pair(item) for item in _items(value.get("seats", [])))
    options = (_pair(item) for item in _items(value.get("options", [])))
    return LastSetup(
        tuple((_text(player), _text(name)) for player, name in seats),
        tuple((_text(name), _number(chosen)) for name, chosen in options),
        tuple(_text(item) for item in _items(value.get("house", []))),
        _text(value.get("clock", "")),
    )


def _setups(value: object) -> dict[str, LastSetup]:
    if not isinstance(value, dict):
        raise DamagedSettingsError(f"{value!r} is not a list of set-ups")
    return {_text(game): _setup(setup) for game, setup in list(value.items())[-REMEMBERED:]}


def _hosting(value: object) -> LastHosting:
    if not isinstance(value, dict):
        raise DamagedSettingsError(f"{value!r} does not say how a table is hosted")
    usual = LastHosting()
    return LastHosting(
        _one_of(WATCHINGS)(value.get("watching", usual.watching)),
        _number(value.get("turns", usual.turns)),
        _bool(value.get("coded", usual.coded)),
        _bool(value.get("here_only", usual.here_only)),
    )


def _sets(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise DamagedSettingsError(f"{value!r} is not a list of sets by game")
    return {
        _text(game): tuple(_text(each) for each in _items(names))[:_MOST_SETS]
        for game, names in list(value.items())[-REMEMBERED:]
    }


def _lessons(value: object) -> dict[str, tuple[str, ...]]:
    if not isinstance(value, dict):
        raise DamagedSettingsError(f"{value!r} is not a list of lessons by game")
    return {
        _text(game): tuple(_text(each) for each in _items(names))[:_MOST_LESSONS]
        for game, names in list(value.items())[-REMEMBERED:]
    }


def with_lesson(settings: Settings, game: str, name: str) -> Settings:
    """Return the settings with a lesson or a puzzle of a game as done."""
    done = settings.lessons.get(game, ())
    if name in done:
        return settings
    others = {each: names for each, names in settings.lessons.items() if each != game}
    return replace(settings, lessons={**others, game: (*done, name)[-_MOST_LESSONS:]})


def _recent(value: object) -> tuple[str, ...]:
    return tuple(_text(each) for each in _items(value))[:RECENT]


def with_set(settings: Settings, game: str, name: str, instead: frozenset[str]) -> Settings:
    """Return the settings with a set of the look of `game` ("" for none) in place of those in `instead`."""
    others = [each for each in settings.sets.get(game, ()) if each not in instead]
    chosen = (*others, name) if name else tuple(others)
    kept = {each: names for each, names in settings.sets.items() if each != game}
    return replace(settings, sets={**kept, game: chosen} if chosen else kept)


def with_recent(settings: Settings, path: Path) -> Settings:
    """Return the settings with `path` as the latest of the recent files."""
    latest = str(path.absolute())
    others = [each for each in settings.recent if each != latest]
    return replace(settings, recent=(latest, *others)[:RECENT])


class SettingsFile:
    """The file of the settings, which is read once.

    `kept_aside` is where a damaged file was moved, `problem` why the file could not be read or written last.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.picture = path.with_name("portrait.png")  #: the user's own portrait, if there is one
        self.kept_aside: Path | None = None
        self.problem: str | None = None
        self.settings = self._read()

    def store(self, settings: Settings) -> None:
        """Save settings. On an error of the disk, `problem` is set and nothing is raised: a setting must not stop
        a match."""
        self.settings = settings
        try:
            private_folder(self._path.parent)
            replace_file(self._path, to_json(settings).encode())
            self.problem = None
        except OSError as problem:
            self.problem = problem.strerror or str(problem)

    def _read(self) -> Settings:
        try:
            try:
                return from_json(read_text(self._path, _LARGEST))
            except (DamagedSettingsError, UnreadableError):
                self.kept_aside = set_aside(self._path)
        except FileNotFoundError:
            pass
        except OSError as problem:
            self.problem = problem.strerror or str(problem)
        return Settings()
