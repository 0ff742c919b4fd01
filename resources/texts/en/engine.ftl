### What the engine says of any game: the log, questions, refusals, journals.

event-chose = { $player }: { $sentence }
player-reader = you
told-turn = { PERSON($player) ->
        [second] It is your turn
       *[third] It is { WHOSE($player) } turn
    }
told-setup = The table is set up
told-together = All players have decided
told-eliminate = { PERSON($player) ->
        [second] You are out of the game
       *[third] { $player } is out of the game
    }
told-over = The game is over
told-resign = { $player } resigned
told-time = { $player } ran out of time
told-draw = All players agreed on a draw
told-new_rules = Other rules from here on, agreed by all, as { $player } proposed: { $house }
told-position = The match begins at a position set up by hand. It is { WHOSE($player) } turn
told-official = the official rules
told-by_hand = By hand, agreed by all, as { $player } proposed
ended-resign = { $player } resigned.
ended-time = { $player } ran out of time.
ended-draw = Draw by agreement
told-enough = { $player } left it at that
told-captured = { $sentence } and took { $things }
told-lost = { $player } lost { $things }
told-and = ;{" "}
told-from = from { THE($place) }
told-to = to { THE($place) }
told-in = { IN($place) }
told-spots = on { $places }
told-route = { $things } went { $start } { $end }
told-moving = { $things }: { $start } { $end }
told-laid =
    { $n ->
        [one] { $things } was placed { $places }
       *[other] { $things } were placed { $places }
    }
told-which =
    { $n ->
        [one] it was { $things }
       *[other] they were { $things }
    }
told-the = { THE($thing) }
told-on = { $things } { $places }
told-become =
    { $n ->
        [one] { THE($before) } { $places } became { $things }
       *[other] { THE($before) } { $places } became { $things }
    }
told-given =
    { $n ->
        [one] { $things } is now { PERSON($player) ->
            [second] yours
           *[third] { WHOSE($player) }
        }
       *[other] { $things } are now { PERSON($player) ->
            [second] yours
           *[third] { WHOSE($player) }
        }
    }
told-mark =
    { $n ->
        [one] { $what } is now { $value }
       *[other] { $what } are now { $value }
    }
told-show =
    { $n ->
        [one] { $things } was revealed
       *[other] { $things } were revealed
    }
told-shortfall =
    { $n ->
        [one] { $things } was missing
       *[other] { $things } were missing
    }
told-shuffle = Shuffled { $zones }
told-hidden = changed in secret
told-of = { $owner }, { $what }
told-valued = { $what } ({ $value })
told-award = { $award }!
told-scored = { PERSON($player) ->
        [second] { $award }: you score
       *[third] { $award }: { $player } scores
    }
told-points =
    { $n ->
        [one] { $points } point
       *[other] { $points } points
    }
told-gain = { $player }: { $points }, place { $place }
told-more = { $places } and { $n } more
told-heading = { PERSON($player) ->
        [second] Your turn
       *[third] { $player }
    }
thing-counted =
    { $amount ->
        [one] { A($thing) }
       *[other] { $amount } { $thing }
    }
thing-some = { A($thing) }
thing-sorted = { $kind } { $thing }
region-e = east
region-se = south-east
region-s = south
region-sw = south-west
region-w = west
region-nw = north-west
region-n = north
region-ne = north-east
region-gender = n
region-mid = middle
prompt-several = { PERSON($player) ->
        [second] What do you do?
       *[third] { $player }: choose an action.
    }
prompt-budget = { PERSON($player) ->
        [second] What do you do? Left: { $budget }.
       *[third] { $player }: choose an action. Left: { $budget }.
    }
prompt-one = { PERSON($player) ->
        [second] { $sentence }
       *[third] { $player }: { $sentence }
    }
prompt-optional = { $sentence }?
prompt-wait = { $player } is choosing.
price = { $sentence } (costs { $price } { $budget })
hidden =
    { $amount ->
        [one] a hidden { $piece }
       *[other] { $amount } hidden { $piece }
    }
