"""`gondwana lsp`, driven by a real client over pipes."""

from __future__ import annotations

import argparse
import asyncio
import re
import shutil
import sys
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.client import LanguageClient

from dsl.cli.main import FailedError, late

ROOT = Path(__file__).parents[3]
_SECONDS = 60


class _Client(LanguageClient):
    """A client that notes how the server ended."""

    code: int | None = None

    async def server_exit(self, server: asyncio.subprocess.Process) -> None:
        self.code = server.returncode


class _Editor:
    """An editor with one file open."""

    def __init__(self, path: Path) -> None:
        self.client = _Client("test", "1")
        self.path, self.uri = path, path.as_uri()
        self.text = path.read_text(encoding="utf-8")
        self.version = 1
        self.problems: dict[str, list[lsp.Diagnostic]] = {}
        self.watched: list[str] = []  #: what the server wants to be told of
        self.seen = 0  #: the last version that problems were published for
        self.published = asyncio.Event()
        self.document = lsp.TextDocumentIdentifier(self.uri)

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _published(params: lsp.PublishDiagnosticsParams) -> None:
            self.problems[params.uri] = list(params.diagnostics)
            self.seen = max(self.seen, params.version or 0)
            self.published.set()

        @self.client.feature(lsp.CLIENT_REGISTER_CAPABILITY)
        def _registered(params: lsp.RegistrationParams) -> None:
            self.watched += [each.method for each in params.registrations]
            self.published.set()

    async def open(self) -> None:
        await self.client.start_io(sys.executable, "-m", "app", "lsp", "--stdio", cwd=ROOT)
        watching = lsp.DidChangeWatchedFilesClientCapabilities(dynamic_registration=True)
        able = lsp.ClientCapabilities(workspace=lsp.WorkspaceClientCapabilities(did_change_watched_files=watching))
        await self.client.initialize_async(lsp.InitializeParams(able, root_uri=ROOT.as_uri()))
        self.client.initialized(lsp.InitializedParams())
        item = lsp.TextDocumentItem(self.uri, "gondwana", self.version, self.text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))

    async def close(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)
        await self.client.stop()
        assert self.client.code == 0

    def put(self, text: str) -> None:
        """Write another text, as one change of all of it."""
        self.version += 1
        self.text = text
        whole = lsp.TextDocumentContentChangeWholeDocument(text)
        document = lsp.VersionedTextDocumentIdentifier(self.version, self.uri)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [whole]))

    async def own_problems(self) -> list[lsp.Diagnostic]:
        """Wait for the problems of the text as it is now."""
        while self.seen < self.version:
            self.published.clear()
            await self.published.wait()
        return self.problems[self.uri]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds of what the server has published."""
        while not holds():
            self.published.clear()
            await self.published.wait()

    def place(self, text: str, offset: int = 1) -> lsp.Position:
        """Return a place in the first line that holds a text."""
        line = next(number for number, row in enumerate(self.text.split("\n")) if text in row)
        return lsp.Position(line, self.text.split("\n")[line].index(text) + offset)


def _run(work: Callable[[_Editor], Awaitable[None]], path: Path) -> None:
    async def session() -> None:
        editor = _Editor(path)
        await editor.open()
        try:
            await work(editor)
        finally:
            await editor.close()

    asyncio.run(asyncio.wait_for(session(), _SECONDS))


def _copy(tmp_path: Path, game: str) -> Path:
    shutil.copytree(ROOT / "rulesets" / "classics" / game, tmp_path / game)
    return tmp_path / game / f"{game}.rules"


def test_without_its_library_the_command_says_how_to_install_it() -> None:
    with pytest.raises(FailedError, match=r"install `gondwana\[lsp\]`"):
        late("library_that_is_not_here", "serve_editor", extra="lsp")(argparse.Namespace())


_EDITS = st.lists(
    st.tuples(
        st.integers(0, 10_000), st.integers(0, 40),
        st.sampled_from(["", "\n", "    ", "(", '"', "é 𝄞 ", "--", "\t", "choose ", "action x", ":", "\n\nto x\n    "]),
    ),
    min_size=1, max_size=8,
)  # fmt: skip


async def _edit_without_sense(editor: _Editor, good: str) -> None:
    """Send edits as an editor sends them: each question after them gets an answer, and the server lives on."""
    runs: list[list[tuple[int, int, str]]] = []

    @settings(max_examples=5, deadline=None, database=None)
    @given(_EDITS)
    def collect(edits: list[tuple[int, int, str]]) -> None:
        runs.append(edits)

    collect()
    for edits in runs:
        text, start = good, 0
        for at, length, new in edits:
            start = at % (len(text) + 1)
            text = text[:start] + new + text[start + length :]
            editor.put(text)
        position = lsp.Position(text.count("\n", 0, start), 3)
        answers: list[Any] = await asyncio.gather(
            editor.client.text_document_completion_async(lsp.CompletionParams(editor.document, position)),
            editor.client.text_document_hover_async(lsp.HoverParams(editor.document, position)),
            editor.client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(editor.document)),
            editor.client.text_document_document_symbol_async(lsp.DocumentSymbolParams(editor.document)),
        )
        assert answers[2] is not None
    editor.put(good)
    assert await editor.own_problems() == []


def test_an_editor_is_served_over_pipes(tmp_path: Path) -> None:
    """One session: a mistake with its fix, hover, definition, references, renaming, completion, formatting, outline.

    Then come edits without sense.
    """

    async def session(editor: _Editor) -> None:
        client, document = editor.client, editor.document
        assert await editor.own_problems() == []

        good = editor.text
        editor.put(good.replace("needs free", "neds free", 1))
        (problem,) = await editor.own_problems()
        assert (problem.code, problem.source) == ("unknown-line", "gondwana")
        actions: Any = await client.text_document_code_action_async(
            lsp.CodeActionParams(document, problem.range, lsp.CodeActionContext([problem]))
        )
        assert actions
        (change,) = actions[0].edit.changes[editor.uri]
        assert change.new_text == "needs"

        editor.put(good)
        at = editor.place("action put", 8)
        hover: Any = await client.text_document_hover_async(lsp.HoverParams(document, at))
        assert hover is not None
        assert "action put" in hover.contents.value
        use = editor.place("            put", 13)
        found: Any = await client.text_document_definition_async(lsp.DefinitionParams(document, use))
        (place,) = found
        assert place.range.start.line == at.line
        context = lsp.ReferenceContext(include_declaration=True)
        places = await client.text_document_references_async(lsp.ReferenceParams(context, document, use))
        assert places is not None
        assert len({each.uri for each in places}) > 1
        renamed = await client.text_document_rename_async(lsp.RenameParams(document, use, "set_down"))
        assert renamed is not None
        assert renamed.changes is not None
        assert {Path(uri).name for uri in renamed.changes} >= {editor.path.name, "words.en", "words.fr"}
        offered: Any = await client.text_document_completion_async(lsp.CompletionParams(document, use))
        assert "put" in [item.label for item in offered.items]

        options = lsp.FormattingOptions(tab_size=4, insert_spaces=True)
        editor.put(good.replace("    needs free: ", "    needs free:   ").replace("\nwinner", "\n\n\n\nwinner", 1))
        edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        assert edits
        outline: Any = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert "put" in [entry.name for entry in outline]
        tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert tokens is not None
        assert len(tokens.data) % 5 == 0
        folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        assert folds

        await _edit_without_sense(editor, good)

    _run(session, _copy(tmp_path, "reversi"))


def test_a_name_is_renamed_from_its_plural_and_a_keyword_is_not(tmp_path: Path) -> None:
    async def session(editor: _Editor) -> None:
        client, document = editor.client, editor.document
        plural = "discs"
        at = editor.place(plural, 2)
        asked: Any = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, at))
        assert asked.placeholder == "disc"
        assert asked.range.end.character - asked.range.start.character == len(plural)
        marked = await client.text_document_document_highlight_async(lsp.DocumentHighlightParams(document, at))
        rows = editor.text.split("\n")
        words = {
            rows[each.range.start.line][each.range.start.character : each.range.end.character] for each in marked or ()
        }
        assert words == {"disc", "discs"}
        with pytest.raises(JsonRpcException, match="Only a name that the rules declare"):
            await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(document, editor.place("needs", 2)))
        with pytest.raises(JsonRpcException, match="openings") as refused:
            await client.text_document_rename_async(lsp.RenameParams(document, at, "openings"))
        assert refused.value.code == lsp.LSPErrorCodes.RequestFailed

    _run(session, _copy(tmp_path, "reversi"))


def _has_problem(editor: _Editor, uri: str, wanted: bool) -> bool:
    return bool(editor.problems.get(uri)) is wanted


def test_what_another_program_writes_is_read_again(tmp_path: Path) -> None:
    """The words of a game are no rules file: the editor writes them, the server hears of it."""

    async def session(editor: _Editor) -> None:
        await editor.until(lambda: lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES in editor.watched)
        words = editor.path.parent / "words.fr"
        good = words.read_text(encoding="utf-8")
        kinds = lsp.FileChangeType
        for text, kind, wrong in [(good + "put = {nothing}\n", kinds.Changed, True), (good, kinds.Changed, False)]:
            words.write_text(text, encoding="utf-8")
            event = lsp.FileEvent(words.as_uri(), kind)
            editor.client.workspace_did_change_watched_files(lsp.DidChangeWatchedFilesParams([event]))
            await editor.until(partial(_has_problem, editor, words.as_uri(), wrong))

    _run(session, _copy(tmp_path, "tic-tac-toe"))


def test_an_explanation_is_good_markdown(tmp_path: Path) -> None:
    async def session(editor: _Editor) -> None:
        at = editor.place("action draw", 8)
        hover: Any = await editor.client.text_document_hover_async(lsp.HoverParams(editor.document, at))
        code, _, text = hover.contents.value.removeprefix("```gondwana\n").partition("\n```\n")
        assert code.startswith("action draw")
        assert "\n* " in text
        assert "•" not in text
        assert not re.search(r"[^\n]\n(?!\* |\n)", text), "a line break alone is none in Markdown"

    _run(session, _copy(tmp_path, "tic-tac-toe"))
