"""The end of a match at a table elsewhere: was its chance fair, and may it be kept among one's own matches?

The journal comes from the table. It is played again by a process of its own first, and kept only if it is the match
that was told here, by the rules that were consented to.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from app.net.client.client import TableClient
from app.net.protocol.messages import Kept, Pairs, Revealed
from app.net.sandbox.client import InspectionProcess
from app.net.sandbox.fairness import GOOD, verify_commitments
from app.net.sandbox.messages import InspectionFailed, InspectJournal, JournalVerified, Verdict
from app.storage.matches import Note, new_journal, write_note
from dsl.base.files import replace_file
from dsl.base.serialization import dumps
from dsl.match.messages import Refused
from dsl.match.view import View


class MatchArchive(QObject):
    """Waits for the end of a guest's match. `close` gives up what is not done.

    Signals:
        judged: Whether all was as agreed; carries a key of the window's texts and pairs of values. Once.
        kept: The match is kept; carries the path of its journal.
    """

    judged = Signal(str, object)
    kept = Signal(object)

    def __init__(
        self, guest: TableClient, matches: Path | None, parent: QObject, now: Callable[[], datetime] = datetime.now
    ) -> None:
        """Without a folder for matches the journal is looked at, but not kept."""
        super().__init__(parent)
        self._guest, self._matches, self._now = guest, matches, now
        self._revealed: Revealed | None = None
        self._verdict: tuple[str, Pairs] = ("", ())
        self._request = 0
        self._journal = ""
        self._look: InspectionProcess | None = None
        guest.revealed.connect(self._hear)
        guest.answered.connect(self._answered)
        guest.kept.connect(self._take)

    def close(self) -> None:
        """Look at nothing any more."""
        look, self._look = self._look, None
        if look is not None:
            look.give_up()

    def _hear(self, revealed: Revealed) -> None:
        if self._revealed is not None:
            return
        guest, self._revealed = self._guest, revealed
        self._verdict = verify_commitments(revealed, guest.table_id, guest.commitment, guest.seats, guest.pledges)
        self._request = guest.ask_journal()

    def _answered(self, answer: object) -> None:
        if isinstance(answer, Refused) and answer.request == self._request and self._look is None:
            self.judged.emit(*self._verdict)

    def _take(self, kept: Kept) -> None:
        view, revealed, rules = self._view(), self._revealed, self._guest.rules
        if self._look is not None or view is None or revealed is None or rules is None:
            return
        self._journal, self._look = kept.journal, InspectionProcess(self)
        self._look.done.connect(self._looked)
        self._look.ask(
            InspectJournal(
                kept.journal, rules.pack.identity, dumps(view.outcome), self._guest.table_id,
                self._guest.commitment, revealed.secret, revealed.shares,
            )
        )  # fmt: skip

    def _view(self) -> View | None:
        known = (self._guest.known(seat) for seat in (*self._guest.seats, ""))
        return next((each.view for each in known if each is not None), None)

    def _looked(self, verdict: Verdict) -> None:
        self._look = None
        match verdict:
            case InspectionFailed(reason, args):
                self.judged.emit(*((reason, args) if self._verdict[0] in GOOD else self._verdict))
            case JournalVerified():
                why = self._write(self._matches) if self._matches is not None else ()
                self.judged.emit(*(("lan.journal.not_kept", why) if why else self._verdict))

    def _write(self, matches: Path) -> Pairs:
        """Keep the journal; return why it could not be, if so."""
        view, rules, table = self._view(), self._guest.rules, self._guest.table
        assert view is not None
        assert rules is not None
        folder = rules.folder or Path(rules.pack.name)
        names = tuple(seat.name or seat.seat for seat in table.seats) if table else ()
        try:
            path = new_journal(matches, folder.name, self._now())
            replace_file(path, self._journal.encode())
            write_note(path, Note(str(folder), names, view.turn, "", True))
        except OSError as error:
            return (("why", error.strerror or str(error)),)
        self.kept.emit(path)
        return ()
