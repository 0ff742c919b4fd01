"""Transfer of unknown rules: fetched, inspected in a sandbox, accepted by the user, saved separately."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.appearance.drawings import LookError
from app.appearance.look import Look
from app.base.i18n import Translations
from app.net.client.client import ConnectionState, TableClient
from app.net.client.ruleset_transfer import ReceivedOffer, RulesetCache, consent_lines
from app.net.protocol.connection import Connection
from app.net.protocol.limits import DRAWING, DRAWINGS, LOOK_FILE, LOOK_FILES, RULES
from app.net.protocol.messages import AskLook, AskRules, Farewell, GameLook, Rules, RulesOffer
from app.net.sandbox.inspection_process import InspectionProcess
from app.net.sandbox.messages import InspectedRules, InspectionFailed, InspectRules
from app.net.sandbox.worker import fits, hash_of, look_problem
from app.storage.game_library import find_games
from dsl.base.serialization import dumps
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.provenance import provenance_of
from dsl.match.rulesets.ruleset import Ruleset, load
from tests.app.net.fake_table import POND, Ear, FakeTable, Script, client_at, offer_of, pond, rules_of

REED = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path d="M0 0L5 9"/></svg>'
LOOK = '[board]\nbackground = "#123456"\n'


class Place:
    """A table, and clients with some official games; the pond is one of them only if a test needs it."""

    def __init__(self, qtbot: QtBot, folder: Path) -> None:
        self.qtbot, self.folder, self.parent = qtbot, folder, QObject()
        self.official = folder / "official"
        self.official.mkdir()
        self.script = Script(offer_of(pond()), rules_of(pond()))
        self.table = FakeTable(self.script, self.parent)
        self.guests: list[TableClient] = []

    def plays(self, pack: Ruleset, look: str = "") -> None:
        self.script.rules = rules_of(pack, look)
        self.script.offer = offer_of(pack, self.script.rules)

    def offers(self, rules: Rules, **more: object) -> None:
        """The table has unchecked rules."""
        self.script.rules = rules
        offer = RulesOffer("pond", (("en", "Pond"),), "0" * 64, (), hash_of(rules), len(dumps(rules)))
        self.script.offer = replace(offer, **more)  # type: ignore[arg-type]

    def guest(self, language: str = "en") -> tuple[TableClient, Ear]:
        guest = client_at(self.folder / "data", self.official, self.parent, language)
        ear = Ear(guest)
        self.guests.append(guest)
        guest.connect_to("127.0.0.1", self.table.port, "Bea")
        return guest, ear

    def offered(self, language: str = "en") -> tuple[TableClient, Ear, ReceivedOffer]:
        guest, ear = self.guest(language)
        self.until(lambda: ear.offers or ear.ends)
        assert ear.ends == []
        (offer,) = ear.offers
        assert isinstance(offer, ReceivedOffer)
        return guest, ear, offer

    def end(self) -> str:
        _, ear = self.guest()
        self.until(lambda: ear.ends or ear.offers)
        assert ear.offers == []
        return ear.ends[0][0]

    def until(self, holds: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(holds()))

    def close(self) -> None:
        for guest in self.guests:
            guest.leave()
        self.table.close()
        self.until(lambda: not self.parent.findChildren(Connection))


@pytest.fixture
def place(qtbot: QtBot, tmp_path: Path) -> Iterator[Place]:
    place = Place(qtbot, tmp_path)
    yield place
    place.close()
    place.parent.deleteLater()


def asked(place: Place) -> int:
    return sum(isinstance(heard, AskRules) for heard in place.script.heard)


def test_unknown_rules_are_fetched_and_wait_for_consent(place: Place) -> None:
    guest, ear, offer = place.offered()
    assert guest.state is ConnectionState.LOADING_RULES
    assert ear.lobbies == []
    titles = (("en", "Pond"), ("fr", "L’étang"))
    origin = provenance_of(pond(), "en", None)
    assert origin.standing == "own"
    assert offer.inspected == InspectedRules(titles, ("Pond, an invented game.",), "nothing", "", (), 0, origin=origin)
    lines = list(consent_lines(offer.inspected, offer.offer, Translations("en")))
    assert "Not an official game." in lines
    assert f"Rules {pond().mark}." in lines
    guest.accept_rules()
    assert guest.state is ConnectionState.GATHERING
    assert ear.lobbies
    assert guest.rules is not None
    assert guest.rules.pack.identity == pond().identity
    assert guest.rules.load_look() == Look()


def test_consent_is_saved_for_exactly_this_text_and_the_game_is_not_listed(place: Place) -> None:
    guest, _, _ = place.offered()
    guest.accept_rules()
    guest.leave()
    again, ear = place.guest()
    place.until(lambda: again.state is ConnectionState.GATHERING)
    assert (ear.offers, asked(place)) == ([], 1)
    again.leave()
    assert find_games(place.official, place.folder / "data" / "rulesets") == ()
    place.plays(pond(), LOOK)
    place.offered()
    assert asked(place) == 2


def test_refused_consent_is_sent_to_the_table_and_saves_nothing(place: Place) -> None:
    guest, _, _ = place.offered()
    guest.refuse_rules()
    place.until(lambda: Farewell("lan.rules.refused") in place.script.heard)
    assert guest.state is ConnectionState.CLOSED
    assert not (place.folder / "data" / "received").exists()


@pytest.mark.parametrize(
    ("language", "title", "words"), [("en", "Pond", "instead of"), ("fr", "L’étang", "(avant : 2)")]
)
def test_the_difference_to_the_official_game_is_in_the_users_language(
    place: Place, language: str, title: str, words: str
) -> None:
    own = place.folder / "own"
    shutil.copytree(POND, own)
    rules = own / "pond.rules"
    rules.write_text(rules.read_text().replace("option rounds: 1..4 = 2", "option rounds: 1..4 = 3"))
    shutil.copytree(POND, place.official / "pond")
    place.plays(load(own))
    _, _, offer = place.offered(language)
    assert (offer.inspected.known, offer.inspected.other) == ("official", title)
    assert len(offer.inspected.differences) == 1
    assert words in offer.inspected.differences[0]


def test_installed_house_rules_need_no_consent(place: Place) -> None:
    shutil.copytree(POND, place.official / "pond")
    titles = [rules.title for rules in pond().house_rules()]
    place.plays(load(POND, titles))
    guest, _ = place.guest()
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    assert asked(place) == 0
    assert [house.title for house in guest.rules.pack.house] == titles  # type: ignore[union-attr]


def test_own_house_rules_for_an_official_game_need_no_consent(place: Place) -> None:
    shutil.copytree(POND, place.official / "pond")
    own = place.folder / "data" / "house" / "pond" / "mine.rules"
    own.parent.mkdir(parents=True)
    source = pond().house_rules()[0].source.text
    own.write_text(source.replace(pond().house_rules()[0].title, "Mine"), encoding="utf-8")
    place.plays(load(POND, [own]))
    guest, _ = place.guest()
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    assert asked(place) == 0
    assert [house.title for house in guest.rules.pack.house] == ["Mine"]  # type: ignore[union-attr]


def test_the_look_is_transferred_and_may_be_invalid(place: Place) -> None:
    place.plays(pond(), LOOK)
    guest, _, _ = place.offered()
    guest.accept_rules()
    assert guest.rules is not None
    assert guest.rules.load_look().board.background.light == "#123456"
    guest.leave()
    place.plays(pond(), "[board]\nbackground = 7\n")
    guest, _, _ = place.offered()
    guest.accept_rules()
    assert guest.rules is not None
    with pytest.raises(LookError):
        guest.rules.load_look()


def test_the_looks_of_the_base_games_and_the_drawings_come_with_the_rules(place: Place) -> None:
    place.plays(pond(), LOOK)
    base = '[counters.egg]\nart = "reed"\nshape = "cube"\n[board]\nbackground = "#999999"\n'
    place.script.look = GameLook(0, (base, LOOK), (("reed", REED),))
    guest, _, offer = place.offered("fr")
    assert [type(heard) for heard in place.script.heard if isinstance(heard, AskLook | AskRules)] == [AskLook, AskRules]
    assert (offer.inspected.drawings, offer.inspected.refused_look) == (1, "")
    assert any("1 dessin" in line for line in consent_lines(offer.inspected, offer.offer, Translations("fr")))
    assert not (place.folder / "data" / "received").exists()  # nothing is kept before the consent
    guest.accept_rules()
    for _ in range(2):  # received, then cached
        assert guest.rules is not None
        look = guest.rules.load_look()
        assert look.board.background.light == "#123456"
        egg = look.counter("egg")
        assert (egg.shape, [drawing.name for drawing in egg.art]) == ("cube", ["reed"])
        look.drawings.check()
        guest.leave()
        guest, _ = place.guest()
        place.until(lambda joined=guest: joined.state is ConnectionState.GATHERING)
    assert asked(place) == 1


def test_the_look_of_cached_rules_is_fetched_if_it_is_missing(place: Place) -> None:
    place.plays(pond(), LOOK)
    guest, _, _ = place.offered()  # from a table that sends no look
    guest.accept_rules()
    guest.leave()
    place.script.look = GameLook(0, ('[counters.egg]\nart = "reed"\n', LOOK), (("reed", REED),))
    guest, ear = place.guest()
    place.until(lambda: guest.state is ConnectionState.GATHERING)
    assert (ear.offers, asked(place)) == ([], 1)  # the rules have the consent already
    assert guest.rules is not None
    assert [drawing.name for drawing in guest.rules.load_look().counter("egg").art] == ["reed"]


SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><script>alert(1)</script></svg>'


def test_an_unsafe_drawing_is_refused_and_plain_shapes_are_drawn(place: Place) -> None:
    place.plays(pond(), LOOK)
    place.script.look = GameLook(0, (LOOK,), (("reed", REED), ("evil", SCRIPT)))
    guest, _, offer = place.offered()
    assert offer.look is None
    assert offer.inspected.refused_look.startswith("evil.svg: ")
    said = list(consent_lines(offer.inspected, offer.offer, Translations("en")))
    assert any("plain shapes are drawn: evil.svg" in line for line in said)
    guest.accept_rules()
    assert guest.rules is not None
    assert guest.rules.load_look().board.background.light == "#123456"  # the text that is part of the rules
    assert not list((place.folder / "data" / "received").rglob("*.svg"))


@pytest.mark.parametrize(
    ("files", "drawings"),
    [
        ((LOOK,) * (LOOK_FILES + 1), ()),
        (("#" * (LOOK_FILE + 1),), ()),
        ((), tuple((f"d{number}", REED) for number in range(DRAWINGS + 1))),
        ((), (("reed", REED), ("reed", REED))),
        ((), (("reed", REED.replace("/>", "/>" + " " * DRAWING)),)),
        ((), tuple((f"d{number}", REED.replace("/>", "/>" + " " * 50_000)) for number in range(60))),
        (("[board",), ()),
        ((), (("../reed", REED),)),
        ((), (("reed", SCRIPT),)),
        ((), (("reed", "no svg"),)),
    ],
)
def test_a_look_beyond_the_limits_is_refused(files: tuple[str, ...], drawings: tuple[tuple[str, str], ...]) -> None:
    assert look_problem(GameLook(0, (LOOK,), (("reed", REED),))) == ""
    assert look_problem(GameLook(0, files, drawings)) != ""


def test_a_look_that_comes_after_the_rules_is_not_used(place: Place) -> None:
    place.plays(pond())
    late = GameLook(0, (LOOK,), (("evil", SCRIPT),))
    waiting: list[int] = []

    def reply(peer: Connection, message: object) -> bool:
        if isinstance(message, AskLook):
            waiting.append(message.request)
            return True
        if isinstance(message, AskRules):
            peer.send(replace(place.script.rules, request=message.request))
            peer.send(replace(late, request=waiting[0]))
            return True
        return False

    place.script.reply = reply
    guest, _, offer = place.offered()
    assert offer.look is None
    guest.accept_rules()
    assert guest.rules is not None
    assert guest.rules.load_look() == Look()


# ---- hostile tables ----------------------------------------------------------------------------------------------


def text(*files: tuple[str, str], base: RulesetText | None = None) -> Rules:
    return Rules(0, RulesetText(files, base), (), "")


def test_rules_that_differ_from_the_offer(place: Place) -> None:
    place.script.offer = replace(place.script.offer, text="0" * 64)
    assert place.end() == "lan.rules.hash"


def test_an_invalid_hash_is_no_path(place: Place) -> None:
    place.script.offer = replace(place.script.offer, text="../../../etc/passwd")
    assert place.end() == "lan.rules.hash"


def test_other_rules_under_the_same_name(place: Place) -> None:
    place.script.offer = replace(place.script.offer, identity="0" * 64)
    assert place.end() == "lan.rules.other"


def test_rules_of_three_mebibytes(place: Place) -> None:
    place.offers(text(("pond.rules", "-- x\n" * (3 * 1024 * 1024 // 5))))
    assert place.end() == "lan.rules.too_large"


def test_rules_announced_as_too_large_are_not_requested(place: Place) -> None:
    place.script.offer = replace(place.script.offer, size=10 * RULES)
    assert place.end() == "lan.rules.too_large"
    assert asked(place) == 0


def test_an_endless_chain_of_base_games(place: Place) -> None:
    deep = RulesetText((("pond.rules", "game pond\n"),))
    for _ in range(20):
        deep = RulesetText((("pond.rules", "game pond based on pond\n"),), deep)
    rules = Rules(0, deep, (), "")
    assert not fits(rules)
    place.offers(rules)
    assert place.end() in ("lan.rules.too_large", "lan.lost.malformed")


def test_an_offer_without_rules(place: Place) -> None:
    place.offers(text())
    assert place.end() == "lan.rules.unreadable"


@pytest.mark.parametrize(
    "bomb",
    [
        "define a = " + "(" * 200_000 + "1" + ")" * 200_000 + "\n",
        "board sea: squares 1000000 by 1000000\n",
        "board sea: squares 999 by 999\npiece p: on squares, 1000000 each\n",
        'option a: 0..99999999999999999999999 = 0 "x"\n',
        "\n".join(f"define d{n} = d{n + 1} + d{n + 1} + d{n + 1}" for n in range(3000)) + "\n",
        "-- " + "x" * 1_900_000 + "\n",
        "action " * 250_000,
    ],
)
def test_rules_that_exhaust_resources_are_refused_with_a_reason(place: Place, bomb: str) -> None:
    game = 'game pond\n    players 2..3, colours red, blue, green\n    credit "x"\n\n'
    place.offers(text(("pond.rules", game + bomb)))
    assert place.end() in ("lan.rules.unreadable", "lan.rules.too_much", "lan.rules.other")


def test_a_cache_that_cannot_be_written_does_not_prevent_playing(tmp_path: Path) -> None:
    (tmp_path / "received").touch()
    rules = rules_of(pond())
    look = GameLook(0, (LOOK,), (("reed", REED),))
    inspected = InspectedRules((), (), "nothing", "", (), 0)
    received = ReceivedOffer(offer_of(pond(), rules), rules, look, inspected)
    found = RulesetCache(tmp_path, tmp_path, tmp_path / "received").store(received)
    assert found is not None


@pytest.mark.parametrize(
    "program",
    [
        "import time; time.sleep(60)",
        "from app.net.sandbox.worker import bind; bind(9); 'x' * 2**31",
        "print('x' * 2**22)",
        "print('{}')",
        "raise SystemExit(3)",
        "import os; os.abort()",
    ],
)
def test_an_invalid_answer_of_the_sandbox_counts_as_exhausted(qtbot: QtBot, program: str) -> None:
    parent = QObject()
    look, heard = InspectionProcess(parent, [sys.executable, "-c", program], longest=2000), list[object]()
    look.done.connect(heard.append)
    look.start(InspectRules(text(), None, "", "en", (), 0))
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [InspectionFailed("lan.rules.too_much")]
    parent.deleteLater()


def test_a_sandbox_that_cannot_start_is_reported(qtbot: QtBot) -> None:
    parent, heard = QObject(), list[object]()
    look = InspectionProcess(parent, ["/no/such/program"])
    look.done.connect(heard.append)
    look.start(InspectRules(text(), None, "", "en", (), 0))
    qtbot.waitUntil(lambda: bool(heard))
    assert heard == [InspectionFailed("lan.rules.no_process")]
    parent.deleteLater()
