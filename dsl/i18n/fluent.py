"""Compiler of Fluent messages (projectfluent.org): the text of one entry in, a function from values to a sentence out.

The grammar of a language (articles, elision, contraction, gender) is in its own file, `resources/texts/*/language.ftl`.

The parser is Project Fluent's own, `fluent.syntax`. Its sister `fluent.runtime` would format the same tree, but it
imports Babel, pytz and attrs: 70 ms more before the first page, which takes 430, and 36 MB more in a package. What a
table of texts needs of it is this file: text, placeholders, selectors, terms, attributes, functions of one value, and
the plural categories of CLDR for whole numbers.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, Protocol

from fluent.syntax import FluentParser, ast

Value = str | int  #: of a placeholder; whole numbers select by their plural category
Pattern = Callable[[Mapping[str, Value]], str]

_PARSER = FluentParser(with_spans=False)


class FluentError(Exception):
    """A text that is no Fluent entry, or one that uses what is not there."""


Sort = Literal["", "several", "spot", "region", "owned"]


class Named(str):
    """A value in words, with what its forms depend on."""

    gender = ""  #: of the noun that it begins with: `m`, `f`, `n`, `c` or nothing
    person = ""  #: `second` for the player who reads
    sort: Sort = ""  #: several things, a coordinate, a region of the board such as its west, or anything else
    region = ""  #: the region or direction, by its letters: `nw`, `mid`
    heading = ""  #: the direction from where a movement starts, if that is known
    within = ""  #: the author's phrase for "in it", with its preposition
    parts: Mapping[
        str, str
    ] = {}  #: parts of the value that a sentence may name alone: `thing`, `place`, `file`, `amount`


class Bundle(Protocol):
    """What the entries of one language need of each other."""

    def pattern(self, identifier: str, attribute: str = "") -> Pattern:
        """Return a message, or a term (`-brand`), or an attribute of one. Raises FluentError."""
        ...

    def call(self, function: str, value: Value) -> Value:
        """Return what a function makes of a value. Raises FluentError."""
        ...

    def category(self, number: int) -> str:
        """Return the plural category of a number."""
        ...

    def typeset(self, text: str) -> str:
        """Return text of the translator with the no-break spaces of the language."""
        ...


def compile_entry(text: str, bundle: Bundle) -> Mapping[str, Pattern]:
    """Return the patterns of an entry: its value under "", its attributes by name. Raises FluentError."""
    entry = _PARSER.parse_entry(text)
    if not isinstance(entry, ast.Message | ast.Term):
        said = entry.annotations[0].message if isinstance(entry, ast.Junk) and entry.annotations else "no entry"
        raise FluentError(f"{said}: {text!r}")
    compiler = _Compiler(bundle)
    patterns = {"": compiler.pattern(entry.value)} if entry.value else {}
    return patterns | {each.id.name: compiler.pattern(each.value) for each in entry.attributes}


class _OnlyThese(dict[str, Value]):
    """The arguments of a term: what is not among them selects the default."""

    def __missing__(self, name: str) -> str:
        return ""


class _Compiler:
    """Makes functions of the syntax tree of one entry."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle

    def pattern(self, pattern: ast.Pattern) -> Pattern:
        parts = [self._part(element) for element in pattern.elements]
        if not any(callable(part) for part in parts):
            text = "".join(part for part in parts if isinstance(part, str))
            return lambda values: text
        if len(parts) == 1 and callable(parts[0]):
            only = parts[0]
            return lambda values: str(only(values))

        def joined(values: Mapping[str, Value]) -> str:
            return "".join([part if isinstance(part, str) else str(part(values)) for part in parts])

        return joined

    def _part(self, element: ast.TextElement | ast.Placeable) -> str | Callable[[Mapping[str, Value]], Value]:
        if isinstance(element, ast.TextElement):
            return self._bundle.typeset(element.value)
        if isinstance(element.expression, ast.StringLiteral):
            return str(element.expression.parse()["value"])
        return self._expression(element.expression)

    def _expression(self, expression: ast.SyntaxNode) -> Callable[[Mapping[str, Value]], Value]:
        match expression:
            case ast.VariableReference():
                name = expression.id.name
                return lambda values: values[name]
            case ast.StringLiteral():
                text = str(expression.parse()["value"])
                return lambda values: text
            case ast.NumberLiteral():
                number = _number(expression.value)
                return lambda values: number
            case ast.SelectExpression():
                return self._selection(expression)
            case ast.FunctionReference():
                return self._call(expression)
            case ast.TermReference():
                return self._term(expression)
            case ast.MessageReference():
                bundle, name = self._bundle, expression.id.name
                attribute = expression.attribute.name if expression.attribute else ""
                return lambda values: bundle.pattern(name, attribute)(values)
            case ast.Placeable():
                return self._expression(expression.expression)
        raise FluentError(f"{type(expression).__name__} is not understood")

    def _call(self, expression: ast.FunctionReference) -> Callable[[Mapping[str, Value]], Value]:
        bundle, name = self._bundle, expression.id.name
        if len(expression.arguments.positional) != 1 or expression.arguments.named:
            raise FluentError(f"{name} takes one value")
        argument = self._expression(expression.arguments.positional[0])
        return lambda values: bundle.call(name, argument(values))

    def _term(self, expression: ast.TermReference) -> Callable[[Mapping[str, Value]], Value]:
        bundle, name = self._bundle, f"-{expression.id.name}"
        attribute = expression.attribute.name if expression.attribute else ""
        given = expression.arguments.named if expression.arguments else []
        arguments = _OnlyThese({each.name.name: _literal(each.value) for each in given})
        return lambda values: bundle.pattern(name, attribute)(arguments)

    def _selection(self, expression: ast.SelectExpression) -> Callable[[Mapping[str, Value]], Value]:
        selector, category = self._expression(expression.selector), self._bundle.category
        variants: list[tuple[Value, Pattern]] = []
        default: Pattern | None = None
        for variant in expression.variants:
            pattern = self.pattern(variant.value)
            key = variant.key
            variants.append((key.name if isinstance(key, ast.Identifier) else _number(key.value), pattern))
            if variant.default:
                default = pattern
        assert default is not None  # the parser asks for one
        otherwise = default

        def selected(values: Mapping[str, Value]) -> str:
            value = selector(values)
            also = category(value) if isinstance(value, int) else value
            for key, pattern in variants:
                if key in (value, also):
                    return pattern(values)
            return otherwise(values)

        return selected


