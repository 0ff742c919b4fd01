"""The extension for Visual Studio Code: its highlighting is that of the grammar, and its files belong together."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "packaging"))  # its scripts find each other so

import vscode
from common import ROOT

from dsl.cli.main import COMMANDS
from dsl.syntax.lark_parser import keywords

FOLDER = ROOT / "packaging" / "vscode"


def test_the_highlighting_is_current() -> None:
    """After a change of the grammar run `python packaging/vscode.py`."""
    assert vscode.GRAMMAR.read_text(encoding="utf-8") == vscode.grammar()


def test_every_keyword_is_highlighted() -> None:
    patterns = [each["match"] for each in json.loads(vscode.grammar())["patterns"] if "match" in each]
    words = [word for word in keywords() if word[0].isalpha()]
    assert [word for word in words if not any(re.fullmatch(pattern, word) for pattern in patterns)] == []


def test_the_numbers_of_a_range_are_highlighted() -> None:
    patterns = json.loads(vscode.grammar())["patterns"]
    number = next(each["match"] for each in patterns if each.get("name", "").startswith("constant.numeric"))
    assert [found[0] for found in re.finditer(number, "option rings_2: 2..16 = -3")] == ["2", "16", "-3"]


def test_the_files_of_the_extension_belong_together() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    named = [package["main"], *(each["path"] for each in package["contributes"]["grammars"])]
    named += [each["configuration"] for each in package["contributes"]["languages"]]
    assert all((FOLDER / name).is_file() for name in named)
    assert (FOLDER / "LICENSE").read_text(encoding="utf-8") == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert not [
        version for version in {**package["dependencies"], **package["devDependencies"]}.values() if "^" in version
    ]
    json.loads((FOLDER / "language-configuration.json").read_text(encoding="utf-8"))
    source = (FOLDER / "extension.js").read_text(encoding="utf-8")
    (command,) = set(re.findall(r'\["(\w+)", "--stdio"\]', source))
    assert command in COMMANDS
    commands = {each["command"] for each in package["contributes"]["commands"]}
    assert commands == set(re.findall(r'registerCommand\("([\w.]+)"', source))
