### Workshop: the list of what a house rule may change, with a control for each part.

controls-search = Search the rules
controls-all = All parts
controls-all-tip = Also show definitions, steps and values that need the rules language.
controls-options = Options
controls-was = (was { $value })
controls-off = switched off
controls-moved = moved
controls-new = added
controls-yes = yes
controls-no = no
controls-none = none
controls-reset = Put back
controls-up = Move up
controls-down = Move down
controls-number = { $n ->
    [one] { $n } player
   *[other] { $n } players
}
controls-code = In the rules language; press Enter to apply
controls-reading = Reading the rules…
controls-nothing = No part of the rules matches the search.
controls-refused = Not changed: { $why }
controls-no_effect = This change has no effect for any number of players.
controls-broken = The controls work again when the text is mended: { $why }
controls-name = { $sentence }, { $players }
controls-winner = Winner
controls-setup = Set-up
controls-play = Course of the match
controls-for = { $value } with { $players } players
controls-captions-condition = Conditions. Each sentence says why a choice is refused:
controls-again = { $what } (place { $n } in the rules)
controls-captions-choice = Choices that a player has here:
controls-captions-award = Lines of the scoring:
controls-shared = If all this is equal, the victory is shared
controls-row-number = A number in “{ $rule }”
controls-row-among = { $rule }: only some players take part
controls-row-by = { $rule }: what the players are compared by
controls-row-first = { $rule }: what the first player gets
controls-row-second = { $rule }: what the second player gets
controls-row-third = { $rule }: what the third player gets
controls-row-points = { $rule }: what a further player gets
controls-row-ties = { $rule }: what happens in a tie
controls-row-step = A way may take the step “{ $rule }”
controls-row-path_through = A way leads only through certain places
controls-row-path_within = A way has a limit
controls-row-path_ends = A way ends only at certain places
controls-row-path_only = Only the best ways count
controls-row-begin = “{ $rule }” when the match begins
controls-row-cell = Row { $line }, column { $column }
controls-captions-path = Steps that a way may take:
controls-line = { $what }:
controls-more = Other parts
controls-reworded = changed
controls-rulebook = Rulebook: { $page }
controls-page = { $n } / { $of }
controls-page-tip = Page { $n } of { $of }: contents
controls-about-tip = Number of players that the values on the pages are for
controls-found = Found: “{ $words }”
controls-changed = What you have changed
controls-changed-none = This house rule changes nothing yet.
controls-changes = { $n ->
    [0] No changes
    [one] 1 change
   *[other] { $n } changes
}
controls-changes-tip = Show only what you have changed
controls-before = Previous page: { $page }
controls-next = Next page: { $page }
controls-no_next = This is the last page
controls-no_before = This is the first page
controls-official = Official: { $value }
controls-range = from { $least } to { $most }
controls-less = One less
controls-greater = One more
controls-each = For each number of players
controls-same = Official
controls-switch_off = Switch off
controls-refusal = Sentence for players when it is not met
controls-chip = { $what }: { $value }. Enter changes it.
controls-handle = { $what }. Enter shows what can be done with this line.
controls-close = Close
