"""Source text of the compiled tree search, in the subset of Python that `dsl.search.python_subset` reads.

The algorithm is information-set Monte Carlo tree search with one tree (SO-ISMCTS: Cowling, Powley and Whitehouse,
"Information Set Monte Carlo Tree Search", IEEE TCIAIG 4, 2012). Moves are selected by UCB1 (Auer, Cesa-Bianchi and
Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine Learning 47, 2002), applied to trees as in UCT
(Kocsis and Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006): mean + C * sqrt(ln(available) / visits), where
C is the exploration constant. The number of moves at a node grows with the root of its visits (progressive widening:
Coulom, "Computing Elo Ratings of Move Patterns in the Game of Go", ICGA Journal 30, 2007). The host calls `lookahead`,
`iterate` and `abort_iteration`; `dsl.bots.tree_search.SearchTree` does the same in plain Python with the same dice.

Several trees of one decision share statistics: `list_known` lists what a tree knows well, `adopt` adds a move that
another tree has (`dsl.bots.parallel_search`).

Moves have numbers from 1. A move also stands for the node behind it, and 0 for the root. LOOKAHEAD is a node apart,
whose moves hold the values of options one move ahead.

`proven` is the proven result of a move for the seat that makes it: WON, DRAWN or LOST, 0 if unproven
(`dsl.search.proofs`). `unproven` counts the unproven options of a node, `secured` is the best of its proven results.
`values` is the implicit minimax value of a move for the seat that makes it: at first the evaluation of the position
behind it, later the best value of the moves behind it, read when the search passes (Lanctot, Winands, Pepels and
Sturtevant, "Monte Carlo Tree Search with Heuristic Evaluations using Implicit Minimax Backups", IEEE CIG 2014).
`statics` keeps the first evaluation, which stands for the moves that are not in the tree yet.
`credits` has by seat and option whether an option has lately won a match at once in a rollout: 0 if not
(`play_decisively`).
`settled` says that the root needs no more iterations: its result is proven, or all options but one are lost and that
one has more than half of the visits, and enough of them to tell its chances.
"""

from __future__ import annotations