owned = { PERSON($owner) ->
        [second] { $things } of yours
       *[third] { $things } of { $owner }
    }
named = { $what }: { $value }
place-unnamed = this place
place-unnamed-in = in this place
place-unnamed-several = several places
place-unnamed-several-in = in several places
place-of = { WHOSE($owner) } { $place }
place-kind = { $kind } { $place }
score = { $player }: { $points }, { $rule }
score-place = { $player }: { $points }, { $rule }, place { $place }
refused-over = The game is over.
refused-stale = The match has moved on in the meantime.
refused-not_your_turn = It is { $player }’s decision now.
refused-not_offered = That is not possible now.
refused-no_such_event = There is no such event.
refused-paused = { $player } has paused the table.
refused-cannot_give_up = This seat cannot resign: no person plays it now.
refused-no_substitute = No computer can play on for you here.
refused-no_draw = { $player } declines the draw.
refused-leads_nowhere = No possible choice follows from this one now.
refused-where = Not allowed: the rule’s condition excludes it.
refused-way = No path of this kind leads there.
refused-within = The path there costs too much.
refused-ends = No path may end there.
continued-not_asked = It is not among the choices any more.
continued-no_value = What was chosen is no longer there to choose.
continued-price = It costs { $price }, and only { $left } are left.
by_hand-become = { $before } { $places }: now { $things }
by_hand-given =
    { PERSON($player) ->
        [second] { $things }: now yours
       *[third] { $things }: now { WHOSE($player) }
    }
by_hand-cause = by hand, agreed by all
by_hand-many = At most { $most } changes by hand can be proposed together.
by_hand-nothing = Nothing would be changed.
by_hand-secretly = The players are deciding in secret. Wait until all have decided.
by_hand-begun = A decision has been begun. Finish it or undo it before you change something by hand.
by_hand-unseen = { $place }: you cannot see which piece that is.
by_hand-unseen_value = You may not see this value, so you cannot set it: { $thing }.
by_hand-no_such_thing = { $place }: no such thing is there.
by_hand-not_there = { $place }: this thing has no place there.
by_hand-same_place = { $place }: it is there already.
by_hand-occupied = { $place }: the place is occupied.
by_hand-box_empty = The box has no more of this: { $thing }.
by_hand-fixed = This cannot be changed by hand: { $thing }.
by_hand-too_few = { $place }: there are not that many ({ $thing }).
by_hand-no_counter = There is no such counter: { $thing }.
by_hand-no_value = This value cannot be set by hand: { $thing }.
by_hand-not_a_value = “{ $value }” is not a value that this can have: { $thing }.
by_hand-out_of_range = { $thing }: { $value } is not between { $low } and { $high }.
by_hand-no_player = There is no such player: { $player }.
by_hand-no_option = After this change { $player } would have nothing to choose, so the match could not go on.
by_hand-old_journal =
    This match was begun with an earlier version, whose file cannot hold changes by hand. Play on from a step of its replay: that makes a new file.
undo-new_rules = The players have agreed on other rules since your last decision, so it stands.
new_rules-same = These are the rules that are played already.
new_rules-point =
    The changed rules have nothing that surely corresponds to the point at which the match is now ({ $rule }). Play on to another decision, or begin another match with them.
new_rules-value =
    From here on the changed rules go on with a value that the match has not worked out: { $thing }. Play on to another decision, or begin another match with them.
