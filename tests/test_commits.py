"""Commit subjects since the rules in CONTRIBUTING.md were made: at most 72 characters, and a merge says what it brings.

A source tree without `.git` (an archive, an sdist) or a machine without Git has no commits to check. A shallow clone
may lack the first commit; the commits that it has are then chosen by date.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
START = "1aaa597840a24b8e92e15c76e684c261ba0fecee"  #: the last commit before the rule
START_DATE = "2026-11-22T21:19:12+00:00"  #: its date, for a shallow clone that does not reach back to it
LONGEST = 72
#: Merges committed since then say what they bring. It is a date, as branches from before the rule were still open.
MERGES_SINCE = datetime(2026, 11, 23, 6, tzinfo=UTC)
#: What Git proposes as a subject, or only the name of the main branch.
_BARE_MERGE = re.compile(r"Merge main|Merge (remote-tracking )?branch '[^']*'( of \S+)?( into \S+)?")
#: What a forge checks out for a proposed change: it is never part of a branch.
_TRIAL_MERGE = re.compile(r"Merge [0-9a-f]{40} into [0-9a-f]{40}")
_AUTHOR = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false")
_LONG_AGO = "2000-01-01T00:00:00+00:00"


def _git(root: Path, *words: str) -> str | None:
    """Return what Git prints, or None if there is no Git or it refuses."""
    git = shutil.which("git")
    if git is None:
        return None
    # A hook of Git sets GIT_DIR and the like, which would lead to another repository than that of `root`.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        [git, "-C", str(root), *words], capture_output=True, encoding="utf-8", check=False, env=environment
    )
    return done.stdout.strip() if done.returncode == 0 else None


def commits(root: Path, start: str, start_date: str) -> list[tuple[datetime, str]]:
    """Return date and subject of the commits after `start` in the repository whose top folder is `root`."""
    top = _git(root, "rev-parse", "--show-toplevel")
    if top is None or Path(top).resolve() != root.resolve():
        return []  # no repository, or a tree that lies inside a repository of something else
    if _git(root, "cat-file", "-e", f"{start}^{{commit}}") is not None:
        which = [f"{start}..HEAD"]
    elif _git(root, "rev-parse", "--is-shallow-repository") == "true":
        which = [f"--since={start_date}", "HEAD"]
    else:
        return []  # a repository with a history of its own, such as that of a distribution
    lines = (_git(root, "log", "--format=%ct %s", *which) or "").splitlines()
    found = [line.partition(" ") for line in lines]
    return [(datetime.fromtimestamp(int(seconds), UTC), subject) for seconds, _, subject in found]


def subjects(root: Path, start: str, start_date: str) -> list[str]:
    return [subject for _, subject in commits(root, start, start_date)]


def too_long(subjects: list[str]) -> list[str]:
    return [subject for subject in subjects if len(subject) > LONGEST and not _TRIAL_MERGE.fullmatch(subject)]


def bare_merges(commits: list[tuple[datetime, str]]) -> list[str]:
    return [subject for date, subject in commits if date >= MERGES_SINCE and _BARE_MERGE.fullmatch(subject)]


def test_commit_subjects_are_short() -> None:
    assert too_long(subjects(ROOT, START, START_DATE)) == []


def test_a_subject_of_73_characters_is_too_long() -> None:
    trial = f"Merge {'0a' * 20} into {'1b' * 20}"
    assert too_long(["x" * 72, "x" * 73, trial]) == ["x" * 73]


def test_merges_say_what_they_bring() -> None:
    assert bare_merges(commits(ROOT, START, START_DATE)) == []


@pytest.mark.parametrize(
    "subject",
    [
        "Merge main",
        "Merge branch 'main'",
        "Merge branch 'main' into discovery",
        "Merge branch 'discovery' of https://example.org/gondwana",
        "Merge remote-tracking branch 'origin/main'",
    ],
)
def test_a_merge_that_only_names_a_branch_is_refused(subject: str) -> None:
    assert bare_merges([(MERGES_SINCE, subject)]) == [subject]
    assert bare_merges([(MERGES_SINCE - timedelta(seconds=1), subject)]) == []


@pytest.mark.parametrize(
    "subject", ["Merge branch 'discovery': find tables on every interface", "Merge main: speed and positions in rules"]
)
def test_a_merge_that_says_what_it_brings_is_accepted(subject: str) -> None:
    assert bare_merges([(MERGES_SINCE, subject)]) == []


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with the commits "first", "second" and "third", if there is Git."""
    root = tmp_path / "repository"
    root.mkdir()
    _git(root, "init", "--quiet")
    for subject in ("first", "second", "third"):
        (root / "file").write_text(subject)
        _git(root, "add", "file")
        _git(root, *_AUTHOR, "commit", "--quiet", "-m", subject)
    return root


def test_commits_after_the_start_are_found(repository: Path) -> None:
    first = _git(repository, "rev-list", "--max-parents=0", "HEAD")
    expected = ["third", "second"] if shutil.which("git") else []
    assert subjects(repository, first or "none", _LONG_AGO) == expected


def test_a_shallow_clone_without_the_start_is_searched_by_date(repository: Path, tmp_path: Path) -> None:
    first = _git(repository, "rev-list", "--max-parents=0", "HEAD")
    clone = tmp_path / "clone"
    clone.mkdir()
    _git(tmp_path, "clone", "--quiet", "--depth=1", repository.as_uri(), str(clone))
    expected = ["third"] if shutil.which("git") else []
    assert subjects(clone, first or "none", _LONG_AGO) == expected


def test_a_tree_inside_another_repository_has_no_commits_of_its_own(repository: Path) -> None:
    inner = repository / "inner"
    inner.mkdir()
    assert subjects(inner, "none", _LONG_AGO) == []
