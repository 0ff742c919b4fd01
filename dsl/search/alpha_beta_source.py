"""Source text of the compiled alpha-beta search, in the subset of Python that `dsl.search.python_subset` reads.

For two rivals with perfect information and without chance (`dsl.search.proofs.is_foreseeable`). It deepens iteratively
(Korf, "Depth-First Iterative-Deepening", Artificial Intelligence 27, 1985), searches moves after the first with a null
window (principal variation search: Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", ACM
Computing Surveys 14, 1982), less deeply if they are late (late move reductions), and has a transposition table, killer
moves and the history heuristic (Schaeffer, IEEE PAMI 11, 1989). At the horizon it goes on with moves that take things
off the boards (quiescence search). Just before the horizon and behind it, moves that would not do by their value are
left out (futility pruning: Heinz, "Extended Futility Pruning", ICCA Journal 21, 1998), once a position has shown that
what can be taken need not be taken, or as long as nothing can be taken at all.

A move is a whole action, with all its values. The positions after the moves of a node are kept as snapshots: number 0
is the root, the numbers up to WAITING are actions that lack values, the others are a stack, from `firsts` of a node to
`lasts`. A node is known by its depth in the tree (ply), since there is one at a time. It can stop after any move: the
whole search is in the arrays, so the same number of moves gives the same result, in how many calls ever.

The value of a position is that for the seat that chooses: a difference of scores of the model, or CERTAIN less the ply
if the match ends with a win. An action of the same seat that follows is no change of sides.
"""

from __future__ import annotations

