"""Things in words: name, owner, state, known values and the author's text; nothing that the viewer does not know."""

from __future__ import annotations

from dataclasses import replace as dataclass_replace

from app.base.paths import official_rulesets
from app.table.context import TableContext
from app.table.model.things import Spot, thing_of
from app.table.panels.descriptions import describe_counter, describe_piece, describe_spot, piece_at
from dsl.i18n.translator import Translator
from dsl.match.rulesets.ruleset import load
from dsl.match.rulesets.translations import RulesetTexts
from dsl.match.view import CellView, CounterView, PieceView
from tests.app.table.table_pages import Books, make_context
from tests.app.table.views import position


class _Explained(Books):
    """The texts of the ruleset, and texts about two of its things."""

    def words(self, language: str) -> RulesetTexts:
        book = super().words(language)
        about = {"herd.about": "Eats and moves.", "pole.about": "Never moves."}
        return dataclass_replace(book, sentences={**book.sentences, **about})


def _explained(context: TableContext) -> TableContext:
    return dataclass_replace(context, words=Translator(_Explained(), "en"))


def test_counters_have_number_state_owner_reserve_and_the_authors_text(context: TableContext) -> None:
    said = describe_counter(CounterView("herd", "blue", "spent", 2), _explained(context), position())
    assert said.title == "2 × Herd (with young)"
    left = dict(position().seats[1].reserves)["herd"]
    assert said.facts == ("Belongs to Blue", f"{left} more in Bea’s reserve")
    assert said.about == "Eats and moves."
    assert said.text.splitlines() == [said.title, *said.facts, said.about]


def test_counters_that_belong_to_no_player_are_named_by_their_sort() -> None:
    game = load(official_rulesets() / "dinosaurs-and-unicorns")
    context = dataclass_replace(make_context(), words=Translator(game, "en"))
    assert describe_counter(CounterView("pawn", "green", "ready", 14), context).title == "14 green pawns (ready)"
    assert describe_counter(CounterView("pawn", "white", "done", 1), context).title.startswith("A white pawn (")


def test_a_card_has_its_values_and_a_hidden_one_only_its_back(context: TableContext) -> None:
    known = describe_piece(PieceView("card", "wood", facing=(("part", "2"),)), context, beside=True)
    assert "Wood" in known.title
    assert "card" in known.title
    assert any("2" in fact for fact in known.facts)
    hidden = describe_piece(PieceView("card", "", facing=(("part", "2"),)), context, beside=True)
    assert "hidden" in hidden.title
    assert "Face down: only its back is known" in hidden.facts
    assert "wood" not in hidden.text.lower()
    secret = describe_piece(PieceView("card", "wood", "red", open=False), context, beside=True)
    assert "Hidden from the other players" in secret.facts


def test_a_place_names_its_ground_its_variables_and_what_stands_on_it(context: TableContext) -> None:
    view, context = position(), _explained(context)
    spot = Spot("2,0")
    said = describe_spot(view, spot, context, offered=True, coordinates=False)
    assert said is not None
    assert said.title == "Steppe (tile)"
    assert "2,0" not in said.text
    assert any("2 × Herd (ready to breed)" in fact and "Red" in fact for fact in said.facts)
    assert said.facts[-1] == "Can be chosen now"
    named = describe_spot(view, spot, context, coordinates=True)
    assert named is not None
    assert named.title == "2,0: Steppe (tile)"
    pole = describe_spot(view, Spot("0,0"), context)
    assert pole is not None
    assert pole.about == "Never moves."
    herd = thing_of(CounterView("herd", "red", "fresh", 2))
    on_it = describe_spot(view, Spot("2,0", herd), context)
    assert on_it is not None
    assert on_it.title == "2 × Herd (ready to breed)"
    assert describe_spot(view, Spot("99,99"), context) is None
    assert piece_at(view, spot) == PieceView("tile", "steppe")
    assert piece_at(view, Spot("2,0", herd)) == CounterView("herd", "red", "fresh", 2)
    empty = next(cell.place for cell in view.boards[0].cells if not (cell.pieces or cell.counters))
    assert piece_at(view, Spot(empty)) is None
    vacant = describe_spot(view, Spot(empty), context, coordinates=False)
    assert vacant is not None
    assert vacant.title == "Empty space"


def test_variables_of_a_place_are_facts(context: TableContext) -> None:
    from msgspec.structs import replace

    view = position()
    cell = CellView("A1", 0, 0, kind="wood", values=(("score", "3"), ("empty", "")))
    board = replace(view.boards[0], shape="areas", cells=(cell,))
    said = describe_spot(replace(view, boards=(board,)), Spot("A1"), context)
    assert said is not None
    assert said.title == "A1"
    assert said.facts == ("Ground: wood", "Points: 3")


def test_coordinates_of_squares_keep_their_small_letters(context: TableContext) -> None:
    from msgspec.structs import replace

    view = position()
    square = replace(view.boards[0], shape="squares", cells=(CellView("a1", 0, 0),))
    named = replace(square, shape="areas", cells=(CellView("harbour", 0, 0),))
    titles = [
        describe_spot(replace(view, boards=(each,)), Spot(each.cells[0].place), context) for each in (square, named)
    ]
    assert [each.title for each in titles if each is not None] == ["a1", "Harbour"]
