### The rulebook that is generated from the rules of a game: its frame, and the sentences for what the rules do.

## Wrong|right pairs for sentences that have been put together; `+` stands for a space.

doc-contractions = you+is+|you+are+

doc-contents = Contents
doc-index = Index
doc-subtitle =
    { $players ->
        [one] Rules for one player
       *[other] Rules for { $players } players
    }
doc-subtitle_house = { $rules }, with house rules
doc-section-aim = Aim of the game
doc-section-house = House rules in force
doc-section-box = What is in the box
doc-section-setup = Setting up
doc-section-course = Course of the game
doc-section-actions = What a player may do
doc-section-steps = Steps in detail
doc-section-consequences = What happens by itself
doc-section-paths = Ways
doc-section-tables = Tables
doc-section-scoring = Points
doc-section-worked = Points, an example
doc-section-end = The winner
doc-section-options = Options and variants
doc-section-more = House rules to choose
doc-section-terms = Terms
doc-section-examples = Examples
doc-aim-most = The winner is who has the most in this at the end: { $what }.
doc-aim-only = You win by this: { $what }.
doc-aim-least = The winner is who has the least in this at the end: { $what }.
doc-ranking = At the end the players are compared in this order, until one is ahead:
doc-ranking-most = { $what }: the most
doc-ranking-least = { $what }: the fewest
doc-ranking-only = { $what }
doc-ranking-aim = “{ $aim }” says who wins.
doc-ranking-draw = If the match ends and nobody has won, it is a draw.
doc-ranking-shared = If all of it is equal, the victory is shared.
doc-ranking-seats = If all of it is equal, the order of seats decides.
doc-box-area = Area
doc-box-kind = Kind
doc-box-neighbours = Neighbours
doc-box-thing = Thing
doc-box-number = Number
doc-box-where = At the start
doc-box-each = { $n } ({ $each } each)
doc-box-made = as needed
doc-box-shuffled = shuffled, see below
doc-box-dealt = All kinds together: { $places }.
doc-coordinates-rows = A place is named by its column and its row, such as b3: columns have letters from the left, rows numbers from below.
doc-coordinates-slanted = A place is named by its column and its row, such as b3: columns have letters from the left, rows numbers from above; columns and rows cross at a slant.
doc-coordinates-centre = Places are named by two numbers, such as 2,-1, which count steps from 0,0. The first number counts steps to the right, the second one steps to the lower right; negative numbers count in the opposite direction.
doc-box-board = The board “{ $name }” has { $n } places.
doc-box-board_only = The board has { $n } places.
doc-box-board_grows_only = The board grows during the game.
doc-box-board_grows = The board “{ $name }” grows during the game.
doc-box-on = { $n } on the board
doc-box-in = { $n } in: { $place }
doc-box-reserve = { $n } in the reserve
doc-numbers-intro = These values depend on the number of players:
doc-numbers-value = Value
doc-numbers-players = { $n } players
doc-start-caption_always = The start of a match.
doc-start-caption_phase = The match when “{ $phase }” begins, one of the possible ones, as { $player } sees it.
doc-start-caption = The start of a match, one of the possible ones.
doc-who = What is said of “you” holds for the player whose turn it is.
doc-conditions = Conditions:
doc-effect = What happens:
doc-rule_refuses = Not possible: “{ $sentence }”
doc-rule_says = “{ $sentence }”
doc-consequence = Whenever one of these changes: { $things }.
doc-award-among = Who takes part: { $players }.
doc-award-by = They are compared by: { $keys }.
doc-award-place =
    { $n ->
        [1] The first gets { $points }.
        [2] The second gets { $points }.
       *[other] The third gets { $points }.
    }
doc-points =
    { $points ->
        [one] { $points } point
       *[other] { $points } points
    }
doc-award-place_value =
    { $n ->
        [1] The first gets as many points as { $points }.
        [2] The second gets as many points as { $points }.
       *[other] The third gets as many points as { $points }.
    }
doc-award-none =
    { $n ->
        [1] The first gets nothing.
        [2] The second gets nothing.
       *[other] The third gets nothing.
    }
