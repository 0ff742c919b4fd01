"""Command `lsp`: serves an editor over standard input and output, by the Language Server Protocol.

The answers are those of the language service (`dsl.language_service`), in its worker process: one for each ruleset of
which a file is open. Here they are put into the protocol's words, whose places count from 0 and, unless the editor can
do better, in units of UTF-16.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from dsl import __version__
from dsl.cli.common import official
from dsl.cli.main import GOOD
from dsl.cli.safe_output import SafeStream
from dsl.language_service import messages as m
from dsl.language_service.client import ServiceClient
from dsl.language_service.ruleset_files import read_files
from dsl.match.rulesets.folder import house_game

A = TypeVar("A", bound=m.Answer)

_WATCHED = "**/{*.rules,*.look,words.*,*.words.*,game.toml}"  #: files of a ruleset, changed by other programs too
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

_MARKS = re.compile(r"[*_<\[](?=[^`]*(?:`[^`]*`[^`]*)*$)")  #: what Markdown reads as its own, outside `code`

_LEGEND = lsp.SemanticTokensLegend([_TOKEN_TYPES.get(sort, sort) for sort in _TOKEN_SORTS], ["declaration"])


def serve_editor(_arguments: argparse.Namespace) -> int:
    """Serve one editor until it closes standard input."""
    output = sys.stdout
    stream = cast(object, output)
    raw = stream.wrapped if isinstance(stream, SafeStream) else output
    sys.stdout = sys.stderr  # nothing but the protocol goes to standard output
    rulesets = Rulesets()
    try:
        EditorServer(rulesets).start(sys.stdin.buffer, raw.buffer)
    finally:
        sys.stdout = output
        rulesets.close()
    return GOOD


class Rulesets:
    """The rulesets of which files are open, each with its worker."""

    def __init__(self) -> None:
        self._clients: dict[tuple[Path, Path | None], ServiceClient] = {}
        self._files: dict[Path, OpenFile] = {}

    def of(self, path: Path, text: str | None = None) -> OpenFile:
        """Return the ruleset that a file belongs to; house rules that lie elsewhere belong to an official game."""
        if path in self._files:
            return self._files[path]
        folder, extra = _folder_of(path, text)
        key = (folder, extra)
        if key not in self._clients:
            self._clients[key] = ServiceClient(read_files(folder, [extra] if extra is not None else []))
        name = extra.as_posix() if extra is not None else path.relative_to(folder).as_posix()
        self._files[path] = OpenFile(self._clients[key], folder, name)
        return self._files[path]

    def around(self, path: Path) -> list[OpenFile]:
        """Return an open file of each ruleset that a file of this place belongs to."""
        found = {}
        for file in self._files.values():
            if file.folder in (path.parent, path.parent.parent):
                found[file.client] = file
        return list(found.values())

    def forget(self, path: Path) -> None:
        """Look again where a file belongs when it is opened the next time."""
        self._files.pop(path, None)

    def close(self) -> None:
        """End all workers."""
        for client in self._clients.values():
            client.close()


def _folder_of(path: Path, text: str | None) -> tuple[Path, Path | None]:
    folder = path.parent.parent if path.parent.name in ("examples", "lessons", "house") else path.parent
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

    def read_again(self, path: Path) -> bool:
        """Take the text on disk of a file of the same ruleset; return whether it is another one than before."""
        name = path.relative_to(self.folder).as_posix()
        text = dict(read_files(self.folder).files).get(name)
        if text == self.client.files.get(name):
            return False
        if text is None:
            self.client.remove(name)
        else:
            self.client.set_text(name, text)
        return True

    async def ask(self, question: m.Question, kind: type[A]) -> A | None:
        """Return the answer to a question; None if there is none."""
        answer = await asyncio.wrap_future(self.client.ask(question))
        return answer if isinstance(answer, kind) else None


class EditorServer:
    """Server of one editor: turns its requests into questions to the language service, and the answers back."""

    def __init__(self, rulesets: Rulesets) -> None:
        self._rulesets = rulesets
        self._server = LanguageServer("gondwana", __version__)
        self._reviews: dict[ServiceClient, asyncio.Task[None]] = {}
        self._wide = True  #: whether columns count in units of UTF-16
        self._register()

    def start(self, source: Any, target: Any) -> None:
        """Serve until the editor closes `source`."""
        self._server.start_io(source, target)

    def _register(self) -> None:
        serve = self._serve
        serve(lsp.INITIALIZED, self._initialized)
        serve(lsp.TEXT_DOCUMENT_DID_OPEN, self._opened)
        serve(lsp.TEXT_DOCUMENT_DID_CHANGE, self._changed)
        serve(lsp.TEXT_DOCUMENT_DID_SAVE, self._saved)
        serve(lsp.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        serve(lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._changed_on_disk)
        serve(lsp.TEXT_DOCUMENT_COMPLETION, self._complete, lsp.CompletionOptions(trigger_characters=["."]))
        serve(lsp.TEXT_DOCUMENT_HOVER, self._hover)
        serve(lsp.TEXT_DOCUMENT_DEFINITION, self._definition)
        serve(lsp.TEXT_DOCUMENT_REFERENCES, self._references)
        serve(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, self._highlights)
        serve(lsp.TEXT_DOCUMENT_PREPARE_RENAME, self._prepare_rename)
        serve(lsp.TEXT_DOCUMENT_RENAME, self._rename, lsp.RenameOptions(prepare_provider=True))
        serve(lsp.TEXT_DOCUMENT_FORMATTING, self._format)
        serve(lsp.TEXT_DOCUMENT_RANGE_FORMATTING, self._format_range)
        serve(
            lsp.TEXT_DOCUMENT_CODE_ACTION,
            self._fixes,
            lsp.CodeActionOptions(code_action_kinds=[lsp.CodeActionKind.QuickFix]),
        )
        serve(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, self._outline)
        serve(lsp.TEXT_DOCUMENT_FOLDING_RANGE, self._folds)
        serve(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, self._tokens, _LEGEND)

    def _serve(self, feature: str, handler: Callable[[Any], Awaitable[Any]], options: Any = None) -> None:
        async def serve(params: Any) -> Any:
            return await handler(params)

        self._server.feature(feature, options)(serve)

    def _file(self, uri: str) -> OpenFile | None:
        """Return an open file; None if it is no file of this computer."""
        path = to_fs_path(uri)
        if path is None:
            return None
        return self._rulesets.of(Path(path), self._server.workspace.get_text_document(uri).source)

    # ---- places ----

    def _position(self, file: OpenFile, name: str, line: int, column: int) -> lsp.Position:
        before = file.row(name, line)[: column - 1]
        return lsp.Position(line - 1, len(before.encode("utf-16-le")) // 2 if self._wide else len(before))

    def _range_of(self, file: OpenFile, place: m.Place) -> lsp.Range:
        line, end = max(place.line, 1), max(place.end_line, 1)
        return lsp.Range(
            self._position(file, place.file, line, max(place.column, 1)),
            self._position(file, place.file, end, max(place.end_column, 1)),
        )

    def _column(self, file: OpenFile, where: lsp.Position) -> int:
        row = file.row(file.name, where.line + 1)
        if not self._wide:
            return min(where.character, len(row)) + 1
        units = row.encode("utf-16-le")[: 2 * where.character]
        return len(units.decode("utf-16-le", errors="ignore")) + 1

    def _location(self, file: OpenFile, place: m.Place) -> lsp.Location:
        return lsp.Location(file.uri(place.file), self._range_of(file, place))

    def _text_edits(self, file: OpenFile, edits: Iterable[m.Edit]) -> dict[str, list[lsp.TextEdit]]:
        found: dict[str, list[lsp.TextEdit]] = {}
        for edit in edits:
            found.setdefault(file.uri(edit.place.file), []).append(
                lsp.TextEdit(self._range_of(file, edit.place), edit.text)
            )
        return found

    # ---- texts and problems ----

    def _publish(self, file: OpenFile, found: m.ProblemList, version: int | None) -> None:
        for each in found.files:
            diagnostics = [self._diagnostic(file, problem) for problem in each.problems]
            of = version if each.file == file.name else None
            self._server.text_document_publish_diagnostics(
                lsp.PublishDiagnosticsParams(file.uri(each.file), diagnostics, of)
            )

    def _diagnostic(self, file: OpenFile, problem: m.ProblemFound) -> lsp.Diagnostic:
        parts = [problem.summary, problem.label, problem.explanation]
        if problem.needed:
            parts.append(f"needed: {problem.needed}\nfound: {problem.found}")
        parts.append(f"help: {problem.help}" if problem.help else "")
        related = [
            lsp.DiagnosticRelatedInformation(self._location(file, note.place), note.text) for note in problem.notes
        ]
        return lsp.Diagnostic(
            self._range_of(file, problem.place), "\n".join(filter(None, parts)), lsp.DiagnosticSeverity.Error,
            problem.slug, source="gondwana", related_information=related,
        )  # fmt: skip

    async def _check(self, file: OpenFile, version: int | None, delay: float) -> None:
        found = await file.ask(m.ProblemsOf(file.name), m.ProblemList)
        if found is not None:
            self._publish(file, found, version)
        await asyncio.sleep(delay)
        found = await file.ask(m.ReviewAll(), m.ProblemList)
        if found is not None and found.complete:
            self._publish(file, found, version)

    def _update(self, uri: str, delay: float = REVIEW_DELAY) -> None:
        file = self._file(uri)
        if file is None:
            return
        document = self._server.workspace.get_text_document(uri)
        file.client.set_text(file.name, document.source.replace("\r\n", "\n"))
        if (running := self._reviews.get(file.client)) is not None:
            running.cancel()
        self._reviews[file.client] = asyncio.get_running_loop().create_task(self._check(file, document.version, delay))

    async def _initialized(self, params: lsp.InitializedParams) -> None:
        encoding = self._server.server_capabilities.position_encoding
        self._wide = encoding in (None, lsp.PositionEncodingKind.Utf16)
        workspace = self._server.client_capabilities.workspace
        watching = workspace.did_change_watched_files if workspace is not None else None
        if watching is not None and watching.dynamic_registration:
            watched = lsp.DidChangeWatchedFilesRegistrationOptions([lsp.FileSystemWatcher(_WATCHED)])
            method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = lsp.Registration("files of rulesets", method, watched)
            await self._server.client_register_capability_async(lsp.RegistrationParams([registration]))

    async def _opened(self, params: lsp.DidOpenTextDocumentParams) -> None:
        self._update(params.text_document.uri)

    async def _changed(self, params: lsp.DidChangeTextDocumentParams) -> None:
        self._update(params.text_document.uri)

    async def _saved(self, params: lsp.DidSaveTextDocumentParams) -> None:
        self._update(params.text_document.uri, 0)

    async def _closed(self, params: lsp.DidCloseTextDocumentParams) -> None:
        """Go back to the text on disk."""
        path = to_fs_path(params.text_document.uri)
        file = self._rulesets.of(Path(path)) if path is not None else None
        if file is not None and path is not None:
            with contextlib.suppress(OSError, UnicodeDecodeError):
                file.client.set_text(file.name, Path(path).read_text(encoding="utf-8"))
            self._rulesets.forget(Path(path))

    async def _changed_on_disk(self, params: lsp.DidChangeWatchedFilesParams) -> None:
        """Read files again that another program, or the editor in another language, has written."""
        changed: dict[ServiceClient, OpenFile] = {}
        for change in params.changes:
            path = to_fs_path(change.uri)
            if path is None or change.uri in self._server.workspace.text_documents:
                continue
            for file in self._rulesets.around(Path(path)):
                if file.read_again(Path(path)):
                    changed[file.client] = file
        for client, file in changed.items():
            if (running := self._reviews.get(client)) is not None:
                running.cancel()
            self._reviews[client] = asyncio.get_running_loop().create_task(self._check(file, None, 0))

    # ---- questions at a place ----

    async def _complete(self, params: lsp.CompletionParams) -> lsp.CompletionList | None:
        file = self._file(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        found = await file.ask(m.CompleteAt(file.name, at.line + 1, self._column(file, at)), m.Proposals)
        if found is None:
            return None
        where = self._range_of(file, found.place)
        items = [
            lsp.CompletionItem(
                item.text, kind=lsp.CompletionItemKind[_COMPLETION_KINDS.get(item.sort, "Text")], detail=item.sort,
                documentation=self._markdown("", item.explanation), sort_text=f"{number:04}", filter_text=item.text,
                text_edit=lsp.TextEdit(where, item.text),
            )
            for number, item in enumerate(found.items)
        ]  # fmt: skip
        return lsp.CompletionList(is_incomplete=True, items=items)

    def _markdown(self, code: str, text: str) -> lsp.MarkupContent:
        lines = [re.sub(r"^•\s+", "* ", _MARKS.sub(r"\\\g<0>", line)) for line in text.split("\n")]
        prose = re.sub(r"\n\n(?=\* )", "\n", "\n\n".join(lines))
        shown = f"```gondwana\n{code}\n```\n{prose}" if code else prose
        return lsp.MarkupContent(lsp.MarkupKind.Markdown, shown)

    async def _hover(self, params: lsp.HoverParams) -> lsp.Hover | None:
        file = self._file(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        found = await file.ask(m.HoverAt(file.name, at.line + 1, self._column(file, at)), m.HoverText)
        if found is None or not (found.code or found.text):
            return None
        said = "\n".join(filter(None, (found.sort, found.text)))
        return lsp.Hover(self._markdown(found.code, said), self._range_of(file, found.place))

    async def _definition(self, params: lsp.DefinitionParams) -> list[lsp.Location]:
        file = self._file(params.text_document.uri)
        if file is None:
            return []
        at = params.position
        found = await file.ask(m.DefinitionOf(file.name, at.line + 1, self._column(file, at)), m.Places)
        return [self._location(file, place) for place in found.places] if found is not None else []

    async def _references(self, params: lsp.ReferenceParams) -> list[lsp.Location]:
        return [self._location(file, place) for file, place in await self._uses(params.text_document, params.position)]

    async def _highlights(self, params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        """Return where the name at a place occurs in its file, in the singular and in the plural."""
        found = await self._uses(params.text_document, params.position)
        return [lsp.DocumentHighlight(self._range_of(*use)) for use in found if use[0].name == use[1].file]

    async def _uses(self, document: lsp.TextDocumentIdentifier, at: lsp.Position) -> list[tuple[OpenFile, m.Place]]:
        file = self._file(document.uri)
        if file is None:
            return []
        found = await file.ask(m.ReferencesTo(file.name, at.line + 1, self._column(file, at)), m.Places)
        return [(file, place) for place in found.places] if found is not None else []

    async def _prepare_rename(self, params: lsp.PrepareRenameParams) -> lsp.PrepareRenamePlaceholder:
        """Return the name that would be renamed, as it is declared: in the singular, also in the place of a plural."""
        for file, place in await self._uses(params.text_document, params.position):
            if place.file == file.name and place.line == params.position.line + 1:
                where = self._range_of(file, place)
                if where.start <= params.position <= where.end:
                    declared = await file.ask(m.DefinitionOf(place.file, place.line, place.column), m.Places)
                    name = declared.places[0] if declared is not None and declared.places else place
                    text = file.row(name.file, name.line)[name.column - 1 : name.end_column - 1]
                    return lsp.PrepareRenamePlaceholder(where, text)
        raise _refused("Only a name that the rules declare can be renamed.")

    async def _rename(self, params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        file = self._file(params.text_document.uri)
        if file is None:
            return None
        at = params.position
        question = m.RenameAt(file.name, at.line + 1, self._column(file, at), params.new_name)
        found = await file.ask(question, m.Edits)
        if found is None:
            return None
        if found.refused:
            raise _refused(found.refused)
        return lsp.WorkspaceEdit(self._text_edits(file, found.edits))

    # ---- questions about a file ----

    async def _formatted(self, uri: str, first: int, last: int) -> list[lsp.TextEdit]:
        file = self._file(uri)
        if file is None:
            return []
        found = await file.ask(m.FormatLines(file.name, first, last), m.Edits)
        return self._text_edits(file, found.edits).get(file.uri(file.name), []) if found is not None else []

    async def _format(self, params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit]:
        return await self._formatted(params.text_document.uri, 1, 2**31)

    async def _format_range(self, params: lsp.DocumentRangeFormattingParams) -> list[lsp.TextEdit]:
        return await self._formatted(params.text_document.uri, params.range.start.line + 1, params.range.end.line + 1)

    async def _fixes(self, params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        file = self._file(params.text_document.uri)
        if file is None:
            return []
        first, last = params.range.start.line + 1, params.range.end.line + 1
        found = await file.ask(m.FixesIn(file.name, first, last), m.Fixes)
        fixes = found.fixes if found is not None else ()
        return [
            lsp.CodeAction(
                fix.title, lsp.CodeActionKind.QuickFix, edit=lsp.WorkspaceEdit(self._text_edits(file, fix.edits)),
                is_preferred=len(fixes) == 1,
            )
            for fix in fixes
        ]  # fmt: skip

    async def _outline(self, params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        file = self._file(params.text_document.uri)
        found = await file.ask(m.OutlineOf(file.name), m.Outline) if file is not None else None
        return list(self._symbols(file, found.entries)) if file is not None and found is not None else []

    def _symbols(self, file: OpenFile, entries: Iterable[m.OutlineEntry]) -> Iterator[lsp.DocumentSymbol]:
        for entry in entries:
            kind = lsp.SymbolKind[_SYMBOL_KINDS.get(entry.sort, "Field")]
            whole = self._range_of(file, entry.place)
            head = self._range_of(file, entry.head)
            inside = whole.start <= head.start and head.end <= whole.end
            yield lsp.DocumentSymbol(
                entry.name or entry.sort, kind, whole, head if inside else whole, entry.sort,
                children=list(self._symbols(file, entry.parts)),
            )  # fmt: skip

    async def _folds(self, params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        file = self._file(params.text_document.uri)
        found = await file.ask(m.FoldsOf(file.name), m.Folds) if file is not None else None
        return [lsp.FoldingRange(first - 1, last - 1) for first, last in found.ranges] if found is not None else []

    async def _tokens(self, params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        file = self._file(params.text_document.uri)
        found = await file.ask(m.TokensOf(file.name), m.SemanticTokens) if file is not None else None
        data: list[int] = []
        line = start = 0
        for token in found.tokens if file is not None and found is not None else ():
            assert file is not None
            begin = self._position(file, file.name, token.line, token.column)
            end = self._position(file, file.name, token.line, token.column + token.length)
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


def _refused(why: str) -> JsonRpcException:
    """Return the error that an editor shows at the place of its question."""
    return JsonRpcException(why, lsp.LSPErrorCodes.RequestFailed.value)