TEXT = '''
def is_board_full() -> int:
    """Whether a piece or counter is on the rim of an unbounded board; not tested while seats decide in secret."""
    if SECRET_PHASE:
        return 0
    return BOARD_FULL


def hash_slot(node, seat, key) -> int:
    """The slot of the hash table where probing for a move begins; `table_size` is the part of the table in use."""
    mixed = node * 8191 + seat * 131 + key // 65536 * 7919
    low = key % 65536
    mixed = mixed + low * 2503
    if table_size[0] == SMALL:
        return mixed % SMALL
    if table_size[0] == MEDIUM:
        return mixed % MEDIUM
    return mixed % FULL


def find_move(node, seat, key) -> int:
    """The move of a seat that takes an option at a node; 0 if it is not in the tree."""
    slot = hash_slot(node, seat, key)
    while table[slot]:
        move = table[slot]
        if keys[move] == key and parents[move] == node and seats[move] == seat:
            return move
        slot = slot + 1
        if slot == table_size[0]:
            slot = 0
    return 0


def insert_move(move):
    """Insert a move into the hash table, which uses linear probing."""
    slot = hash_slot(parents[move], seats[move], keys[move])
    while table[slot]:
        slot = slot + 1
        if slot == table_size[0]:
            slot = 0
    table[slot] = move


def enlarge_table():
    """Enlarge the part of the hash table in use: a small tree stays in few cache lines."""
    for block in range(table_size[0] // BLOCK):
        position.fuel = FUEL
        for slot in range(BLOCK):
            table[block * BLOCK + slot] = 0
    table_size[0] = MEDIUM if table_size[0] == SMALL else FULL
    for move in range(1, moves[0] + 1):
        position.fuel = FUEL
        insert_move(move)


def add_move(node, seat, key) -> int:
    """Add a move to the tree."""
    if moves[0] * 2 >= table_size[0] and table_size[0] < FULL:
        enlarge_table()
    move = moves[0] + 1
    moves[0] = move
    keys[move] = key
    parents[move] = node
    seats[move] = seat
    insert_move(move)
    node_visits[move] = 0
    visits[move] = 0
    available[move] = 1
    means[move] = 0
    remainders[move] = 0
    proven[move] = 0
    secured[move] = 0
    return move


def adopt(node, seat, key, value, static):
    """Put the move of a seat that takes an option at a node first in `known`; 0 if it is not in the tree and cannot be
    added: only a node that an iteration has passed knows its options. One that is added has a minimax value."""
    move = find_move(node, seat, key)
    if move == 0:
        if node_visits[node] and moves[0] < MAX_MOVES:
            move = add_move(node, seat, key)
            available[move] = 0
            values[move] = value
            statics[move] = static
    known[1] = move


def list_known(least):
    """List in `known` the moves with at least `least` visits, and the proven ones behind them; `known[0]` counts them.
    A move has a higher number than the one before it, so that one is listed earlier."""
    known[0] = 0
    for move in range(1, moves[0] + 1):
        position.fuel = FUEL
        listed = visits[move] >= least
        if PROVES and proven[move]:
            listed = parents[move] == 0 or visits[parents[move]] >= least
        if listed and known[0] < MAX_KNOWN:
            known[0] += 1
            known[known[0]] = move


def random_option(count) -> int:
    """A random option: first an entry, then one of its values."""
    if combined[position.ask] == 0:
        return option(throw(count))
    if option(0) // STRIDE == option(count - 1) // STRIDE:
        return option(throw(count))
    for number in range(count):
        children[number] = 0
    return random_unexpanded(count)


def random_unexpanded(count) -> int:
    """A random option that is not in the tree (`children` is 0): first an entry, then one of its values."""
    for entry in range(ENTRIES + 1):
        entry_counts[entry] = 0
    by_entry = combined[position.ask]
    first = -1
    latest = -1
    total = 0
    for number in range(count):
        if children[number] == 0:
            total += 1
            if by_entry:
                latest = option(number) // STRIDE + 1
                entry_counts[latest] += 1
                if first < 0:
                    first = latest
    if first == latest:
        nth = throw(total)
        for number in range(count):
            if children[number] == 0:
                if nth == 0:
                    return option(number)
                nth -= 1
        return option(0)
    kinds = 0
    for entry in range(ENTRIES + 1):
        kinds += entry_counts[entry] > 0
    nth = throw(kinds)
    chosen = 0
    for entry in range(ENTRIES + 1):
        if entry_counts[entry] > 0:
            if nth == 0:
                chosen = entry
            nth -= 1
    nth = throw(entry_counts[chosen])
    for number in range(count):
        if children[number] == 0:
            if option(number) // STRIDE + 1 == chosen:
                if nth == 0:
                    return option(number)
                nth -= 1
    return option(0)


def expand(node, seat, count) -> int:
    """Add an option to the tree: at the root the one with the highest lookahead value, of equal ones the one that was
    evaluated earlier; elsewhere a random one."""
    best = -1
    found = 0
    earliest = 0
    if node == 0:
        for number in range(count):
            if children[number] == 0:
                evaluated = find_move(LOOKAHEAD, seat, option(number))
                if evaluated:
                    if means[evaluated] > best or (means[evaluated] == best and evaluated < earliest):
                        best = means[evaluated]
                        earliest = evaluated
                        found = option(number)
    if best < 0:
        return add_move(node, seat, random_unexpanded(count))
    move = add_move(node, seat, found)
    values[move] = best
    statics[move] = best
    visits[move] = parameters[PRIOR_VISITS]
    available[move] = parameters[PRIOR_VISITS] + 1
    means[move] = best
    return move


def may_widen(node, in_tree) -> int:
    """Whether a node with `in_tree` moves may have one more (progressive widening)."""
    extra = in_tree - parameters[INITIAL_WIDTH]
    if extra < 0:
        return 1
    root = extra // parameters[WIDENING] + 1
    return node_visits[node] >= root * root


def root_log(number) -> int:
    """The square root of the logarithm of a number, in parts of 2**14."""
    if number < EXACT:
        return ROOTS[number]
    if number < EXACT * COARSE:
        return COARSE_ROOTS[number // COARSE]
    return COARSER_ROOTS[min(number // COARSER, EXACT // 2 - 1)]


def inverse_root(number) -> int:
    """One by the square root of a number, in parts of 2**15."""
    if number < EXACT:
        return INVERSES[number]
    if number < EXACT * COARSE:
        return INVERSES[number // COARSE] // 8
    return INVERSES[min(number // COARSER, EXACT - 1)] // 64


def ucb_score(move) -> int:
    """UCB1 score of a move: its mean utility, mixed with its implicit minimax value, plus the exploration term."""
    if visits[move] == 0:
        return UNVISITED
    exploration_term = root_log(available[move]) * inverse_root(visits[move]) // 65536
    worth = means[move]
    if PROVES and parameters[MINIMAX]:
        worth += (values[move] - worth) * parameters[MINIMAX] // 16
    return worth + parameters[EXPLORATION] * exploration_term // 16


def value_of(move) -> int:
    """The implicit minimax value of a move for the seat that makes it, or its proven result."""
    if proven[move]:
        return (proven[move] - LOST) * ONE // 2
    return values[move]


def back_up(node, count, in_tree):
    """Set the implicit minimax value of the move before a node: the best of the moves in the tree, and of the position
    itself as long as options are missing there."""
    best = -1
    for number in range(count):
        move = children[number]
        if move:
            best = max(best, value_of(move))
    seat = position.chooser
    if in_tree < count:
        best = max(best, statics[node] if seats[node] == seat else ONE - statics[node])
    values[node] = best if seats[node] == seat else ONE - best


def pick(node, count) -> int:
    """Select a move at a node, 0 if the tree is full; `expanded` says whether the move is new. Proven moves do not
    count against the width of a node, and a lost one is never selected."""
    seat = position.chooser
    certain = 0
    if PROVES:
        if node_visits[node] == 0:
            unproven[node] = count
        certain = count - unproven[node]
    in_tree = 0
    for number in range(count):
        move = find_move(node, seat, option(number))
        children[number] = move
        if move:
            available[move] += 1
            in_tree += 1
    if PROVES and parameters[MINIMAX]:
        if node and in_tree:
            back_up(node, count, in_tree)
    expanded[0] = 0
    if in_tree < count and moves[0] < MAX_MOVES:
        if may_widen(node, in_tree - certain):
            expanded[0] = 1
            return expand(node, seat, count)
    best = 0
    best_score = -1
    for number in range(count):
        move = children[number]
        if move:
            score = ucb_score(move)
            if certain and proven[move]:
                score = ONE // 2 if proven[move] == DRAWN else -1
            if score > best_score:
                best_score = score
                best = move
    if PROVES and node == 0 and in_tree == count and unproven[0] == 1 and secured[0] == LOST:
        settled[0] = visits[best] * 2 > node_visits[0] and visits[best] >= FEWEST_FORCED
    return best


def descend():
    """Selection and expansion: walk down the tree until a move is new or proven, or the match ends. A model evaluates
    whole actions, so then the walk goes on until the action is complete."""
    node = 0
    new = 0
    for step in range(parameters[MAX_CHOICES]):
        count = offered()
        if count == 0:
            return
        if is_board_full():
            return
        if new:
            if has_earlier_value[position.ask] == 0:
                return
        chosen = option(0)
        if count > 1 or node == 0:
            node = pick(node, count)
            if node == 0:
                return
            leaf[0] = node
            if PROVES and proven[node]:
                return
            new = new or expanded[0]
            chosen = keys[node]
        choose(chosen)
        if new:
            if is_evaluated() == 0:
                return


def credit(seat, chosen) -> int:
    """The place of an option of a seat in `credits`."""
    return seat * CREDITED + chosen % CREDITED


def wins_at_once(count) -> int:
    """Whether the seat that chooses wins the match by an option that has credit; then it is `winning`, and the position
    is the one after it. Otherwise `children` are the options."""
    seat = position.chooser
    kept = 0
    few = CAN_SAMPLE
    for number in range(count):
        children[number] = option(number)
    for number in range(count):
        chosen = children[number]
        place = credit(seat, chosen)
        if credits[place]:
            if kept:
                recover_blindly(PRESENT)
            else:
                snapshot(PRESENT)
                kept = 1
            position.fuel = FUEL
            tried[0] += 1
            sampling[0] = few
            choose_blindly(chosen)
            sampling[0] = 0
            if has_won(seat, chosen):
                succeeded[0] += 1
                winning[0] = chosen
                return 1
            credits[place] -= 1
    if kept:
        recover_blindly(PRESENT)
    position.fuel = FUEL
    return 0


def has_won(seat, chosen) -> int:
    """Whether a seat has won the match by the option that it has just taken, which then gets credit."""
    if position.final == 0:
        return 0
    position.fuel = FUEL
    rank_seats()
    other = 1 - seat
    if order(seat, other) <= 0:
        return 0
    place = credit(seat, chosen)
    credits[place] = min(credits[place] + 2, MOST_CREDIT)
    return 1


def seeks_wins() -> int:
    """Whether rollouts look for wins: as long as that succeeds often enough."""
    if parameters[DECISIVE] == 0:
        return 0
    return tried[0] < FEWEST_TRIALS + TRIALS * succeeded[0]


def play_decisively() -> int:
    """The beginning of a simulation where two rivals have few options: a seat wins at once, or prevents that the other
    one does, and chooses at random otherwise (decisive and anti-decisive moves: Teytaud and Teytaud, "On the Huge
    Benefit of Decisive Moves in Monte-Carlo Tree Search Algorithms", IEEE CIG 2010). To be fast it looks only at
    options that have won lately, and takes back the choice before a win, once, instead of looking for threats. Returns
    whether the seat that chooses first wins at once."""
    before = -1
    for number in range(parameters[HORIZON]):
        count = offered()
        if count == 0 or count > parameters[DECISIVE]:
            return 0
        if is_board_full():
            return 0
        seat = position.chooser
        if wins_at_once(count):
            if before < 0 or before == seat:
                return number == 0
            recover(PREVIOUS)
            position.fuel = FUEL
            seat = before
            before = -1
            count = offered()
            chosen = option(throw(count))
            for each in range(count):
                if option(each) == winning[0]:
                    chosen = winning[0]
        else:
            before = seat
            snapshot(PREVIOUS)
            chosen = children[throw(count)]
        choose_blindly(chosen)
        if has_won(seat, chosen):
            return 0
        position.fuel = FUEL
    return 0


def playout():
    """Simulation: choose at random until the horizon, and for another horizon as long as the seats are equal. In
    `CUTOFF_SHARE` of 16 iterations it ends earlier, after `CUTOFF` choices; with a model it ends `EVALUATION` - 1
    choices after the tree. After the first choice options are sampled instead of listed, where the program can."""
    horizon = parameters[HORIZON]
    sixteenths = iterations[0] * parameters[CUTOFF_SHARE]
    cut = sixteenths % 16 < parameters[CUTOFF_SHARE]
    for number in range(parameters[MAX_CHOICES]):
        if is_evaluated():
            if number + 1 >= parameters[EVALUATION]:
                return
        count = offered()
        if count == 0:
            return
        if is_board_full():
            return
        if horizon == 0 or (cut and number == parameters[CUTOFF]):
            if not SECRET_PHASE:
                if is_open() == 0:
                    return
        if horizon == 0:
            horizon = parameters[HORIZON]
        horizon -= 1
        if sampling[0]:
            choose_blindly(option(0))
        elif parameters[BY_ENTRY]:
            choose_blindly(random_option(count))
        else:
            chosen = option(throw(count))
            sampling[0] = CAN_SAMPLE
            choose_blindly(chosen)


def decisive_lines() -> int:
    """How many lines of the ranking decide who is ahead."""
    return DECISIVE_LINES if PROJECTS_SCORE and position.final == 0 else ROW


def order(one, other) -> int:
    """Compare two seats: positive if `one` is ahead, negative if the other is."""
    for line in range(decisive_lines()):
        mine = lines[one * ROW + line]
        theirs = lines[other * ROW + line]
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0


def is_open() -> int:
    """Whether all seats are equal so far."""
    if PROJECTS_SCORE:
        return 0
    rank_seats()
    for seat in range(1, PLAYERS):
        if order(0, seat) != 0:
            return 0
    return 1


def lead(one, other) -> int:
    """Normalized lead of a seat in the first line of the ranking that differs from its rival."""
    for line in range(decisive_lines()):
        if lines[one * ROW + line] != lines[other * ROW + line]:
            mine = min(max(lines[one * ROW + line], 0 - LARGE), LARGE)
            theirs = min(max(lines[other * ROW + line], 0 - LARGE), LARGE)
            difference = mine - theirs
            both = max(mine, 0 - mine) + max(theirs, 0 - theirs)
            return (ONE + difference * ONE // (max(difference, 0 - difference) + both // 8 + 1)) // 2
    return ONE // 2


def is_tied(one, other) -> int:
    """Whether two seats are equal in the first line of the ranking, and both in play or neither."""
    for line in range(DECISIVE_LINES):
        if lines[one * ROW + line] != lines[other * ROW + line]:
            return 0
    return 1


def utility_of(seat) -> int:
    """Utility of the position for a seat: at the end mostly its rank, before it mostly its lead. A rank that only
    breaks a tie counts a quarter: random matches often end without points, and the search would play for the
    tie-break."""
    if PLAYERS == 1:
        return ONE
    mine = seat
    for other in range(PLAYERS):
        if partners[seat * PLAYERS + other]:
            if order(other, mine) > 0:
                mine = other
    beaten = 0
    rivals = 0
    rival = mine
    for other in range(PLAYERS):
        if partners[seat * PLAYERS + other] == 0:
            if rivals == 0 or order(other, rival) > 0:
                rival = other
            beaten += order(mine, other) + 1
            rivals += 1
    if rivals == 0:
        beaten = 1
        rivals = 1
    rank = beaten * ONE // (2 * rivals)
    if position.final:
        if is_tied(mine, rival):
            return (3 * ONE + 2 * rank) // 8
        return (7 * rank + lead(mine, rival)) // 8
    return (rank + 3 * lead(mine, rival)) // 4


def is_evaluated() -> int:
    """Whether a model evaluates the position: not at the end, nor while seats decide in secret."""
    if EVALUATES == 0 or parameters[EVALUATION] == 0 or SECRET_PHASE:
        return 0
    return position.final == 0


def chance_ahead(seat) -> int:
    """The chance of a seat, or of the best of its team, to be ahead of its best rival, by their scores."""
    mine = scores[seat]
    theirs = 0
    rivals = 0
    for other in range(PLAYERS):
        if partners[seat * PLAYERS + other]:
            mine = max(mine, scores[other])
        else:
            theirs = max(theirs, scores[other]) if rivals else scores[other]
            rivals += 1
    if rivals == 0:
        return ONE
    return CHANCES[(min(max(mine - theirs, 0 - RANGE), RANGE) + RANGE) // STEP]


def evaluate_by_model():
    """Store the utility of the position for each seat by the scores of a model, final scoring included."""
    for seat in range(PLAYERS):
        scores[seat] = score_position(seat)
        position.fuel = FUEL
    project_score()
    position.fuel = FUEL
    for seat in range(PLAYERS):
        scores[seat] = scores[seat] + score_ranking(seat)
        position.fuel = FUEL
    for seat in range(PLAYERS):
        utilities[seat] = chance_ahead(seat)


def play_forced():
    """Before a model evaluates a position, make the choices that have no alternative, such as replies to a threat."""
    for number in range(parameters[FORCED]):
        if is_evaluated() == 0 or is_board_full():
            return
        if offered() != 1:
            return
        choose(option(0))
        position.fuel = FUEL


def evaluate():
    """Store the utility of the position for each seat, final scoring included; while seats decide in secret without
    final scoring, and as the next of them sees it."""
    if is_evaluated():
        evaluate_by_model()
        return
    if not SECRET_PHASE:
        if position.final == 0:
            project_score()
            position.fuel = FUEL
    rank_seats()
    position.fuel = FUEL
    for seat in range(PLAYERS):
        utilities[seat] = utility_of(seat)


def add_result(move, utility):
    """Update the mean of a move. The sum is kept as mean * visits + remainder, 0 <= remainder < visits, so it never
    overflows."""
    count = visits[move] + 1
    remainder = remainders[move] + utility - means[move]
    change = remainder // count
    visits[move] = count
    means[move] += change
    remainders[move] = remainder - change * count


def backpropagate():
    """Backpropagation: update every move on the path with the utility for the seat that made it."""
    move = leaf[0]
    while move:
        node = parents[move]
        node_visits[node] += 1
        if PROVES and visits[move] == 0:
            values[move] = utilities[seats[move]]
            statics[move] = utilities[seats[move]]
        add_result(move, utilities[seats[move]])
        move = node
    iterations[0] += 1


def propagate_proof(move, verdict):
    """Store the proven result of a move, and propagate it up: a position is won if one option is; otherwise, once
    all its options are proven, it has the result of the best. Another tree may have proved a position before."""
    while verdict and proven[move] == 0:
        proven[move] = verdict
        node = parents[move]
        unproven[node] -= 1
        secured[node] = max(secured[node], verdict)
        verdict = secured[node] if secured[node] == WON or unproven[node] == 0 else 0
        if node == 0:
            settled[0] = verdict > 0
            return
        if seats[node] != seats[move]:
            verdict = BOTH - verdict if verdict else 0
        move = node


def simulate():
    """Play out from an unproven move, unless the match ended with it, or the next choice wins it."""
    over = position.final
    if PROVES and over == 0:
        if seeks_wins():
            over = play_decisively()
            position.fuel = FUEL
    playout()
    sampling[0] = 0
    position.fuel = FUEL
    play_forced()
    evaluate()
    if PROVES and over and parameters[PROOFS]:
        seat = seats[leaf[0]]
        propagate_proof(leaf[0], order(seat, 1 - seat) + DRAWN)


def abort_iteration():
    """End an iteration in which a rule failed: it counts as 0 for every seat."""
    sampling[0] = 0
    for seat in range(PLAYERS):
        utilities[seat] = 0
    backpropagate()


def iterate(until):
    """Iterate until there are `until` iterations in all, or the decision is settled. A full tree still updates the
    moves that it has."""
    until = min(until, MAX_ITERATIONS)
    while iterations[0] < until and settled[0] == 0:
        leaf[0] = 0
        revert()
        position.fuel = FUEL
        reseed()
        descend()
        position.fuel = FUEL
        if PROVES and proven[leaf[0]]:
            for seat in range(PLAYERS):
                utilities[seat] = ONE // 2
        else:
            simulate()
        backpropagate()


def complete_action(chosen):
    """Take an option, complete its action by random choices, and evaluate the position."""
    seat = position.chooser
    choose(chosen)
    for number in range(FAR):
        count = offered()
        if count == 0:
            break
        if position.chooser == seat:
            if number >= STEPS or has_earlier_value[position.ask] == 0:
                break
        elif not SECRET_PHASE:
            break
        choose(random_option(count))
    position.fuel = FUEL
    play_forced()
    evaluate()


def lookahead(chosen):
    """Evaluate one option of the root by its position one move ahead."""
    revert()
    position.fuel = FUEL
    seat = position.chooser
    move = add_move(LOOKAHEAD, seat, chosen)
    complete_action(chosen)
    means[move] = utilities[seat]
'''
