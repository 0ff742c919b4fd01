"""Command `lsp`: serves an editor over standard input and output, by the Language Server Protocol.

The answers are those of the language service (`dsl.language_service`), in its worker process: one for each ruleset of
which a file is open. Here they are put into the protocol's words, whose places count from 0 and, unless the editor can
do better, in units of UTF-16.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from dsl.cli.common import official
from dsl.cli.main import GOOD, FailedError
from dsl.cli.safe_output import SafeStream
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from dsl.match.rulesets.folder import house_game
from dsl.match.table import VERSION

if TYPE_CHECKING:
    from lsprotocol.types import MarkupContent
    from pygls.lsp.server import LanguageServer

A = TypeVar("A", bound=m.Answer)

REVIEW_DELAY = 0.7  #: seconds without a change after which all files are looked at
_TOKEN_SORTS = (
    "keyword", "comment", "string", "number", "local", "parameter", "action", "routine", "definition", "thing",
    "variable", "option", "word", "part", "type", "builtin",
)  # fmt: skip
_TOKEN_TYPES = {  #: what editors call them
    "local": "variable", "action": "function", "routine": "function", "definition": "function", "thing": "class",
    "option": "property", "word": "enumMember", "part": "property", "builtin": "macro",
}  # fmt: skip
_COMPLETION_KINDS = {
    "keyword": "Keyword", "action": "Function", "routine": "Function", "award": "Function", "definition": "Function",
    "local": "Variable", "variable": "Variable", "option": "Property", "counter": "Class", "piece": "Class",
    "zone": "Class", "board": "Class", "kind": "Enum", "value": "EnumMember", "state": "EnumMember",
}  # fmt: skip
_SYMBOL_KINDS = {
    "action": "Function", "to": "Function", "define": "Function", "award": "Function", "option": "Property",
    "table": "Array", "kinds": "Enum", "variable": "Variable", "example": "Event", "game": "Namespace",
    "piece": "Class", "counter": "Class", "zone": "Class", "board": "Class", "path": "Method",
}  # fmt: skip


def serve_editor(_arguments: argparse.Namespace) -> int:
    """Serve one editor until it closes standard input."""
    try:
        import pygls  # noqa: F401
    except ImportError:
        raise FailedError("`gondwana lsp` needs the library pygls: install `gondwana[lsp]`") from None
    output = sys.stdout
    stream = cast(object, output)
    raw = stream.wrapped if isinstance(stream, SafeStream) else output
    sys.stdout = sys.stderr  # nothing but the protocol goes to standard output
    rulesets = Rulesets()
    try:
        editor_server(rulesets).start_io(sys.stdin.buffer, raw.buffer)
    finally:
        sys.stdout = output
        rulesets.close()
    return GOOD


class Rulesets:
    """The rulesets of which files are open, each with its worker."""

    def __init__(self) -> None:
        self._clients: dict[tuple[Path, Path | None], ServiceClient] = {}

    def of(self, path: Path, text: str | None = None) -> OpenFile:
        """Return the ruleset that a file belongs to; house rules that lie elsewhere belong to an official game."""
        folder, extra = _folder_of(path, text)
        key = (folder, extra)
        if key not in self._clients:
            self._clients[key] = ServiceClient(read_files(folder, [extra] if extra is not None else []))
        name = extra.as_posix() if extra is not None else path.relative_to(folder).as_posix()
        return OpenFile(self._clients[key], folder, name)

    def close(self) -> None:
        """End all workers."""
        for client in self._clients.values():
            client.close()


def _folder_of(path: Path, text: str | None) -> tuple[Path, Path | None]:
    folder = path.parent.parent if path.parent.name in ("examples", "house") else path.parent
    if any(_is_game(other) for other in folder.glob("*.rules")):
        return folder, None
    if text is None:
        with contextlib.suppress(OSError, UnicodeDecodeError):
            text = path.read_text(encoding="utf-8")
    game = house_game(text or "")
    found = official(game.replace("_", "-")) or official(game) if game else None
    return (found, path) if found is not None else (path.parent, None)


def _is_game(path: Path) -> bool:
    try:
        return house_game(path.read_text(encoding="utf-8")) is None
    except (OSError, UnicodeDecodeError):
        return False


class OpenFile:
    """One file, with the worker that knows its ruleset."""

    def __init__(self, client: ServiceClient, folder: Path, name: str) -> None:
        self.client, self.folder, self.name = client, folder, name
        self._rows: dict[str, tuple[str, list[str]]] = {}  #: by file: its text, and that as lines

    def uri(self, name: str) -> str:
        """Return the address of a file of the same ruleset."""
        return (self.folder / name).resolve().as_uri()

    def row(self, name: str, line: int) -> str:
        """Return a line, from 1, of a file of the same ruleset."""
        text = self.client.files.get(name)
        known = self._rows.get(name)
        if known is not None and (text is None or known[0] is text):
            rows = known[1]
        else:
            if text is None:  # of the game that this one is based on
                with contextlib.suppress(OSError, UnicodeDecodeError):
                    text = (self.folder / name).read_text(encoding="utf-8")
            rows = (text or "").split("\n")
            self._rows[name] = (text or "", rows)
        return rows[line - 1] if 0 < line <= len(rows) else ""

    async def ask(self, question: m.Question, kind: type[A]) -> A | None:
        """Return the answer to a question; None if there is none."""
        answer = await asyncio.wrap_future(self.client.ask(question))
        return answer if isinstance(answer, kind) else None


def editor_server(rulesets: Rulesets) -> LanguageServer:
    """Return a server with all its features; it is not yet started."""
    from lsprotocol import types as lsp
    from pygls.lsp.server import LanguageServer
    from pygls.uris import to_fs_path

    server = LanguageServer("gondwana", VERSION)
    reviews: dict[ServiceClient, asyncio.Task[None]] = {}
    wide = [True]  #: whether columns count in units of UTF-16

    def opened(uri: str) -> OpenFile | None:
        path = to_fs_path(uri)
        if path is None:
            return None
        return rulesets.of(Path(path), server.workspace.get_text_document(uri).source)

    # ---- places ----

    def position(file: OpenFile, name: str, line: int, column: int) -> lsp.Position:
        before = file.row(name, line)[: column - 1]
        return lsp.Position(line - 1, len(before.encode("utf-16-le")) // 2 if wide[0] else len(before))

    def range_of(file: OpenFile, place: m.Place) -> lsp.Range:
        line, end = max(place.line, 1), max(place.end_line, 1)
        return lsp.Range(
            position(file, place.file, line, max(place.column, 1)),
            position(file, place.file, end, max(place.end_column, 1)),
        )

    def column(file: OpenFile, where: lsp.Position) -> int:
        row = file.row(file.name, where.line + 1)
        if not wide[0]:
            return min(where.character, len(row)) + 1
        units = row.encode("utf-16-le")[: 2 * where.character]
        return len(units.decode("utf-16-le", errors="ignore")) + 1

    def location(file: OpenFile, place: m.Place) -> lsp.Location:
        return lsp.Location(file.uri(place.file), range_of(file, place))

    def text_edits(file: OpenFile, edits: Iterable[m.Edit]) -> dict[str, list[lsp.TextEdit]]:
        found: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            found.setdefault(file.uri(edit.place.file), []).append(lsp.TextEdit(range_of(file, edit.place), edit.text))
        return found

    # ---- texts and problems ----

    def publish(file: OpenFile, found: m.ProblemList, version: int | None) -> None:
        for each in found.files:
            diagnostics = [diagnostic(file, problem) for problem in each.problems]
            of = version if each.file == file.name else None
            server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(file.uri(each.file), diagnostics, of))

    def diagnostic(file: OpenFile, problem: m.ProblemFound) -> lsp.Diagnostic:
        parts = [problem.summary, problem.label, problem.explanation]
        if problem.needed:
            parts.append(f"needed: {problem.needed}\nfound: {problem.found}")
        parts.append(f"help: {problem.help}" if problem.help else "")
        related = [lsp.DiagnosticRelatedInformation(location(file, note.place), note.text) for note in problem.notes]
        return lsp.Diagnostic(
            range_of(file, problem.place), "\n".join(filter(None, parts)), lsp.DiagnosticSeverity.Error, problem.slug,
            source="gondwana", related_information=related,
        )  # fmt: skip

    async def check(file: OpenFile, version: int | None, delay: float) -> None:
        found = await file.ask(m.ProblemsOf(file.name), m.ProblemList)
        if found is not None:
            publish(file, found, version)
        await asyncio.sleep(delay)
        found = await file.ask(m.ReviewAll(), m.ProblemList)
        if found is not None and found.complete:
            publish(file, found, version)

    def changed(uri: str, delay: float = REVIEW_DELAY) -> None:
        file = opened(uri)
        if file is None:
            return
        document = server.workspace.get_text_document(uri)
        file.client.set_text(file.name, document.source.replace("\r\n", "\n"))
        if (running := reviews.get(file.client)) is not None:
            running.cancel()
        reviews[file.client] = asyncio.get_running_loop().create_task(check(file, document.version, delay))

    @server.feature(lsp.INITIALIZED)
    async def _initialized(params: lsp.InitializedParams) -> None:
        encoding = server.server_capabilities.position_encoding
        wide[0] = encoding in (None, lsp.PositionEncodingKind.Utf16)

    @server.feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    async def _opened(params: lsp.DidOpenTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    async def _changed(params: lsp.DidChangeTextDocumentParams) -> None:
        changed(params.text_document.uri)

    @server.feature(lsp.TEXT_DOCUMENT_DID_SAVE)
    async def _saved(params: lsp.DidSaveTextDocumentParams) -> None:
        changed(params.text_document.uri, 0)

    @server.feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    async def _closed(params: lsp.DidCloseTextDocumentParams) -> None:
        """Go back to the text on disk."""
        path = to_fs_path(params.text_document.uri)
        file = rulesets.of(Path(path)) if path is not None else None
        if file is not None and path is not None:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                file.client.set_text(file.name, Path(path).read_text(encoding="utf-8"))

    # ---- questions at a place ----

    @server.feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["."]))
    async def _complete(params: lsp.CompletionParams) -> lsp.CompletionList | None:
        file = opened(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        found = await file.ask(m.CompleteAt(file.name, at.line + 1, column(file, at)), m.Proposals)
        if found is None:
            return None
        where = range_of(file, found.place)
        items = [
            lsp.CompletionItem(
                item.text, kind=lsp.CompletionItemKind[_COMPLETION_KINDS.get(item.sort, "Text")], detail=item.sort,
                documentation=markdown("", item.explanation), sort_text=f"{number:04}", filter_text=item.text,
                text_edit=lsp.TextEdit(where, item.text),
            )
            for number, item in enumerate(found.items)
        ]  # fmt: skip
        return lsp.CompletionList(is_incomplete=True, items=items)

    def markdown(code: str, text: str) -> MarkupContent:
        shown = f"```gondwana\n{code}\n```\n{text}" if code else text
        return lsp.MarkupContent(lsp.MarkupKind.Markdown, shown)

    @server.feature(lsp.TEXT_DOCUMENT_HOVER)
    async def _hover(params: lsp.HoverParams) -> lsp.Hover | None:
        file = opened(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        found = await file.ask(m.HoverAt(file.name, at.line + 1, column(file, at)), m.HoverText)
        if found is None or not (found.code or found.text):
            return None
        said = f"*{found.sort}*\n\n{found.text}" if found.sort else found.text
        return lsp.Hover(markdown(found.code, said), range_of(file, found.place))

    @server.feature(lsp.TEXT_DOCUMENT_DEFINITION)
    async def _definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        file = opened(params.text_document.uri)
        if file is None:
            return []
        at = params.position
        found = await file.ask(m.DefinitionOf(file.name, at.line + 1, column(file, at)), m.Places)
        return [location(file, place) for place in found.places] if found is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_REFERENCES)
    async def _references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        file = opened(params.text_document.uri)
        if file is None:
            return []
        at = params.position
        found = await file.ask(m.ReferencesTo(file.name, at.line + 1, column(file, at)), m.Places)
        return [location(file, place) for place in found.places] if found is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_RENAME)
    async def _rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        file = opened(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        question = m.RenameAt(file.name, at.line + 1, column(file, at), params.new_name)
        found = await file.ask(question, m.Edits)
        if found is None:
            return None
        if found.refused:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, found.refused))
            return None
        return lsp.WorkspaceEdit(text_edits(file, found.edits))

    # ---- questions about a file ----

    async def formatted(uri: str, first: int, last: int) -> list[lsp.TextEdit]:
        file = opened(uri)
        if file is None:
            return []
        found = await file.ask(m.FormatLines(file.name, first, last), m.Edits)
        return text_edits(file, found.edits).get(file.uri(file.name), []) if found is not None else []

    @server.feature(lsp.TEXT_DOCUMENT_FORMATTING)
    async def _format(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return await formatted(params.text_document.uri, 1, 2**31)

    @server.feature(lsp.TEXT_DOCUMENT_RANGE_FORMATTING)
    async def _format_range(params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return await formatted(params.text_document.uri, params.range.start.line + 1, params.range.end.line + 1)

    @server.feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION, lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix])
    )
    async def _fixes(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = opened(params.text_document.uri)
        if file is None:
            return []
        first, last = params.range.start.line + 1, params.range.end.line + 1
        found = await file.ask(m.FixesIn(file.name, first, last), m.Fixes)
        return [
            lsp.CodeAction(fix.title, lsp.CodeActionKind.QuickFix, edit=lsp.WorkspaceEdit(text_edits(file, fix.edits)))
            for fix in (found.fixes if found is not None else ())
        ]

    @server.feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def _outline(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        file = opened(params.text_document.uri)
        found = await file.ask(m.OutlineOf(file.name), m.Outline) if file is not None else None
        return list(symbols(file, found.entries)) if file is not None and found is not None else []

    def symbols(file: OpenFile, entries: Iterable[m.OutlineEntry]) -> Iterator[lsp.DocumentSymbol]:
        for entry in entries:
            kind = lsp.SymbolKind[_SYMBOL_KINDS.get(entry.sort, "Field")]
            whole = range_of(file, entry.place)
            head = range_of(file, entry.head)
            inside = whole.start <= head.start and head.end <= whole.end
            yield lsp.DocumentSymbol(
                entry.name or entry.sort, kind, whole, head if inside else whole, entry.sort,
                children=list(symbols(file, entry.parts)),
            )  # fmt: skip

    @server.feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    async def _folds(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        file = opened(params.text_document.uri)
        found = await file.ask(m.FoldsOf(file.name), m.Folds) if file is not None else None
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in found.ranges] if found is not None else []

    legend = lsp.SemanticTokensLegend([_TOKEN_TYPES.get(sort, sort) for sort in _TOKEN_SORTS], ["declaration"])

    @server.feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, legend)
    async def _tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        file = opened(params.text_document.uri)
        found = await file.ask(m.TokensOf(file.name), m.SemanticTokens) if file is not None else None
        data: list[int] = []
        line = start = 0
        for token in found.tokens if file is not None and found is not None else ():
            assert file is not None
            begin = position(file, file.name, token.line, token.column)
            end = position(file, file.name, token.line, token.column + token.length)
            start = start if begin.line == line else 0
            sort = _TOKEN_SORTS.index(token.sort)
            data += [
                begin.line - line,
                begin.character - start,
                end.character - begin.character,
                sort,
                int(token.declares),
            ]
            line, start = begin.line, begin.character
        return lsp.SemanticTokens(data)

    return server