doc-worked-ends = A match of { $n } players is in this position. What is it worth if the match ends now?
doc-worked-ended = A match of { $n } players has ended in this position.
doc-worked-lines = The end brings these points:
doc-worked-places = ({ $places })
doc-worked-then = , then{ " " }
doc-worked-join = ,{ " " }
doc-worked-has = { $player } has { $values } and gets nothing
doc-worked-has_gains = { $player } has { $values } and gets { $points }
doc-worked-gains = { $player } gets { $points }
doc-worked-loses = { $player } loses { $points }
doc-worked-earlier = Earlier in the match: { $rule }
doc-worked-table = All points together:
doc-worked-rule = Rule
doc-worked-sum = Sum
doc-worked-value = { $player } { $n }
doc-worked-wins = { $players } wins.
doc-worked-share = { $players } share the victory.
doc-option-name = Option
doc-option-value = In force
doc-option-values = Possible
doc-option-official = Official
doc-option-range = { $low } to { $high }
doc-option-intro = Players may agree on these before a match. What differs from the official value is marked with “●”.
doc-option-meaning = What some of them change:
doc-option-changed = ● { $value }
doc-term-case = { $value }, if { $condition }
doc-term-otherwise = otherwise { $value }
doc-term-is = { $value }.
doc-term-truth = It holds if { $condition }.
doc-path-step = { $name } from one place to the next: possible if { $condition }; costs { $cost }.
doc-path-step_free = { $name } from one place to the next: costs { $cost }.
doc-path-times = At most { $n } times on one way.
doc-path-budget = The whole way may cost at most { $n }.
doc-path-through = It leads through { $set }.
doc-path-ends = It ends on { $set }.
doc-path-only-cheapest = Of several ways to one place the cheapest counts.
doc-path-only-shortest = Only the shortest way counts.
doc-path-only-straight = It leads in a straight line.
doc-example-turn = It is the turn of { $player }.
doc-example-offers = { $action }: possible are { $values }.
doc-example-offers_none = { $action }: not possible.
doc-example-refused = { $move }: not possible. { $reason }
doc-example-allowed = { $move }: possible.
doc-example-unasked = { $move }: not possible here.
doc-example-also = { $action }: possible, too: { $values }.
doc-example-not_these = { $action }: not possible: { $values }.
doc-example-ranking = Ranking: { $places }.
doc-example-nothing = Nothing can be chosen.
doc-example-asked = Can be chosen: { $choices }.
doc-example-yes_no = { $action }: yes or no.
doc-example-played = Then: { $move }.
doc-example-position = Now: { $things }.
doc-example-that = Then this is so: { $condition }.
doc-example-winners = The winner is { $players }.
doc-example-winners_several = The victory is shared: { $players }.
doc-example-intro = These positions have been checked with the rules:
doc-none = –

## Nouns, and their gender in languages that have one (m, f); a language without leaves `-`.

doc-noun-hex =
    { $n ->
        [one] hex
       *[other] hexes
    }
doc-noun-square =
    { $n ->
        [one] square
       *[other] squares
    }
doc-noun-area =
    { $n ->
        [one] area
       *[other] areas
    }
doc-noun-slot =
    { $n ->
        [one] slot
       *[other] slots
    }
doc-noun-kind =
    { $n ->
        [one] kind
       *[other] kinds
    }
doc-noun-player =
    { $n ->
        [one] player
       *[other] players
    }
doc-noun-team =
    { $n ->
        [one] team
       *[other] teams
    }
doc-noun-way =
    { $n ->
        [one] way
       *[other] ways
    }
doc-noun-group =
    { $n ->
        [one] group
       *[other] groups
    }
doc-noun-number =
    { $n ->
        [one] number
       *[other] numbers
    }
doc-gender-hex = -
doc-gender-square = -
doc-gender-area = -
doc-gender-slot = -
doc-gender-kind = -
doc-gender-player = -
doc-gender-team = -
doc-gender-way = -
doc-gender-group = -
doc-gender-number = -
doc-the = the { $noun }
doc-the_first = the first { $noun }
doc-the_second = the second { $noun }
doc-the_third = the third { $noun }
doc-these = these { $noun }
doc-your = your { $noun }
doc-you = you
doc-they = the player whose turn it is
doc-of = { $what } of { $whose }
doc-comma = ,{ " " }
doc-and = { $first } and { $last }
doc-now = now
doc-something = what the rules name

## Values

doc-centre = the centre
doc-place_of = the place of { $thing }
doc-owner_of = the owner of { $thing }
doc-kind_of = the kind of { $thing }
doc-state_of = the state of { $thing }
doc-table_of = { $what } of { $whose }
doc-with_things = the { $places } with { $things } on them
doc-which = { $what } ({ $told })
doc-top_of = the top one of { $zone }
doc-bottom_of = the bottom one of { $zone }
doc-plus = { $left } plus { $right }
doc-minus = { $left } minus { $right }
doc-times = { $left } times { $right }
doc-half_up = { $left } divided by { $right }, rounded up
doc-half_down = { $left } divided by { $right }, rounded down
doc-if_value = { $then } if { $condition }, otherwise { $otherwise }
doc-number_of = the number of { $set }
doc-over_sum = the sum of { $value }, for each of { $set }
doc-over_largest = the largest of { $value }, for each of { $set }
doc-over_smallest = the smallest of { $value }, for each of { $set }
doc-distance = the distance from { $left } to { $right }
doc-smaller = the smaller of { $left } and { $right }
doc-larger = the larger of { $left } and { $right }
doc-next_left = the player to the left of { $player }
doc-next_left_you = the player to your left
doc-next_right = the player to the right of { $player }
doc-next_right_you = the player to your right
doc-opponent = the opponent of { $player }
doc-opponent_you = your opponent
doc-first_of = the first { $n } of { $set }
doc-nth_of =
    { $n ->
        [1] the first of { $set }
        [2] the second of { $set }
        [3] the third of { $set }
       *[other] number { $n } of { $set }
    }