def _number(text: str) -> Value:
    return int(text) if text.lstrip("-").isdecimal() else text


def _literal(node: ast.StringLiteral | ast.NumberLiteral) -> Value:
    return str(node.parse()["value"]) if isinstance(node, ast.StringLiteral) else _number(node.value)


# ---- what a word begins with ----

_VOWELS = frozenset("aeiouyœæø")


def initial(word: str, consonants: Sequence[str] = ()) -> str:
    """Return `vowel` or `consonant`, for the first letter of a word, which decides on elision and on the form of an
    article; `other` if it is no word, such as `a4`. A word that begins like one of `consonants` counts as one."""
    if word.lower().startswith(tuple(consonants)):
        return "consonant"
    letter = unicodedata.normalize("NFD", word[:1].lower())[:1]
    if not letter.isalpha() or word[1:2].isdecimal():
        return "other"
    return "vowel" if letter in _VOWELS else "consonant"


# ---- plural categories ----

#: From the Unicode Common Locale Data Repository (CLDR 47, Unicode-3.0 licence), for whole numbers. What no rule fits,
#: and every number in a language that is not here, is `other`.
_PLURALS = """
one: n = 1 | af an asa ast az bal bem bez bg brx ca ce cgg chr ckb da de dv ee el en eo es et eu fi fo fur fy gl gsw ha
 haw hu ia io it jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij lld mas mgo ml mn mr nah nb nd ne nl nn nnh no
 nr ny nyn om or os pap ps rm rof rwk saq sc scn sd sdh seh sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur
 uz ve vec vo vun wae xh xog yi
one: n = 0,1 | ak am as bho bn csw doi fa ff fr gu guw hi ht hy kab kn ln mg nso pa pcm pt si ti wa zu
one: n = 1; two: n = 2 | he iu naq sat se sma smi smj smn sms
zero: n = 0; one: n = 1 | blo ksh lag
one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14 | bs hr sh sr
one: n % 10 = 1 and n % 100 != 11; few: n % 10 = 2..4 and n % 100 != 12..14; many: n = 0..0 or n % 10 = 0,5..9 or
 n % 100 = 11..14 | be ru uk
one: n = 1; few: n % 10 = 2..4 and n % 100 != 12..14; many: n = 0..1000000000000 | pl
one: n = 1; few: n = 2..4 | cs sk
one: n % 100 = 1; two: n % 100 = 2; few: n % 100 = 3..4 | dsb hsb sl
zero: n % 10 = 0 or n % 100 = 11..19; one: n % 10 = 1 and n % 100 != 11 | lv prg
one: n % 10 = 1 and n % 100 != 11..19; few: n % 10 = 2..9 and n % 100 != 11..19 | lt
one: n % 10 = 1 and n % 100 != 11 | is mk
one: n = 1,2,3 or n % 10 != 4,6,9 | ceb fil tl
zero: n = 0; one: n = 1; two: n = 2; few: n % 100 = 3..10; many: n % 100 = 11..99 | ar ars
zero: n = 0; one: n = 1; two: n = 2; few: n = 3; many: n = 6 | cy
one: n = 1; two: n = 2; few: n = 3..6; many: n = 7..10 | ga
one: n = 1,11; two: n = 2,12; few: n = 3..10,13..19 | gd
one: n % 10 = 1; two: n % 10 = 2; few: n % 100 = 0,20,40,60,80 | gv
one: n % 10 = 1 and n % 100 != 11,71,91; two: n % 10 = 2 and n % 100 != 12,72,92; few: n % 10 = 3..4,9 and
 n % 100 != 10..19,70..79,90..99; many: n != 0 and n % 1000000 = 0 | br
one: n = 1; two: n = 2; few: n = 0 or n % 100 = 3..10; many: n % 100 = 11..19 | mt
one: n = 1; few: n = 0 or n % 100 = 1..19 | mo ro
one: n = 0,1; few: n = 2..10 | shi
one: n = 0,1,11..99 | tzm
"""
_RELATION = re.compile(r"n(?: % (\d+))? (!?=) ([\d.,]+)")


