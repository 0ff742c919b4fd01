"""Killing a playing process at any moment loses nothing that it reported, and the match can be resumed."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from tests.dsl.match.killing import go_on, kill_one, undisturbed
from tests.rounds import rounds

KILLS = rounds(4, 12)  #: tests/soak/kills.py kills many more


@pytest.mark.skipif(os.name == "nt", reason="kill -9 is a word of POSIX")
def test_a_killed_process_loses_no_reported_choice(tmp_path: Path) -> None:
    dice = random.Random(9)
    whole = undisturbed(9, tmp_path / "whole")
    for number in range(KILLS):
        path = tmp_path / f"match-{number}"
        kill_one(whole, path, dice)
        if path.exists():
            go_on(whole, path)
