### Things of the table in words: tooltips, the enlarged picture, the contents of the box.

thing-of_kind = { $kind } ({ $piece })
thing-amount = { $amount } × { $thing }
thing-owner = Belongs to { $player }
thing-reserve = { $amount } more in { $player }’s reserve
thing-hidden = Face down: only its back is known
thing-secret = Hidden from the other players
thing-space = Empty space
thing-kind = Ground
thing-here = Here: { $things }
thing-offered = Can be chosen now
thing-cost = Costs { $price } { $budget }
thing-enlarge = Enlarge{"  "}(E)
thing-enlarged = Enlarged: { $thing }
thing-close = Close{"  "}(Esc)
thing-next = Next card{"  "}(→)
thing-previous = Previous card{"  "}(←)
thing-count = { $n } of { $of }
explain-button = What is this?{"  "}(Shift+F1)
explain-sheet = What is this? { $thing }
explain-now = What you can do with it now
explain-more = and { $n } more: the list of moves (O) has all of them
explain-nothing = Nothing at the moment.
explain-nothing_because = Nothing at the moment, because:
explain-not_your_turn = Nothing: it is not your turn.
explain-over = Nothing: the match is over.
explain-rules = Rules that mention it
explain-no_rules = No rule mentions it by itself.
explain-none = Point at something on the table, then press Shift+F1.
table-key-explain = Shift+F1
table-help-explain = what is this: what is under the pointer or has the focus, what it may do, and the rules about it
menu-explain = &What is this?{"\u0009"}Shift+F1
table-key-enlarge = E
table-help-enlarge = enlarge what is under the cursor or the pointer, with all that is known about it; ← → go through your cards
box-working = Opening the box…
box-title = In the box: { $game }
box-open = In the box
box-as_needed = as many as needed
box-each = { $n } of each
box-per_player = { $n } per player
box-states = States
box-reserve = Reserve
box-dealt = At the start, dealt at random. { $places }
box-grows = it grows during the match
box-hexes =
    { $n ->
        [one] { $n } hexagon
       *[other] { $n } hexagons
    }
box-squares =
    { $n ->
        [one] { $n } square
       *[other] { $n } squares
    }
box-areas =
    { $n ->
        [one] { $n } area
       *[other] { $n } areas
    }
box-slots =
    { $n ->
        [one] { $n } place
       *[other] { $n } places
    }
menu-state = &Position in detail…
menu-box = What is in the &box
menu-provenance = &Where these rules come from…
menu-set-usual = Standard
menu-set-pieces = &Pieces
menu-set-board = &Board
thing-inspect = Point at a piece to see what it is.
