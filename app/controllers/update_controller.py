"""Notice of a new version: asks the channel of the package, at most once a day and only if the user has switched it on.

The request says nothing about the user, and the answer is only shown as plain text. The program downloads nothing else.
"""

from __future__ import annotations

import json
import re
import time
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal

from app.base.paths import resource
from app.controllers.settings_controller import SettingsController
from app.net.protocol.sanitize import sanitize_chat
from dsl import __version__
from dsl.base.files import UnreadableError, parse_json, read_text, replace_file

if TYPE_CHECKING:
    from PySide6.QtNetwork import QNetworkAccessManager, QNetworkReply

CHANNEL = resource("updates.toml")  #: where a packager sets the address
SECURE = frozenset({"https"})
_DAY = 24 * 60 * 60
_TIMEOUT = 10_000  #: milliseconds
_LARGEST = 16 * 1024  #: bytes of the document
_LINES = 40  #: of what is new
_CANDIDATE = re.compile(r"(a|b|rc)[0-9]+$")  #: what the version of a candidate ends with, before its release
_VERSION = re.compile(r"[0-9]{1,5}(\.[0-9]{1,5}){0,3}")


@dataclass(frozen=True, slots=True)
class Release:
    """The newest version in a channel, and what is new in it."""

    version: str
    news: dict[str, str]  #: by language: plain text

    def news_in(self, language: str) -> str:
        """Return what is new, in a language or else in English; empty if the channel does not say it."""
        return self.news.get(language) or self.news.get("en", "")

    @property
    def is_newer(self) -> bool:
        """Whether it is newer than this program: a release is newer than its own candidates."""
        own = _CANDIDATE.sub("", __version__)
        return (_numbers(self.version), True) > (_numbers(own), own == __version__)


def channel_address(file: Path = CHANNEL) -> str:
    """Return the address of the package's channel; empty if it has none."""
    try:
        address = tomllib.loads(file.read_text(encoding="utf-8")).get("address", "")
    except (OSError, ValueError):
        return ""
    return address if isinstance(address, str) else ""


def release_of(document: str) -> Release | None:
    """Return the release in the document of a channel; None if it is malformed."""
    try:
        raw = parse_json(document)
    except UnreadableError:
        return None
    match raw:
        case {"version": str(version), "news": dict(news)} if _VERSION.fullmatch(version):
            texts = {str(language): _plain(text) for language, text in news.items() if isinstance(text, str)}
            return Release(version, texts)
    return None


def _plain(text: str) -> str:
    """Return a text without control characters, line by line."""
    return "\n".join(sanitize_chat(line) for line in text.splitlines()[:_LINES])


def _numbers(version: str) -> tuple[int, ...]:
    numbers = [int(number) for number in version.split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


class UpdateController(QObject):
    """Looks for a new version while the setting is on, and remembers the answer of the day in a file.

    Signals:
        changed: `release` may be another one.
    """

    changed = Signal()

    def __init__(
        self,
        settings: SettingsController,
        answers: Path,
        address: str,
        parent: QObject,
        *,
        schemes: frozenset[str] = SECURE,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`answers` is the file for the last answer; `address` is that of the channel. Only addresses of these
        `schemes` are asked."""
        super().__init__(parent)
        self._settings, self._answers, self._now = settings, answers, now
        self._url, self._schemes = QUrl(address), schemes
        self._network: QNetworkAccessManager | None = None
        self._reply: QNetworkReply | None = None
        self.release: Release | None = None  #: a version that is newer than this program
        settings.saved.connect(self.check)
        settings.changed.connect(self.check)

    @property
    def is_offered(self) -> bool:
        """Whether the package has a channel."""
        return self._url.isValid() and self._url.scheme() in self._schemes and bool(self._url.host())

    def check(self) -> None:
        """Show the answer of the day, or ask for it; nothing if the setting is off."""
        if not (self.is_offered and self._settings.current.updates):
            self.stop()
            self._use(None)
            return
        answered = self._answered()
        if answered is None:
            self._ask()
        else:
            self._use(release_of(answered))

    def stop(self) -> None:
        """End a request that is under way."""
        reply, self._reply = self._reply, None
        if reply is not None:
            reply.abort()
            reply.deleteLater()

    def _answered(self) -> str | None:
        """Return the answer of the last day, empty if there was none; None if the channel must be asked."""
        try:
            raw = parse_json(read_text(self._answers, 4 * _LARGEST))
        except (OSError, UnreadableError):
            return None
        match raw:
            case {"address": str(address), "asked": int(asked), "answer": str(answer)} if (
                address == self._url.toString() and 0 <= self._now() - asked < _DAY
            ):
                return answer
        return None

    def _ask(self) -> None:
        if self._reply is not None:
            return
        from PySide6.QtNetwork import QNetworkAccessManager, QNetworkRequest

        self._network = self._network or QNetworkAccessManager(self)
        request = QNetworkRequest(self._url)
        redirects = QNetworkRequest.RedirectPolicy.SameOriginRedirectPolicy
        request.setAttribute(QNetworkRequest.Attribute.RedirectPolicyAttribute, redirects)
        for cookies in (
            QNetworkRequest.Attribute.CookieLoadControlAttribute,
            QNetworkRequest.Attribute.CookieSaveControlAttribute,
        ):
            request.setAttribute(cookies, QNetworkRequest.LoadControl.Manual)
        request.setHeader(QNetworkRequest.KnownHeaders.UserAgentHeader, "Gondwana")
        request.setRawHeader(b"Accept-Language", b"*")  # Qt would send the user's
        request.setTransferTimeout(_TIMEOUT)
        self._reply = reply = self._network.get(request)
        reply.setReadBufferSize(_LARGEST + 1)
        reply.readyRead.connect(self._limit)
        reply.finished.connect(self._take)

    def _limit(self) -> None:
        if self._reply is not None and self._reply.bytesAvailable() > _LARGEST:
            self._reply.abort()

    def _take(self) -> None:
        """Remember an answer, also that there was none: the channel is not asked again on the same day."""
        from PySide6.QtNetwork import QNetworkReply

        reply, self._reply = self._reply, None
        if reply is None:
            return
        good = reply.error() == QNetworkReply.NetworkError.NoError
        answer = bytes(reply.readAll().data()).decode("utf-8", "replace") if good else ""
        reply.deleteLater()
        if len(answer) > _LARGEST or release_of(answer) is None:
            answer = ""
        kept = {"address": self._url.toString(), "asked": int(self._now()), "answer": answer}
        try:
            replace_file(self._answers, json.dumps(kept).encode())
        except OSError:  # the next start asks again
            self._use(release_of(answer))
        else:
            self.check()

    def _use(self, release: Release | None) -> None:
        newer = release if release is not None and release.is_newer else None
        if newer != self.release:
            self.release = newer
            self.changed.emit()
