"""Verification of a finished network match: checks its chance and its journal, and then keeps the journal.

The journal comes from the table. A sandboxed process replays it first; it is kept only if it is the match that was
played here, by the rules that the user consented to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.net.client.client import TableClient
from app.net.client.commit_reveal import GOOD, verify_commitments
from app.net.protocol.messages import Kept, Pairs, Revealed
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import InspectionFailed, InspectJournal, JournalVerified, Verdict
from app.storage.matches import MatchNote, new_journal, write_note
from dsl.base.files import replace_file
from dsl.base.serialization import dumps
from dsl.match.table_messages import Refused
from dsl.match.view import View


class MatchVerification(QObject):
    """Waits for the end of a client's match. `close` cancels what is not done.

    Signals:
        verified: The result of the checks; carries a key of the window's texts and pairs of values. Once.
        confirmed: The journal is that of the match that was played here; carries it.
        saved: The match is kept; carries the path of its journal.
    """

    verified = Signal(str, object)
    confirmed = Signal(str)
    saved = Signal(object)

    def __init__(
        self, client: TableClient, matches: Path | None, parent: QObject, now: Callable[[], datetime] = datetime.now
    ) -> None:
        """Without a folder for matches the journal is verified, but not kept."""
        super().__init__(parent)
        self._client, self._matches, self._now = client, matches, now
        self._revealed: Revealed | None = None
        self._verdict: tuple[str, Pairs] = ("", ())
        self._request = 0
        self._journal = ""
        self._inspection: InspectionProcess | None = None
        client.chance_revealed.connect(self._on_revealed)
        client.answered.connect(self._on_answer)
        client.journal_received.connect(self._on_journal)

    def close(self) -> None:
        """Cancel the inspection."""
        inspection, self._inspection = self._inspection, None
        if inspection is not None:
            inspection.cancel()

    def _on_revealed(self, revealed: Revealed) -> None:
        if self._revealed is not None:
            return
        client, self._revealed = self._client, revealed
        self._verdict = verify_commitments(revealed, client.table_id, client.commitment, client.seats, client.pledges)
        self._request = client.ask_journal()

    def _on_answer(self, answer: object) -> None:
        if isinstance(answer, Refused) and answer.request == self._request and self._inspection is None:
            self.verified.emit(*self._verdict)

    def _on_journal(self, kept: Kept) -> None:
        view, revealed, rules = self._view(), self._revealed, self._client.rules
        if self._inspection is not None or view is None or revealed is None or rules is None:
            return
        self._journal, self._inspection = kept.journal, InspectionProcess(self)
        self._inspection.done.connect(self._on_inspected)
        self._inspection.start(
            InspectJournal(
                kept.journal, self._client.identities, dumps(view.outcome), self._client.table_id,
                self._client.commitment, revealed.secret, revealed.shares,
            )
        )  # fmt: skip

    def _view(self) -> View | None:
        known = (self._client.history_of(seat) for seat in (*self._client.seats, ""))
        return next((each.view for each in known if each is not None), None)

    def _on_inspected(self, verdict: Verdict) -> None:
        self._inspection = None
        match verdict:
            case InspectionFailed(reason, args):
                self.verified.emit(*((reason, args) if self._verdict[0] in GOOD else self._verdict))
            case JournalVerified():
                self.confirmed.emit(self._journal)
                why = self._write(self._matches) if self._matches is not None else ()
                self.verified.emit(*(("lan.journal.not_kept", why) if why else self._verdict))

    def _write(self, matches: Path) -> Pairs:
        """Save the journal; return the error as values, if any."""
        view, rules, table = self._view(), self._client.rules, self._client.lobby
        assert view is not None
        assert rules is not None
        folder = rules.folder or Path(rules.pack.name)
        names = tuple(seat.name or seat.seat for seat in table.seats) if table else ()
        try:
            path = new_journal(matches, folder.name, self._now())
            replace_file(path, self._journal.encode())
            write_note(path, MatchNote(str(folder), names, view.turn, "", True))
        except OSError as error:
            return (("why", error.strerror or str(error)),)
        self.saved.emit(path)
        return ()