@cache
def plural_rules(language: str) -> Callable[[int], str]:
    """Return what gives the plural category of a whole number in a language (`pt-br` counts as `pt`)."""
    code = language.partition("-")[0]
    for line in _PLURALS.replace("\n ", " ").strip().splitlines():
        rules, _, languages = line.partition(" | ")
        if code in languages.split():
            pairs = (rule.partition(": ") for rule in rules.split("; "))
            return _category([(category, condition) for category, _, condition in pairs])
    return lambda number: "other"


def _category(rules: Sequence[tuple[str, str]]) -> Callable[[int], str]:
    conditions = [
        (category, [[_relation(part) for part in either.split(" and ")] for either in condition.split(" or ")])
        for category, condition in rules
    ]

    @lru_cache(256)
    def category_of(number: int) -> str:
        number = abs(number)
        found = (name for name, ways in conditions if any(all(fits(number) for fits in way) for way in ways))
        return next(found, "other")

    return category_of


def _relation(text: str) -> Callable[[int], bool]:
    found = _RELATION.fullmatch(text)
    assert found is not None, text
    divisor, wanted = int(found[1] or 0), found[2] == "="
    pairs = (span.partition("..") for span in found[3].split(","))
    spans = [(int(first), int(last or first)) for first, _, last in pairs]

    def fits(number: int) -> bool:
        number = number % divisor if divisor else number
        return any(first <= number <= last for first, last in spans) is wanted

    return fits
