"""Texts of simulation reports, with numbers in the format of the language."""

from __future__ import annotations

from dsl.i18n.fluent import Value
from dsl.i18n.translations import translation_in


def say(language: str, key: str, **values: Value) -> str:
    """Return a sentence of the lab, beginning with a capital if it is one."""
    text = translation_in(language)(f"lab.{key}", **values)
    return text[:1].upper() + text[1:] if text.endswith((".", ")")) else text


def number(language: str, value: float, digits: int = 0, sign: bool = False) -> str:
    """Return a number as it is written in a language: 1,234.5 or 1 234,5. With `sign` more has its plus."""
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    if not any(digit in text for digit in "123456789"):
        text = text.lstrip("+-")  # nothing is neither more nor less
    said = translation_in(language)
    return text.translate({ord("-"): "−", ord(","): said("number.group"), ord("."): said("number.point")})


def share(language: str, value: float, sign: bool = False) -> str:
    """Return a share in hundredths: 26.8 % or 26,8 %."""
    return f"{number(language, 100 * value, 1, sign)} %"
