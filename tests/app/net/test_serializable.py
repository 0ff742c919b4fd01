"""Every serializable class has only serializable fields."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

import app.net
import dsl.bots
import dsl.match
import dsl.simulation
from dsl.base.serialization import Serializable, SerializationError, loads


def classes(base: type[Serializable]) -> Iterator[type[Serializable]]:
    for each in base.__subclasses__():
        yield each
        yield from classes(each)


def test_every_serializable_class_holds_only_what_is_serializable() -> None:
    for package in (app.net, dsl.bots, dsl.match, dsl.simulation):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            importlib.import_module(module.name)
    found = [each for each in classes(Serializable) if each.__module__.startswith(("app.", "dsl."))]
    assert len(found) > 100
    wrong = [each for each in found if not _can_be_read(each)]
    assert wrong == []


def _can_be_read(kind: type[Serializable]) -> bool:
    try:
        loads("[]", kind)
    except SerializationError:
        return True
    except TypeError:
        return False
    return False
