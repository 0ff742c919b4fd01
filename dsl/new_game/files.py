"""The files of a new game: rules, examples, texts in English and French, look and card, written from its design."""

from __future__ import annotations

import json
import shutil
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from dsl.base.files import data_folder, replace_file
from dsl.base.problem import Problem
from dsl.base.source import Source
from dsl.match.rulesets.example_titles import titles_in
from dsl.match.rulesets.folder import RulesetText
from dsl.match.rulesets.review import review
from dsl.new_game.design import GameDesign, clean_text
from dsl.new_game.rules import Names, examples_text, rules_text
from dsl.semantics.error_messages import article, plural
from dsl.syntax.formatter import format_tree
from dsl.syntax.parser import parse

_FRENCH = {"red": "Rouge", "blue": "Bleu", "green": "Vert", "yellow": "Jaune", "black": "Noir", "orange": "Orange"}
_LOOK = data_folder() / "resources" / "new-game" / "look.toml"
_BLURBS = {
    "group": ("The largest connected group wins.", "Le plus grand groupe l’emporte."),
    "pieces": ("The player with most pieces left wins.", "Le joueur qui garde le plus de pièces l’emporte."),
    "line": ("The first line of pieces wins.", "La première ligne de pièces l’emporte."),
    "reach": ("The first to reach the goal wins.", "Le premier qui atteint le but l’emporte."),
    "blocked": ("The last player who can move wins.", "Le dernier joueur qui peut jouer l’emporte."),
    "points": ("Most points win.", "Le plus de points l’emporte."),
}

#: The titles of the examples in French, by those that `examples_text` gives them.
_EXAMPLES = {
    "a piece goes where none is": "une pièce va là où il n’y en a pas",
    "a move goes to the next place, if it is free": "un déplacement mène à la case voisine, si elle est libre",
    "a jump leads over a piece": "un saut passe par-dessus une pièce",
    "a piece of another player is taken": "la pièce d’un autre joueur est prise",
    "a line wins": "une ligne gagne",
    "the last row wins": "la dernière rangée gagne",
    "a goal wins": "un but atteint gagne",
    "a marked place gives points": "une case marquée rapporte des points",
    "the largest group wins": "le plus grand groupe gagne",
    "most pieces win": "le plus de pièces gagne",
    "the last player who can move wins": "le dernier joueur qui peut jouer gagne",
}


def files_of(design: GameDesign) -> dict[str, str]:
    """Return the files of a new game by name in its folder. Raises RulesError if a name is not a word of the rules."""
    rules = {f"{design.folder}.rules": rules_text(design), "examples/first.rules": examples_text(design)}
    found = {name: format_tree(parse(Source(name, text))) for name, text in rules.items()}
    sentences = tuple(_sentences(design))
    found["words.en"] = _english(design, sentences)
    found["words.fr"] = _french(design, sentences)
    titles = titles_in(parse(Source("examples", found["examples/first.rules"])))
    found["examples/words.fr"] = "".join(f'"{title}": "{_EXAMPLES[title]}"\n' for title in titles)
    found[f"{design.folder}.look"] = _look(design)
    found["game.toml"] = _card(design)
    return found


def ruleset_text(files: Mapping[str, str]) -> RulesetText:
    """Return the files of a new game as a ruleset, which is without its look."""
    return RulesetText(tuple((name, text) for name, text in files.items() if not name.endswith(".look")))


def problems_of(files: Mapping[str, str]) -> tuple[Problem, ...]:
    """Return what is wrong with the files of a new game: nothing, unless a name has a meaning in the rules."""
    return review(ruleset_text(files))


