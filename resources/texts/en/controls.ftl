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
controls-for = { $players } players: { $value }
controls-captions-condition = Conditions. Each sentence says why a choice is refused; untick one to allow it.
controls-captions-choice = Choices that a player has here. Untick one to take it away.
controls-captions-award = Lines of the scoring. Untick one to leave it out.
controls-captions-winner = Compared from top to bottom until one player is ahead.
controls-shared = If all this is equal, the victory is shared
