"""The document of the protocol is complete and true: each record with its fields and types, each reason, each limit. A
client that is written from it alone: test_document_client."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin, get_type_hints

import pytest

from app.base.paths import home
from app.net.discovery.datagrams import Here, Seek
from app.net.protocol import limits
from app.net.protocol.authentication import key_of_code, key_of_token, make_proof, make_table_proof
from app.net.protocol.framing import CLIENT_GREETINGS, CLIENT_MESSAGES, TABLE_GREETINGS, TABLE_MESSAGES
from app.net.protocol.messages import PHRASES, Part
from dsl.base.serialization import Serializable
from dsl.i18n.translations import translation_in
from dsl.ir.events import EVENTS
from dsl.match import by_hand, ending, rule_change
from dsl.match.commit_reveal import Deal, commitment_of, seal_of

MANUAL = (Path(__file__).parents[4] / "docs" / "protocol.md").read_text(encoding="utf-8")
_HEAD = "| field | type | meaning |\n|---|---|---|\n"
_ROW = re.compile(r"\| `(\w+)` \| (.+?) \| (.+) \|")
_KEY = re.compile(r"`((?:lan\.away|refused|undo|paused|journal|by_hand)\.\w+)`")
_TABLE = (
    "app/net/server/room/*.py",
    "app/net/server/acceptor.py",
    "app/net/protocol/connection.py",
    "app/net/server/server.py",
    "dsl/match/*.py",
    "dsl/match/observation/*.py",
)


def records(kinds: tuple[type, ...]) -> Iterator[type[Serializable]]:
    """Yield the records, and those within them, each once."""
    waiting, seen = list(kinds), set()
    while waiting:
        kind = waiting.pop()
        if isinstance(kind, type) and issubclass(kind, Serializable):
            if kind not in seen:
                seen.add(kind)
                yield kind
                waiting += get_type_hints(kind).values()
        else:
            waiting += [each for each in get_args(kind) if not isinstance(each, str)]


ALL = sorted(
    records((*CLIENT_GREETINGS, *CLIENT_MESSAGES, *TABLE_GREETINGS, *TABLE_MESSAGES, Part, Seek, Here)),
    key=lambda kind: kind.__name__,
)


def written(kind: object) -> str:
    """Return a type as the document writes it."""
    origin, args = get_origin(kind), get_args(kind)
    if kind in (int, str, bool):
        return {int: "number", str: "text", bool: "boolean"}[kind]  # type: ignore[index]
    if origin is Literal:
        return " or ".join(f"`{each}`" for each in args)
    if origin is tuple and args[-1] is Ellipsis:
        return f"list of {written(args[0])}"
    if origin is tuple:
        return f"[{', '.join(map(written, args))}]"
    if origin in (Union, UnionType):
        return " or ".join("null" if each is NoneType else written(each) for each in args)
    return f"`{kind.__name__}`"  # type: ignore[attr-defined]


def documented() -> dict[str, dict[str, str]]:
    """Return the fields and types of each record in the document."""
    found = {}
    for section in re.split(r"^##+ ", MANUAL, flags=re.M):
        _, head, rows = section.partition(_HEAD)
        if head:
            found[section.split("\n")[0]] = {field: kind for field, kind, _ in _ROW.findall(rows.partition("\n\n")[0])}
    return found


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
def test_every_record_is_documented_with_its_fields_and_types(kind: type[Serializable]) -> None:
    hints = get_type_hints(kind)
    expected = {name: written(hints[name]) for name in kind.__struct_fields__}
    assert documented().get(kind.__name__, {}) == expected


def test_no_record_is_documented_that_does_not_exist() -> None:
    with_fields = {kind.__name__ for kind in ALL if kind.__struct_fields__}
    assert set(documented()) == with_fields
    assert len(with_fields) > 60


def test_every_reason_is_documented_and_none_that_does_not_exist() -> None:
    said = set()
    for path in (path for pattern in _TABLE for path in home().glob(pattern)):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and _KEY.fullmatch(f"`{node.value}`"):
                said.add(node.value)
    said |= {f"lan.away.{how}" for how in ("kicked", "banned")}  # `Room.kick` makes both
    said.add("by_hand.no")  # `Voting` makes it, as for every kind of vote
    said -= {key for key in said if key.startswith("journal.")} - {"journal.cannot_write"}  # others are of no table
    assert set(_KEY.findall(MANUAL)) == said


def test_every_sentence_for_an_end_has_its_reason_in_the_document() -> None:
    known = {key for key in translation_in("en").messages() if re.fullmatch(r"lan\.away\.\w+", key)}
    assert {key for key in _KEY.findall(MANUAL) if key.startswith("lan.away")} == known


def test_every_notice_is_documented() -> None:
    known = {
        key.removeprefix("lan.noticed.") for key in translation_in("en").messages() if key.startswith("lan.noticed.")
    }
    part = MANUAL.partition("### Notices")[2].partition("\n## ")[0]
    rows = "\n".join(line.split("|")[1] for line in part.splitlines() if line.startswith("| `"))
    assert set(re.findall(r"`([\w.]+)`", rows)) - {"what", "journal.cannot_write"} == known


def test_every_kind_of_event_and_every_phrase_is_documented() -> None:
    part = MANUAL.partition("### EventView")[2].partition("### ScoreLine")[0]
    kinds = re.findall(r"^\| `(\w+)` \|", part.partition("| kind | args |")[2], re.M)
    assert set(kinds) == {*EVENTS, *ending.EVENTS, *by_hand.EVENTS, *rule_change.EVENTS} - {"enter", "leave", "apart"}
    assert [phrase for phrase in PHRASES if f"`{phrase}`" not in MANUAL] == []


def test_the_test_vectors_are_right() -> None:
    part = MANUAL.partition("Test vector:")[2].partition("\n\nA client")[0]
    value = dict(re.findall(r"^\| (.+?) \| `(.+?)` \|", part, re.M))
    nonces = value["nonce of the table"], value["nonce of the client"]
    assert value["key of the code"] == key_of_code(value["code, as typed"])
    assert value["key of the token"] == key_of_token(value["token"])
    assert value["`code` in `Prove`"] == make_proof(value["key of the code"], value["`table`"], *nonces)
    assert value["`token` in `Prove`"] == make_proof(value["key of the token"], value["`table`"], *nonces)
    proof = make_table_proof(value["key of the token"], value["`table`"], *nonces, value["`place`"])
    assert value["`proof` in `Challenge`"] == proof
    deal = MANUAL.partition("## The fair deal")[2]
    share, secret = "ab" * 16, "cd" * 32
    assert f"`{seal_of(value['`table`'], share)}`" in deal
    assert f"`{commitment_of(value['`table`'], secret)}`" in deal
    assert f"is {Deal('', '', secret, (('red', share), ('blue', ''))).seed()}." in deal


def test_the_documented_limits_match_the_program() -> None:
    said = [
        f"| {limits.FRAME_BEFORE_WELCOME // limits.KIB} KiB", f"| {limits.FRAME // limits.KIB} KiB",
        f"| {limits.WHOLE // limits.MIB} MiB |", f"{limits.FRAMES_PER_SECOND} a second, {limits.BURST} at once",
        f"{limits.GUARANTEED_PER_SECOND} a second ({limits.GUARANTEED_BURST} at once)",
        f"{limits.NETWORK_PER_SECOND} a second ({limits.NETWORK_BURST} at once)",
        f"{limits.TABLE_PER_SECOND} ({limits.TABLE_BURST} at once)", f"{limits.READ_BUFFER // limits.KIB} KiB waiting",
        f"| {limits.WRONG_CODES_PER_MINUTE} a minute from one network", f"After {limits.WRONG_CODES_FREE} from all",
        f"at most {limits.LONGEST_DELAY:.0f} s", f"until {limits.WRONG_CODES_FORGOTTEN / 60:.0f} minutes",
        f"| {limits.CONNECTIONS} (more", f"{limits.CONNECTIONS_OF_ADDRESS} from one address",
        f"| {limits.NOT_GREETED}. When", f"| {limits.HELLO_WITHIN:.0f} s |", f"| {limits.AWAY_AFTER:.0f} s, then",
        f"nothing for {limits.HEARTBEAT:.0f} s",
        f"| {limits.NAME} characters", f"| {limits.CHAT} characters", f"| {limits.BANS} |",
        f"{limits.DEPTH} levels", f"0 to {limits.TURNS_BEHIND}",
    ]  # fmt: skip
    assert [each for each in said if each not in MANUAL] == []
