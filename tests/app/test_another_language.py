"""A new language needs files only: a folder of Fluent files, and `words.<code>` in the folder of a game.

The invented language has the plurals of Polish and is in a folder of its own, which is added like any other. Each test
runs the program in a process of its own, since the list of languages is read once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from app.base.paths import home, official_rulesets

LANGUAGE = """\
language-name = Wymyślony
no-break-before = +
form-kogo =
    { GENDER($name) ->
        [n] onego { $name }
        [f] onej { $name }
       *[none] ${ $name }
    }
number-point = ;
"""
SOME = """\
start-choose = Wybierz grę +
start-more =
    { $n ->
        [one] { $n } mecz
        [few] { $n } mecze
       *[many] { $n } meczów
    }
table-rules-title = Zasady { KOGO($game) }
prompt-one = { $player } + { $sentence }
refused-over = this message is { broken
"""
WORDS = """\
name crosses: "Krzyżyk"
name noughts: "Kółko" "Kółka" n
draw: "Postaw {s:kogo}"
draw.s: "Gdzie +"
"""
GAME = official_rulesets() / "classics" / "tic-tac-toe"


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts" / "pl"
    folder.mkdir(parents=True)
    (folder / "language.ftl").write_text(LANGUAGE, encoding="utf-8")
    (folder / "some.ftl").write_text(SOME, encoding="utf-8")
    return folder.parent


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "tic-tac-toe"
    shutil.copytree(GAME, folder)
    (folder / "words.pl").write_text(WORDS, encoding="utf-8")
    return folder


def run(texts: Path, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *words], cwd=home(), env={**os.environ, "GONDWANA_TEXTS": str(texts)}, input=typed,
        capture_output=True, encoding="utf-8", timeout=120, check=False,
    )  # fmt: skip


def test_the_window_offers_and_uses_the_language(texts: Path, portable: Path) -> None:
    code = (
        "import json\n"
        "from PySide6.QtWidgets import QLabel\n"
        "from app.shell.application import make_application, make_window\n"
        "from app.shell.window_arguments import WindowOptions, read_window_options\n"
        "from app.base.i18n import preferred_language\n"
        "application = make_application()\n"
        "window = make_window(application, read_window_options(['--language', 'pl']))\n"
        "window.show()\n"
        "application.processEvents()\n"
        "texts = window.start._texts\n"
        "print(json.dumps([\n"
        "    [action.text() for action in window.menus._languages.actions()],\n"
        "    [label.text() for label in window.findChildren(QLabel)],\n"
        "    [texts('start.more', n=n) for n in (0, 1, 2, 5)],\n"
        "    texts('table.rules.title', game='Trias'), texts('start.resume') == '', texts('refused.over'),\n"
        "    preferred_language('pl_PL'),\n"
        "]))\n"
    )
    ran = run(texts, "-c", code)
    assert ran.returncode == 0, ran.stderr
    offered, labels, counted, title, is_empty, broken, preferred = json.loads(ran.stdout.splitlines()[-1])
    assert offered == ["English", "Français", "Wymyślony"]
    assert "Wybierz grę\u00a0+" in labels
    assert counted == ["0 meczów", "1 mecz", "2 mecze", "5 meczów"]
    assert title == "Zasady $Trias"
    assert not is_empty  # English, where the language has no sentence
    assert broken == "The game is over."  # nor one that can be read
    assert preferred == "pl"


def test_a_game_is_played_in_the_language(texts: Path, game: Path) -> None:
    seats = "human,bot:random"
    ran = run(texts, "-m", "app", "play", str(game), "--language", "pl", "--seats", seats, typed="quit\n")
    assert ran.returncode == 0, ran.stderr
    assert "Krzyżyk\u00a0+ Gdzie\u00a0+" in ran.stdout
    assert "1 Postaw $a1" in ran.stdout
    told = run(texts, "-m", "app", "play", str(game), "--language", "qx", "--seats", seats)
    assert "there is no language `qx`; there are en, fr, pl" in " ".join(told.stderr.split())


def test_a_translation_of_a_game_is_checked(texts: Path, game: Path) -> None:
    said = run(texts, "-m", "app", "check", str(game), "--translations")
    assert "words.pl: remark: `draw.name` is not translated" in said.stdout, said
    (game / "words.pl").write_text('nothing: "nic"\n', encoding="utf-8")
    assert "words.pl:1:1" in run(texts, "-m", "app", "check", str(game)).stderr
    (game / "words.pl").write_text('draw: "Postaw {s:kego}"\n', encoding="utf-8")
    assert "there is no form `kego` in Wymyślony" in run(texts, "-m", "app", "check", str(game)).stderr