def write_game(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a game into a new folder, all or none. Raises OSError, also if the folder is there."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        for name, text in files.items():
            (made / name).parent.mkdir(exist_ok=True)
            replace_file(made / name, text.encode(), private=False)
        made.chmod(0o755)
        if folder.exists() or folder.is_symlink():
            raise FileExistsError(17, "there is something of that name already", str(folder))
        made.rename(folder)
    except BaseException:
        shutil.rmtree(made, ignore_errors=True)
        raise


# ---- texts ----


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A text of the game: its key in the words, and the text in English and French."""

    key: str
    english: str
    french: str
    in_rules: bool = True  #: whether the rules contain the English text


def _sentences(design: GameDesign) -> Iterator[_Sentence]:
    names = Names.of(design)
    several = len(design.kinds) > 1
    titles = _capital(names.titles)
    title_fr = "pièce" if several else _french_title(design)
    titles_fr = _capital(_french_plural(title_fr))
    rules = rules_text(design)
    if "option each:" in rules:
        yield _Sentence("option.each", f"{titles} of each player", f"{titles_fr} par joueur")
    if "option in_a_row:" in rules:
        yield _Sentence("option.in_a_row", f"{titles} in a row that win", f"{titles_fr} en ligne pour gagner")
    if "option rounds:" in rules:
        yield _Sentence("option.rounds", "Rounds until the match ends", "Tours avant la fin de la partie")
    if design.start == "placed":
        yield _Sentence("phase setting_up", "Setting up", "Mise en place", False)
        yield _Sentence("phase moving", "Moving", "Déplacements", False)
    if design.placing:
        yield from _put_sentences(names, several, title_fr, rules)
    if "step" in design.deeds:
        yield _Sentence("step", "Move {m} to {goal}", "Déplacer {m:le} en {goal}")
        yield _Sentence("step.name", "Move", "Déplacement", False)
        yield _Sentence("step.m", "Choose what moves.", "Choisissez ce qui se déplace.", False)
        yield _Sentence("step.goal", "Choose where {m} moves.", "Choisissez où va {m:le}.", False)
        yield _Sentence("step.mine", "That is not yours.", "Ce n’est pas à vous.")
        yield _Sentence(
            "step.near", "A move goes to the next place.", "On se déplace d’une seule place."
        )  # fmt: skip
        yield _Sentence("step.free", "{goal} is occupied.", "La place {goal} est occupée.")
    if "jump" in design.deeds:
        yield _Sentence("jump", "Jump with {m} to {goal}", "Sauter avec {m:le} en {goal}")
        yield _Sentence("jump.name", "Jump", "Saut", False)
        yield _Sentence("jump.m", "Choose what jumps.", "Choisissez ce qui saute.", False)
        yield _Sentence("jump.goal", "Choose where {m} jumps.", "Choisissez où saute {m:le}.", False)
        yield _Sentence("jump.mine", "That is not yours.", "Ce n’est pas à vous.")
        yield _Sentence("jump.far", "A jump is two places long.", "Un saut mène deux places plus loin.")
        if design.jumps_take:
            yield _Sentence(
                "jump.over", "A jump leads over a piece of another player.",
                "On saute par-dessus une pièce d’un autre joueur.",
            )  # fmt: skip
        else:
            yield _Sentence("jump.over", "A jump leads over a piece.", "On saute par-dessus une pièce.")
        yield _Sentence("jump.free", "{goal} is occupied.", "La place {goal} est occupée.")
    if "take" in design.deeds:
        yield _Sentence("take", "Take on {goal} with {m}", "Prendre en {goal} avec {m:le}")
        yield _Sentence("take.name", "Take", "Prise", False)
        yield _Sentence("take.m", "Choose what takes.", "Choisissez ce qui prend.", False)
        yield _Sentence("take.goal", "Choose what {m} takes.", "Choisissez ce que prend {m:le}.", False)
        yield _Sentence("take.mine", "That is not yours.", "Ce n’est pas à vous.")
        yield _Sentence("take.near", "Only the next place is in reach.", "On ne prend que sur une place voisine.")
        yield _Sentence(
            "take.rival", "No piece of another player stands there.", "Aucune pièce d’un autre joueur ne s’y trouve."
        )
    key, english, french = {
        "group": ("group", "Largest group", "Plus grand groupe"),
        "pieces": ("left", f"{titles} left", f"{titles_fr} sur le plateau"),
        "line": ("row", "Line", "Ligne"),
        "reach": ("reached", "Goal reached", "But atteint"),
        "blocked": ("left", f"{titles} left", f"{titles_fr} sur le plateau"),
        "points": ("points", "Points", "Points"),
    }[design.aim]
    yield _Sentence(f"winner.{key}", english, french, False)


def _put_sentences(names: Names, several: bool, title_fr: str, rules: str) -> Iterator[_Sentence]:
    thing = "{k}" if several else article(names.title)
    yield _Sentence(
        "put", f"Put {thing} on {{s}}", "Poser {k:le} en {s}" if several else f"Poser en {{s}} ({title_fr})"
    )
    yield _Sentence("put.name", "Put", "Pose", False)
    if several:
        yield _Sentence("put.k", "Choose what is put.", "Choisissez ce qui est posé.", False)
    yield _Sentence("put.s", "Choose an empty place.", "Choisissez une place libre.", False)
    if "needs left:" in rules:
        yield _Sentence("put.left", "You have none left.", "Il ne vous en reste plus.")
    yield _Sentence("put.free", "{s} is occupied.", "La place {s} est occupée.")
    if "needs outside:" in rules:
        yield _Sentence("put.outside", "Nothing is put on a goal.", "On ne pose rien sur un but.")


def _french_title(design: GameDesign, number: int = 0) -> str:
    kind = design.kinds[number]
    return clean_text(kind.title_fr) or clean_text(kind.title) or kind.name.replace("_", " ")


def _french_plural(word: str) -> str:
    return word if word.endswith(("s", "x", "z")) else f"{word}s"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _named_areas(design: GameDesign) -> list[str]:
    shown = [area for area in design.areas if clean_text(area.title) not in ("", area.name)]
    return [f'name {area.name}: "{clean_text(area.title)}"' for area in shown]


def _english(design: GameDesign, sentences: tuple[_Sentence, ...]) -> str:
    lines = ["-- What players read in English. What is missing here falls back to the rules themselves."]
    for kind in design.kinds:
        title = clean_text(kind.title) or kind.name.replace("_", " ")
        lines.append(f'name {kind.name}: "{title}" "{plural(title)}"')
    lines += [*_named_areas(design), ""]
    lines += [f'{each.key}: "{each.english}"' for each in sentences if not each.in_rules]
    return "\n".join(lines) + "\n"


def _french(design: GameDesign, sentences: tuple[_Sentence, ...]) -> str:
    lines = ["-- Ce que lisent les joueurs en français."]
    if len(design.kinds) > 1:
        lines.append('name piece: "pièce" "pièces" f')
    for number, kind in enumerate(design.kinds):
        title = _french_title(design, number)
        lines.append(f'name {kind.name}: "{title}" "{_french_plural(title)}"')
    if any(amount not in (None, 0) for amount in design.amounts) and design.placing and None not in design.amounts:
        lines.append('name supply: "réserve" "réserves" f')
    lines += _named_areas(design)
    lines += [f'name {colour}: "{_FRENCH[colour]}"' for colour in Names.of(design).colours]
    lines.append("")
    for each in sentences:
        lines += [f'-- translates: "{each.english}"', f'{each.key}: "{each.french}"']
    return "\n".join(lines) + "\n"


# ---- look and card ----


def _look(design: GameDesign) -> str:
    names, parts = Names.of(design), tomllib.loads(_LOOK.read_text("utf-8"))
    lines = [parts["head"].strip()]
    if design.shape == "squares":
        lines.append(parts["squares"].strip())
    lines.append("")
    for area in design.areas:
        if area.outline:
            corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in area.outline)
            lines += [f"[boards.board.areas.{area.name}]", f'outline = "{corners}"', ""]
    several = len(design.kinds) > 1
    lines += [f"[pieces.{names.piece}]", f'shape = "{parts["shapes"][0]}"', ""]
    used: set[str] = set()
    for kind, shape in zip(design.kinds if several else (), parts["shapes"], strict=False):
        title = clean_text(kind.title) or kind.name
        letter = next((each for each in (*title.upper(), *"ABCDEFGH") if each.isalpha() and each not in used), "?")
        used.add(letter)
        lines += [f"[pieces.{names.piece}.kinds.{kind.name}]", f'shape = "{shape}"', f'letter = "{letter}"', ""]
    for colour in names.colours:
        lines += [f"[players.{colour}]", *(f'{key} = "{value}"' for key, value in parts["players"][colour].items()), ""]
    return "\n".join(lines)


def _card(design: GameDesign) -> str:
    title = json.dumps(design.shown_title, ensure_ascii=False)
    author = clean_text(design.author)
    authors = f"authors = [{json.dumps(author, ensure_ascii=False)}]\n" if author else ""
    least, most = design.players
    blurb_en, blurb_fr = _BLURBS[design.aim]
    return (
        f"title_en = {title}\ntitle_fr = {title}\n{authors}players = [{least}, {most}]\n"
        f'minutes = [5, 15]\nage = 6\nblurb_en = "{blurb_en}"\nblurb_fr = "{blurb_fr}"\n'
        'notice = "The rules are our own."\n'
    )