doc-row_of = the row of { $place }
doc-columns_left = the number of columns to the left of { $place }
doc-rows_above = the number of rows above { $place }
doc-rows_below = the number of rows below { $place }
doc-first_number = the first number of { $place }
doc-second_number = the second number of { $place }
doc-position_of = the position of { $place }
doc-walls_between = the number of walls between { $left } and { $right }
doc-seat = the player in seat { $n }

## Sets

doc-edge = the edge of the board
doc-of_kind = { $set } ({ $kind })
doc-set_plus = { $left } and { $right }
doc-set_without = { $left } without { $right }
doc-set_both = those of { $left } that are also among { $right }
doc-next_to = { $set } next to { $to }
doc-joined_to = { $set } that are connected with { $to }
doc-within = { $set } at most { $n } steps from { $centre }
doc-parts = the connected groups of { $set }
doc-round_clockwise = the players clockwise from { $player }
doc-round_anticlockwise = the players anticlockwise from { $player }
doc-where = { $set } for which { $condition }
doc-ranked = { $set }, the highest in this first: { $key }
doc-with_most = those of { $set } with the highest value of { $key }
doc-with_fewest = those of { $set } with the lowest value of { $key }
doc-one_of = one of { $set }
doc-random_one = one of { $set }, by chance
doc-random_some = { $n } of { $set }, by chance
doc-places_with = the places of { $set }
doc-on = { $set } on { $place }
doc-on_board = { $set } on the board
doc-in_state = { $set } ({ $state })
doc-in_reserve = { $set } in the reserve
doc-steps = the places one step from { $origin } ({ $ways })
doc-slides = the places in a straight line from { $origin } ({ $ways }), over { $over } up to the first other place
doc-leaps_slanted = the places { $first } steps away from { $origin } on the diagonals
doc-leaps = the places { $first } and { $second } steps to the side of { $origin }
doc-between = the places between { $left } and { $right }
doc-enclosed = { $set } in a straight line between { $origin } and { $by }
doc-in_rows = { $set } in straight rows of at least { $n }
doc-range = the numbers from { $low } to { $high }
doc-side = the edge of the board ({ $ways })
doc-way-north = up
doc-way-northeast = up to the right
doc-way-east = to the right
doc-way-southeast = down to the right
doc-way-south = down
doc-way-southwest = down to the left
doc-way-west = to the left
doc-way-northwest = up to the left
doc-way-ahead = forward
doc-way-back = backward
doc-way-sideways = sideways
doc-way-diagonal_ahead = diagonally forward
doc-way-diagonal_back = diagonally backward

## Conditions

doc-all_of_join = { " and " }
doc-either_join = { " or " }
doc-is = { $left } is { $right }
doc-is_not = { $left } is not { $right }
doc-is_kind = { $left } is { A($right) }
doc-is_not_kind = { $left } is not { A($right) }
doc-is_of = { $left } is of { $right }
doc-is_not_of = { $left } is not of { $right }
doc-less =
    { SORT($left) ->
        [several] { $left } are less than { $right }
       *[other] { $left } is less than { $right }
    }
doc-at_most =
    { SORT($left) ->
        [several] { $left } are at most { $right }
       *[other] { $left } is at most { $right }
    }
doc-more =
    { SORT($left) ->
        [several] { $left } are more than { $right }
       *[other] { $left } is more than { $right }
    }
doc-at_least =
    { SORT($left) ->
        [several] { $left } are at least { $right }
       *[other] { $left } is at least { $right }
    }
doc-is_none = { $what } is not settled yet
doc-is_some = { $what } is settled
doc-belongs = { $thing } belongs to { $player }
doc-belongs_not = { $thing } does not belong to { $player }
doc-belongs_you = { $thing } belongs to you
doc-belongs_not_you = { $thing } does not belong to you
doc-counts_is =
    { $n ->
        [1] there is exactly 1 of { $set }
       *[other] there are exactly { $n } of { $set }
    }
doc-counts_is_not = there are not exactly { $n } of { $set }
doc-counts_less = there are fewer than { $n } of { $set }
doc-counts_at_most =
    { $n ->
        [1] there is at most 1 of { $set }
       *[other] there are at most { $n } of { $set }
    }
