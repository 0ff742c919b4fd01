"""Models: the weights of an evaluation function, shipped as data beside the rules of a game (`models/*.json`).

`gondwana train` writes them (`dsl.training`); `dsl.search.evaluation` makes code of them. A model belongs to one set of
rules and one number of players. Under house rules without a model of their own the model of the official rules is used:
its weights fit by the names of features, and a feature that it does not know counts as 0.
"""

from __future__ import annotations

from collections.abc import Mapping

from dsl.base.serialization import Serializable, SerializationError, loads
from dsl.ir.program import Program
from dsl.lowering import lower
from dsl.match.rulesets.folder import MODEL_FILE
from dsl.match.rulesets.ruleset import Ruleset
from dsl.search.evaluation import MAX_WEIGHT, UNIT
from dsl.search.features import terms_of

FORMAT = 1
KNOWN_SHARE = 0.5  #: a model fits a program that has at least this share of its features


class Model(Serializable, frozen=True):
    """A model as its file has it."""

    format: int
    game: str  #: the name of the game in its rules
    players: int
    identity: str  #: of the rules that it was fitted to, house rules included
    command: str  #: the command that made it
    result: str  #: how it played against the search without it
    unit: int  #: the weight of a feature that is worth one in the argument of the logistic function
    weights: tuple[tuple[str, int], ...]  #: by name of the feature


def model_name(pack: Ruleset, players: int) -> str:
    """Return the name of the file of a model, relative to the folder of the game."""
    return f"models/{players}{'' if pack.official else f'-{pack.identity[:12]}'}.json"


def models_of(pack: Ruleset) -> tuple[dict[int, Model], tuple[str, ...]]:
    """Return the models for the rules of a ruleset by number of players, and a line for each one that is ignored."""
    found: dict[int, Model] = {}
    ignored: list[str] = []
    for name, text in pack.text.files:
        if not MODEL_FILE.fullmatch(name):
            continue
        try:
            model = loads(text, Model)
        except SerializationError as error:
            ignored.append(f"{name} is no model: {error}")
            continue
        problem = _problem(model, pack)
        if problem:
            ignored.append(f"{name} is ignored: {problem}")
        elif model.identity == pack.identity or (model.players not in found and name == f"models/{model.players}.json"):
            found[model.players] = model
    return found, tuple(ignored)


def _problem(model: Model, pack: Ruleset) -> str:
    """Return why a model cannot be used for a ruleset; empty if it can, or if it is for other house rules."""
    if model.format != FORMAT or model.unit != UNIT:
        return "it was made by another version of the program"
    if model.game != pack.name or model.players not in pack.numbers:
        return f"it is for `{model.game}` with {model.players} players"
    if any(abs(weight) > MAX_WEIGHT for _, weight in model.weights):
        return f"a weight is not between {-MAX_WEIGHT} and {MAX_WEIGHT}"
    if model.identity != pack.identity:
        program = lower(pack.rules, model.players, pack.defaults(model.players))
        if not fits(dict(model.weights), program):
            return "the rules were changed, and most of its features are not in them any more"
    return ""


def fits(weights: Mapping[str, int], program: Program) -> bool:
    """Whether a program has at least half of the features of a model."""
    there = {feature for term in terms_of(program) for feature in term.features}
    return bool(weights) and len(weights.keys() & there) >= KNOWN_SHARE * len(weights)
