"""The manual of the language is true: every sample in it is read, and what claims to be a game is played.

What a fenced block claims stands behind its opening: `rules` is a whole game, `rules house` house rules for the game
above it, `rules house for NAME` those for a ruleset, `words` a words file, `look` a look; `rules from NAME`, `words
from NAME` and `look from NAME` quote that ruleset. A block of plain `text` shows forms or output.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.appearance.look import read_look
from dsl.base.source import Source
from dsl.match.match import Match
from dsl.match.rulesets.examples import run_examples
from dsl.match.rulesets.folder import RulesetText, read_folder
from dsl.match.rulesets.ruleset import Ruleset, build
from dsl.match.rulesets.translations import read_ruleset_texts
from dsl.semantics import check
from dsl.syntax.lark_parser import keywords
from tests.rulesets import RULESETS

MANUAL = Path(__file__).parents[1] / "docs" / "language"
PAGES = sorted(MANUAL.glob("*.md"))
GAMES = ("Trias", "Ciao Dino", "Triassic Terror", "Dinosaurs & Unicorns", "Dinosaures")
PARTS = ("## Syntax", "## Meaning", "## Where the five games use it")
CLAIMS = {"rules", "rules house", "words", "look", "text"}
COURSES = {"README", "exercises"}  #: pages that lead through the language instead of explaining one construct
SHEETS = {"cheat-sheet"}  #: pages without games: tests/dsl/syntax/test_cheat_sheet.py parses every line
MOST_CHOICES = 2000  #: a sample that goes on longer does not end

FILES_OF = {"rules": ("*.rules",), "words": ("words.*",), "look": ("*.look",)}  #: where a quoted line must stand

_QUOTED = " from "
_HOUSE_FOR = "rules house for "
_BLOCK = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INLINE_OR_BLOCK = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, and the whole game last shown above it on its page."""

    page: str
    line: int
    claim: str
    text: str
    game: str

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def _blocks() -> Iterator[Block]:
    for page in PAGES:
        game, text = "", page.read_text(encoding="utf-8")
        for found in _BLOCK.finditer(text):
            claim, content = found[1].strip(), found[2]
            game = content if claim == "rules" else game
            yield Block(page.stem, text.count("\n", 0, found.start()) + 2, claim, content, game)


BLOCKS = tuple(_blocks())


def blocks(claim: str) -> pytest.MarkDecorator:
    """Run a test for each block with this claim."""
    return pytest.mark.parametrize("block", [block for block in BLOCKS if block.claim == claim], ids=str)


def _pack(block: Block, house: str = "") -> Ruleset:
    source = Source("sample.rules", block.game)
    changes = (Source("house.rules", house),) if house else ()
    return build(RulesetText(((source.name, source.text),)), extra=changes, examples=True)


def _failures(pack: Ruleset) -> list[str]:
    return [f"{result.title}: {result.problem}" for result in run_examples(pack) if not result.passed]


def _play_at_random(pack: Ruleset, seed: int) -> Match:
    chance = random.Random(seed)
    match = pack.start(players=chance.choice(pack.numbers), seed=seed)
    for _ in range(MOST_CHOICES):
        if match.over:
            break
        decision = chance.choice(match.decisions)  # several seats decide at once in secret phases
        match.choose(decision, chance.choice(decision.options))
    return match


@blocks("rules")
def test_a_whole_game_has_no_problem_and_its_examples_hold(block: Block) -> None:
    assert not _failures(_pack(block))


@blocks("rules")
def test_a_whole_game_has_nothing_that_its_author_would_be_asked_about(block: Block) -> None:
    check(_pack(block).tree, strict=True)


@blocks("rules")
def test_a_whole_game_can_be_played_to_its_end(block: Block) -> None:
    assert all(_play_at_random(_pack(block), seed).over for seed in range(3))


@blocks("rules house")
def test_house_rules_fit_the_game_above_them(block: Block) -> None:
    pack = _pack(block, house=block.text)
    check(pack.tree, strict=True)
    assert not _failures(pack)
    assert _play_at_random(pack, seed=1).over


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.claim.startswith(_HOUSE_FOR)], ids=str)
def test_house_rules_fit_the_ruleset_that_they_are_for(block: Block) -> None:
    text = read_folder(RULESETS / block.claim.removeprefix(_HOUSE_FOR))
    assert _play_at_random(build(text, extra=(Source("house.rules", block.text),)), seed=1).over


@pytest.mark.parametrize("block", [block for block in BLOCKS if _QUOTED in block.claim], ids=str)
def test_lines_of_a_ruleset_stand_there(block: Block) -> None:
    sort, _, name = block.claim.partition(_QUOTED)
    folder = RULESETS / name
    assert folder.is_dir()
    files = (file for pattern in FILES_OF[sort] for file in folder.rglob(pattern))
    there = {_plain(line) for file in files for line in _lines(file.read_text(encoding="utf-8"))}
    assert [line for line in _lines(block.text) if _plain(line) not in there] == []


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]


def _plain(line: str) -> str:
    """Return a line without its comment, its depth and its columns."""
    return " ".join(line.partition("--")[0].split())


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem not in COURSES], ids=lambda page: page.stem)
def test_what_is_said_of_the_five_games_is_quoted_from_them(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    claims = _BLOCK.findall(text.partition(PARTS[-1])[2])
    assert [claim for claim, _ in claims if _QUOTED not in claim and not claim.startswith(_HOUSE_FOR)] == []


@blocks("words")
def test_a_words_file_can_be_read(block: Block) -> None:
    read_ruleset_texts(Source("words.en", block.text))


@blocks("look")
def test_a_look_can_be_read(block: Block, tmp_path: Path) -> None:
    (tmp_path / "sample.look").write_text(block.text, encoding="utf-8")
    read_look(tmp_path)


def test_every_block_says_what_it_claims_to_be() -> None:
    known = (*(sort + _QUOTED for sort in FILES_OF), _HOUSE_FOR)
    unknown = [block for block in BLOCKS if block.claim not in CLAIMS and not block.claim.startswith(known)]
    assert not unknown, [f"{block}: {block.claim}" for block in unknown]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_a_page_has_its_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    if page.stem in SHEETS:
        return
    if page.stem not in COURSES:
        assert [part for part in PARTS if part not in text] == []
        games = text.partition("## Where the five games use it")[2]
        assert [game for game in GAMES if f"**{game}**" not in games] == []
    claims = {block.claim for block in BLOCKS if block.page == page.stem}
    assert "rules" in claims


def test_the_first_page_leads_to_every_other() -> None:
    first = (MANUAL / "README.md").read_text(encoding="utf-8")
    assert [page.name for page in PAGES if page.stem != "README" and f"({page.name})" not in first] == []


def test_every_word_of_the_language_is_explained() -> None:
    said = " ".join(found for page in PAGES for found in _INLINE_OR_BLOCK.findall(page.read_text(encoding="utf-8")))
    words = [word for word in keywords() if word[0].isalpha()]
    assert [word for word in words if not re.search(rf"\b{word}\b", said)] == []
