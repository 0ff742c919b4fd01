### Workshop: the list of what a house rule may change, with a control for each part.

controls-search = Search the rules
controls-all = All parts
controls-all-tip = Also show definitions, steps and values that need the rules language.
controls-sections = Sections
controls-options = Options
controls-was = was { $value }
controls-off = switched off
controls-moved = moved
controls-new = added
controls-yes = yes
controls-no = no
controls-none = none
controls-reset = Put back
controls-up = Move up
controls-down = Move down
controls-players = Players
controls-players-tip = Set a value for each number of players
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
controls-section = { $title } ({ $changes ->
    [one] { $changes } change
   *[other] { $changes } changes
})
controls-for = { $value } with { $players } players
controls-captions-condition = Conditions. Each sentence says why a choice is refused; untick one to allow it.
controls-captions-choice = Choices that a player has here. Untick one to take it away.
controls-captions-award = Lines of the scoring. Untick one to leave it out.
controls-captions-winner = Compared from top to bottom until one player is ahead.
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