TEXT = '''
def evaluate_for(seat) -> int:
    """The value of the position for a seat by the model, or by the lead without one. Scoring may change it."""
    if EVALUATES:
        for each in range(PLAYERS):
            scores[each] = score_position(each)
            position.fuel = FUEL
        project_score()
        position.fuel = FUEL
        for each in range(PLAYERS):
            scores[each] = scores[each] + score_ranking(each)
            position.fuel = FUEL
        return min(max(scores[seat] - scores[1 - seat], 0 - MOST), MOST)
    project_score()
    position.fuel = FUEL
    rank_seats()
    position.fuel = FUEL
    return utility_of(seat) - ONE // 2


def result_for(seat, ply) -> int:
    """The value of the end of a match for a seat: the earlier the better it is won."""
    rank_seats()
    position.fuel = FUEL
    return order(seat, 1 - seat) * (CERTAIN - ply)


def asks_on(seat) -> int:
    """Whether a further value of the action is asked for."""
    if position.final:
        return 0
    return has_earlier_value[position.ask] and position.chooser == seat


def list_moves(ply, source, taking):
    """Put the positions after all moves from the position `source`, which is the current one, on the stack, with their
    values. With `taking` only those that take something, and it stops at the first other one if that is enough.

    Of the last moves before the horizon, and of those beyond it, the ones that are no better than what is known already
    are left out by their value: the rival may leave it at that, unless moves that take something are compulsory."""
    seat = position.chooser
    things = count_things()
    last = ply > 0 and depths[ply] <= 1
    some_take = 0
    firsts[ply] = top[0]
    others[ply] = 0
    sources[0] = source
    begun[0] = 0
    waiting = 1
    done = 0
    while done < waiting:
        if done:
            recover(sources[done])
        count = min(offered(), OPTIONS)
        for number in range(count):
            children[number] = option(number)
        for number in range(count):
            position.fuel = FUEL
            if number:
                recover_blindly(sources[done])
            chosen = children[number]
            sampling[0] = CAN_SAMPLE
            choose_blindly(chosen)
            sampling[0] = 0
            position.fuel = FUEL
            position.chosen = -1
            word = begun[done] * 61 + chosen % WORDS + 1
            word = word % WORDS
            if asks_on(seat):
                if waiting < WAITING:
                    snapshot(waiting)
                    sources[waiting] = waiting
                    begun[waiting] = word
                    if ply == 0:
                        begun_by[waiting] = begun_by[done] if done else chosen
                    waiting += 1
            else:
                takes = count_things() < things
                if takes:
                    exchanges[0] = 1
                    some_take = 1
                else:
                    others[ply] = 1
                if some_take and others[ply]:
                    optional[0] = 1
                if taking and takes == 0:
                    if standing[ply] >= betas[ply]:
                        lasts[ply] = top[0]
                        return
                elif top[0] < SNAPSHOTS:
                    child = top[0]
                    top[0] += 1
                    snapshot(child)
                    words[child] = word
                    taken[child] = takes
                    first_options[child] = begun_by[done] if done else chosen
                    rank = history[seat * WORDS + word]
                    if word == killers[2 * ply] or word == killers[2 * ply + 1]:
                        rank += KILLER
                    rival_next = position.chooser != seat
                    if position.final:
                        rank += result_for(seat, ply)
                    elif last and exchanges[0] and optional[0] == 0:
                        rank += takes * MOST
                    else:
                        value = evaluate_for(seat)
                        rank += value
                        if last and rival_next and value <= alphas[ply]:
                            bests[ply] = max(bests[ply], value)
                            top[0] -= 1
                    if word == wanted[ply]:
                        rank += 2 * CERTAIN
                    ranks[child] = rank
        done += 1
    lasts[ply] = top[0]


def receive(ply, child, value):
    """Note the value of a move for the seat that makes it."""
    if narrow[ply] and value > alphas[ply] and value < betas[ply]:
        again[ply] = child
        return
    if narrow[ply] == 2 and value > alphas[ply]:
        again[ply] = child
        return
    if value > bests[ply]:
        bests[ply] = value
        best_words[ply] = words[child]
        if ply == 0 and value > alphas[ply]:
            best_child[0] = child
            better[0] += 1
            reserve[child] = better[0]
        alphas[ply] = max(alphas[ply], value)
    if ply == 0:
        move_values[child] = value


def entry_of(ply) -> int:
    """The place of a node in the transposition table."""
    key = keys_here[2 * ply]
    return key % TRANSPOSITIONS


def store(ply):
    """Note the result of a node in the transposition table: a value, or a bound of it."""
    entry = entry_of(ply)
    value = bests[ply]
    bound = 0
    if value <= lowest[ply]:
        bound = 1
    if value >= betas[ply]:
        bound = 2
    if value > CERTAIN - PLIES:
        value += ply
    if value < PLIES - CERTAIN:
        value -= ply
    table_keys[entry] = keys_here[2 * ply + 1]
    table_values[entry] = value
    table_depths[entry] = depths[ply] * 4 + bound
    table_words[entry] = best_words[ply]


def known_value(ply) -> int:
    """Whether the transposition table decides a node: then `bests` is its value. It also tells the best move."""
    entry = entry_of(ply)
    wanted[ply] = -1
    if table_keys[entry] != keys_here[2 * ply + 1]:
        return 0
    wanted[ply] = table_words[entry]
    if table_depths[entry] // 4 < depths[ply]:
        return 0
    value = table_values[entry]
    if value > CERTAIN - PLIES:
        value -= ply
    if value < PLIES - CERTAIN:
        value += ply
    bound = table_depths[entry] - table_depths[entry] // 4 * 4
    if bound == 1 and value > alphas[ply]:
        return 0
    if bound == 2 and value < betas[ply]:
        return 0
    bests[ply] = value
    return 1


def settle(ply, value):
    """Give the value of the node of a ply to the node before it."""
    before = ply - 1
    here[0] = before
    top[0] = firsts[ply]
    receive(before, current[before], value if sides[before] == sides[ply] else 0 - value)


def enter(ply, child):
    """Begin the node behind a move, or give its value at once."""
    seat = sides[ply]
    new = ply + 1
    recover(child)
    iterations[0] += 1
    position.fuel = FUEL
    if position.final:
        receive(ply, child, result_for(seat, new))
        return
    if REPEATED:
        receive(ply, child, 0)
        return
    count = offered()
    depth = plans[ply]
    if count > 1 or new > 2 * deepest[0] + 8:
        depth -= 1
    if depth <= 0:
        horizon[0] = 1
    full = is_board_full() or new >= PLIES - 1 or top[0] + ROOM > SNAPSHOTS
    if full or (depth <= 0 and exchanges[0] == 0):
        horizon[0] = 1
        receive(ply, child, evaluate_for(seat))
        return
    side = position.chooser
    alpha = alphas[ply]
    beta = alpha + 1 if narrow[ply] else betas[ply]
    sides[new] = side
    alphas[new] = alpha if side == seat else 0 - beta
    betas[new] = beta if side == seat else 0 - alpha
    lowest[new] = alphas[new]
    bests[new] = 0 - INFINITE
    best_words[new] = -1
    depths[new] = depth
    narrow[new] = 0
    again[new] = 0
    visited[new] = 0
    wanted[new] = -1
    firsts[new] = top[0]
    if depth > 0:
        hash_position()
        keys_here[2 * new] = hashed[0]
        keys_here[2 * new + 1] = hashed[1]
        position.fuel = FUEL
        if known_value(new):
            settle(new, bests[new])
            return
    else:
        standing[new] = evaluate_for(side)
        if depth < 0 - QUIESCENT:
            settle(new, standing[new])
            return
        if PROJECTS_SCORE:
            recover(child)
    position.fuel = FUEL
    list_moves(new, child, depth <= 0)
    if depth <= 0 and others[new]:
        bests[new] = max(bests[new], standing[new])
        alphas[new] = max(alphas[new], standing[new])
    here[0] = new


def next_move(ply) -> int:
    """The next move of a node, 0 if there is none or it is cut off; and how it is to be searched."""
    if again[ply]:
        child = again[ply]
        again[ply] = 0
        narrow[ply] = 0
        plans[ply] = depths[ply]
        current[ply] = child
        return child
    if alphas[ply] >= betas[ply]:
        return 0
    best = 0
    rank = 0 - INFINITE
    for child in range(firsts[ply], lasts[ply]):
        if ranks[child] > rank:
            rank = ranks[child]
            best = child
    if best == 0:
        return 0
    ranks[best] = 0 - INFINITE
    visited[ply] += 1
    current[ply] = best
    plans[ply] = depths[ply]
    narrow[ply] = visited[ply] > 1 and depths[ply] > 0 and alphas[ply] > 0 - CERTAIN
    if narrow[ply] and depths[ply] > 2 and visited[ply] > LATE and taken[best] == 0:
        narrow[ply] = 2
        plans[ply] = depths[ply] - 1
        if visited[ply] > 3 * LATE and depths[ply] > 3:
            plans[ply] = depths[ply] - 2
    return best


def leave(ply):
    """End a node whose moves are searched or cut off."""
    if depths[ply] > 0:
        store(ply)
        if bests[ply] >= betas[ply] and taken[current[ply]] == 0:
            word = best_words[ply]
            if killers[2 * ply] != word:
                killers[2 * ply + 1] = killers[2 * ply]
                killers[2 * ply] = word
            more = min(depths[ply] * depths[ply], 64)
            place = sides[ply] * WORDS + word
            history[place] += more * 16 - history[place] * more // 256
    if bests[ply] == 0 - INFINITE:
        bests[ply] = alphas[ply]
    settle(ply, bests[ply])


def deepen():
    """Begin the next iteration at the root, one move deeper, unless the result is certain."""
    if deepest[0]:
        value = bests[0]
        certain = value > CERTAIN - PLIES or value < PLIES - CERTAIN
        if certain or horizon[0] == 0 or deepest[0] >= PLIES // 2 or lasts[0] - firsts[0] < 2:
            settled[0] = 1
            return
    deepest[0] += 1
    horizon[0] = 0
    depths[0] = deepest[0]
    alphas[0] = 0 - INFINITE
    betas[0] = INFINITE
    lowest[0] = 0 - INFINITE
    bests[0] = 0 - INFINITE
    visited[0] = 0
    narrow[0] = 0
    for child in range(firsts[0], lasts[0]):
        ranks[child] = CERTAIN + reserve[child] if reserve[child] else root_ranks[child]


def begin():
    """Begin a search at the root."""
    revert()
    position.fuel = FUEL
    position.chosen = -1
    snapshot(0)
    revert()
    position.fuel = FUEL
    for each in range(2 * PLIES):
        killers[each] = -1
    here[0] = 0
    top[0] = WAITING
    wanted[0] = -1
    again[0] = 0
    sides[0] = position.chooser
    list_moves(0, 0, 0)
    for child in range(firsts[0], lasts[0]):
        root_ranks[child] = ranks[child] + throw(16)
        reserve[child] = 0
    best_child[0] = firsts[0]
    deepest[0] = 0
    deepen()


def explore(until):
    """Go on until `until` positions are visited in all, or the result is certain."""
    while iterations[0] < until and settled[0] == 0:
        position.fuel = FUEL
        ply = here[0]
        child = next_move(ply)
        position.fuel = FUEL
        if child:
            enter(ply, child)
        elif ply:
            leave(ply)
        else:
            deepen()
'''
