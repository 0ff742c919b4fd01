"""Every problem of discovery has a text, and every text is used."""

from __future__ import annotations

import re

import pytest

from app.base.i18n import Translations
from app.base.paths import home
from app.net.protocol.addresses import AddressProblem, Candidate, read_address
from dsl.i18n.translations import languages

MODULES = ("protocol/addresses", "discovery/responder", "discovery/browser")
SAID = {
    key
    for name in MODULES
    for key in re.findall(r'"(lan\.[a-z_.]+)"', (home() / f"app/net/{name}.py").read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("language", languages())
def test_every_key_of_discovery_has_a_text(language: str) -> None:
    text = (home() / f"resources/texts/{language}/discovery.ftl").read_text(encoding="utf-8")
    assert {key.replace("-", ".") for key in re.findall(r"^([a-z][\w-]*) =", text, re.MULTILINE)} == SAID


@pytest.mark.parametrize("language", languages())
def test_the_examples_in_sentences_can_be_typed(language: str) -> None:
    sentence = Translations(language)("lan.address.empty")
    examples = re.findall(r"192\S*\d|[A-Z]{3}-[A-Z]{3}", sentence)
    assert len(examples) == 2
    assert {read_address(each, ("192.168.1.7/24",)) for each in examples} == {(Candidate("192.168.1.20", 28500),)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("typed", ["", "KVT-MRA", "BCH-MWV", "1.2.3", "a:b", "fe80::1", "a b", "0.0.0.0"])
def test_the_text_repeats_the_typed_address(language: str, typed: str) -> None:
    read = read_address(typed)
    assert isinstance(read, AddressProblem)
    assert read.part in Translations(language)(read.reason, part=read.part)