new_rules-phase = The match is in a phase that the changed rules do not have: { $rule }.
new_rules-players = The changed rules have other players or teams.
new_rules-reveals = The changed rules would show what not all players may see now: { $thing }.
new_rules-board = The changed rules have a board with other places.
new_rules-thing = The changed rules do not have this as it is on the table: { $thing }.
new_rules-few = Under the changed rules there are not as many as are on the table: { $thing }.
new_rules-range = Under the changed rules this would be outside its range of { $low } to { $high }: { $thing }.
new_rules-unreadable = The proposed rules have a mistake: { $why }
new_rules-too_large = The proposed house rules are too long or too many. Together they may have { $most } KB.
new_rules-no_process = Rules cannot be checked at this table, so they cannot be changed.
new_rules-impossible = The match cannot go on under these rules: { $why }
begin_at-no_option = { $player } would have nothing to choose at this position, so the match could not begin.
begin_at-no_turn = The rules lead to no turn of { $player } at which a match could begin.
begin_at-impossible = No match can begin at this position: { $why }
undo-nothing = There is nothing to undo.
undo-ended = The match has ended, by resignation, by agreement or on time. Its decisions stand.
undo-given_up = A player has given up since your last decision, so it stands.
undo-not_yours = Another player has decided since your last decision.
undo-chance = A random result has come up since your last decision.
undo-seen = Something hidden has been revealed since your last decision.
undo-drawn = Something hidden has been drawn since your last decision.
undo-secret = You have not decided anything in secret yet, and earlier decisions stand.
undo-together = All players have decided, and their decisions are revealed.
undo-done =
    { $choices ->
        [one] { $player } undoes the last decision.
       *[other] { $player } undoes a decision: the last { $choices } decisions are undone.
    }
typing-start = Type a number or a place. `?` shows the other commands.
typing-help =
    Type a number or a value from the list, such as a space. `? VALUE` explains why a value is not possible,
    `list` shows the list again, `board` the board, `undo` undoes your last decision, `quit` leaves.
    `resign` gives the match up, `draw` offers a draw.
typing-offered = That is possible.
typing-agreed = y yes
typing-resign = { $player } resigns? This cannot be undone. [y/N]
typing-draw = { $player } offers a draw. Do all other players agree? [y/N]
typing-hand_over = Pass the screen to { $player }, who decides in secret. Press Enter to continue.{" "}
paused-by = { $player } has asked for a pause.
paused-rule = A rule could not be applied ({ $rule }): { $why }.
paused-stuck = { $player } must choose ({ $rule }), and nothing can be chosen. Refused: { $reasons }
journal-cannot_write = The match could not be saved in { $file }: { $why }. Nothing was played.
journal-two_writers = Another program writes to { $file }. Nothing was played here.
journal-cannot_read = { $file } could not be read: { $why }.
journal-foreign = { $file } is not a saved match: { $why }.
journal-newer = { $file } was written by a newer version (format { $format }). The file is unchanged.
journal-too_large = { $file } is too large for a match.
journal-rules = The rules in { $file } could not be read: { $why }.
journal-identity = The rules in { $file } are not those that the match was played with.
journal-no_branch = No match can be branched from { $file }: its rules are in a former version of the language.
journal-differs = { $file }, decision { $line }: the rules now lead to a different result: { $why }.
deal-none = The random numbers of this match were drawn directly, without any commitment.
deal-form = The data on the random numbers of this match is malformed.
deal-told = The match was dealt from another commitment than the one announced to you.
deal-secret = The secret does not match the commitment.
deal-seals = A random contribution is not the one that was sealed before the others were known.
deal-seats = The random contributions are not those of the seats of this match.
deal-seed = The seed of this match does not match the secret and the contributions: one of them is wrong.
rules-mark = Rules { $mark }.
rules-mark-why = The mark is computed from the text of the rules. Two computers with the same mark play by the same rules.
rules-based_on = Based on { $games }.
rule-award =
    { $n ->
        [one] The first player in this comparison gets the points.
       *[other] The first { $n } players in this comparison get the points of their places.
    } { $ties }
rule-ties-share_up = Equal players share the points of the places they take, rounded up.
rule-ties-share_down = Equal players share the points of the places they take, rounded down.
rule-ties-all = Equal players all get the points of their place.
rule-ties-used_up = Equal players all get the points of their place, and the next places are taken.
rule-ties-nothing = Equal players get nothing.
rule-ties-lower = Equal players get the points of the lowest place among them.
word-open = …
word-none = none
word-yes = yes
word-no = no
word-stop = Stop
word-enough = Done
word-box = box
word-reserve = reserve