doc-counts_more = there are more than { $n } of { $set }
doc-counts_at_least = there are at least { $n } of { $set }
doc-holds_is =
    { $n ->
        [1] { $zone } holds exactly 1 piece
       *[other] { $zone } holds exactly { $n } pieces
    }
doc-holds_is_not =
    { $n ->
        [1] { $zone } does not hold exactly 1 piece
       *[other] { $zone } does not hold exactly { $n } pieces
    }
doc-holds_less = { $zone } holds fewer than { $n } pieces
doc-holds_at_most =
    { $n ->
        [1] { $zone } holds at most 1 piece
       *[other] { $zone } holds at most { $n } pieces
    }
doc-holds_more =
    { $n ->
        [1] { $zone } holds more than 1 piece
       *[other] { $zone } holds more than { $n } pieces
    }
doc-holds_at_least = { $zone } holds at least { $n } pieces
doc-exists_a = there is { A($set) }
doc-exists_no = there is no { $set }
doc-exists = there is at least one of { $set }
doc-exists_not = there is none of { $set }
doc-member = { $value } belongs to { $set }
doc-member_not = { $value } does not belong to { $set }
doc-touches = { $left } is next to { $right }
doc-touches_not = { $left } is not next to { $right }
doc-can = “{ $action }” is possible
doc-can_not = “{ $action }” is not possible
doc-if_then = { $then } (if { $condition }), else { $otherwise }
doc-option_value = “{ $name }”
doc-holds = { $what } holds
doc-holds_not = { $what } does not hold
doc-term_holds = “{ $term }” holds ({ $whose })
doc-term_holds_not = “{ $term }” does not hold ({ $whose })
doc-always = always
doc-never = never

## Steps

doc-turns_clockwise = Turn after turn, clockwise from { $start }{ $until }:
doc-turns_anticlockwise = Turn after turn, anticlockwise from { $start }{ $until }:
doc-turns_until = , until { $condition } after a turn
doc-turn_each_clockwise = One turn for each player, clockwise from { $start }:
doc-turn_each_anticlockwise = One turn for each player, anticlockwise from { $start }:
doc-turn_of = Turn of { $player }:
doc-each = For each of { $set }:
doc-each_secretly = At the same time and in secret, for each of { $set }:
doc-if = If { $condition }:
doc-otherwise = Otherwise:
doc-repeat = Repeat:
doc-repeat_while = As long as { $condition }:
doc-repeat_until = Until { $condition }:
doc-repeat_times = Up to { $n } times:
doc-times_between = { $low } to { $high } times
doc-times_up_to = up to { $high } times
doc-times_exactly = { $high } times
doc-choose = { $what }
doc-choose_by = { $player }: { $what }
doc-if_possible = (if possible)
doc-choose_one = You choose one of:
doc-choose_one_by = Choice of { $player }, one of:
doc-choose_first = The first of these that is possible:
doc-meanwhile = Before this choice you may also: { $actions }.
doc-entry_where = { $action }, only if { $condition }
doc-price = { $action } for { $price }
doc-every = { $set }
doc-some = { $n } of { $set }
doc-put = put { $thing } on { $place }.
doc-move = move { $thing } to { $place }.
doc-move_under = put { $thing } under { $place }.
doc-to_box = put { $thing } back into the box.
doc-to_reserve = { $thing } go back to the reserve.
doc-mark = mark { $thing }: { $state }.
doc-becomes = { $thing } becomes { $kind }.
doc-give = { $thing } now belong to { $player }.
doc-shuffle = shuffle { $zone }.
doc-reveal = reveal { $thing }.
doc-reveal_to = show { $thing } to { $player }.
doc-hide = { $thing } is hidden again.
doc-exchange = { $left } and { $right } change places.
doc-eliminate = { $player } is out of the game.
doc-end_turn = the turn ends.
doc-end_phase = the phase ends.
doc-end_game = the game ends.
doc-create = put { $n } { $thing }: { $place }.
doc-create_each = put { $n } { $thing } on each of: { $place }.
doc-gain = { $what }: { $n } more.
doc-lose = { $what }: { $n } less.
doc-set = { $what } becomes { $value }.
doc-create_some = put { $thing }: { $place }. How many: { $n }.
doc-budget = { $what }: { $n }.
doc-with = { $action } ({ $values })
doc-in_game = { $player } is still in the game
doc-in_game_you = you are still in the game
doc-out_of_game = { $player } is out of the game
doc-out_of_game_you = you are out of the game
doc-filled = { $zone } is not empty
doc-empty = { $zone } is empty
doc-else_if = Otherwise, if { $condition }:
