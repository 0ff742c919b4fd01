"""The search, function by function, as `dsl.search.compiler` reads it. The host calls `look`, `turns` and `failed`;
the bot's tree in plain Python (`dsl.bots.tree_search`) does the same with the same dice.

Moves have numbers from 1; a move also stands for the position after it, and 0 for the current one. LOOKED is the
position, so to speak, whose moves hold what options are worth one move ahead.

`proven` says of a move what is certain of it: WON, DRAWN or LOST for the seat that makes it, 0 if nothing is
(`dsl.search.proofs`). `unproven` counts the options of a position of which nothing is certain, `secured` is the best
of the others. `settled` says that the current decision needs no more thought: something is certain of it, or all of
its options but one are lost, and that one has been thought about as much as the others together.
"""

from __future__ import annotations

TEXT = '''
def crowded() -> int:
    """Whether something has come to the rim of a board without an edge. While seats decide in secret nobody looks."""
    if APART:
        return 0
    return CROWDED


def place_of(node, seat, key) -> int:
    """Where to begin to look for a move in the table, of which `places` says how much is in use."""
    mixed = node * 8191 + seat * 131 + key // 65536 * 7919
    low = key % 65536
    mixed = mixed + low * 2503
    if places[0] == FEW:
        return mixed % FEW
    if places[0] == SOME:
        return mixed % SOME
    return mixed % ALL


def find(node, seat, key) -> int:
    """The move by which a seat takes an option at a node; 0 if it is not in the tree."""
    place = place_of(node, seat, key)
    while table[place]:
        move = table[place]
        if keys[move] == key and parents[move] == node and seats[move] == seat:
            return move
        place = place + 1
        if place == places[0]:
            place = 0
    return 0


def enter(move):
    """Put a move into the table."""
    place = place_of(parents[move], seats[move], keys[move])
    while table[place]:
        place = place + 1
        if place == places[0]:
            place = 0
    table[place] = move


def spread():
    """Use more of the table: what a small tree needs lies close together."""
    for block in range(places[0] // BLOCK):
        position.fuel = TANK
        for place in range(BLOCK):
            table[block * BLOCK + place] = 0
    places[0] = SOME if places[0] == FEW else ALL
    for move in range(1, moves[0] + 1):
        position.fuel = TANK
        enter(move)


def add(node, seat, key) -> int:
    """Bring a move into the tree."""
    if moves[0] * 2 >= places[0] and places[0] < ALL:
        spread()
    move = moves[0] + 1
    moves[0] = move
    keys[move] = key
    parents[move] = node
    seats[move] = seat
    enter(move)
    seen[move] = 0
    visits[move] = 0
    available[move] = 1
    means[move] = 0
    rests[move] = 0
    proven[move] = 0
    secured[move] = 0
    return move


def any_option(count) -> int:
    """Any option: first an entry, then a value."""
    if combined[position.ask] == 0:
        return option(throw(count))
    if option(0) // STRIDE == option(count - 1) // STRIDE:
        return option(throw(count))
    for number in range(count):
        here[number] = 0
    return any_unknown(count)


def any_unknown(count) -> int:
    """Any option of which `here` says that it is not in the tree: first an entry, then a value."""
    for entry in range(ENTRIES + 1):
        tally[entry] = 0
    by_entry = combined[position.ask]
    first = -1
    latest = -1
    total = 0
    for number in range(count):
        if here[number] == 0:
            total += 1
            if by_entry:
                latest = option(number) // STRIDE + 1
                tally[latest] += 1
                if first < 0:
                    first = latest
    if first == latest:
        nth = throw(total)
        for number in range(count):
            if here[number] == 0:
                if nth == 0:
                    return option(number)
                nth -= 1
        return option(0)
    kinds = 0
    for entry in range(ENTRIES + 1):
        kinds += tally[entry] > 0
    nth = throw(kinds)
    chosen = 0
    for entry in range(ENTRIES + 1):
        if tally[entry] > 0:
            if nth == 0:
                chosen = entry
            nth -= 1
    nth = throw(tally[chosen])
    for number in range(count):
        if here[number] == 0:
            if option(number) // STRIDE + 1 == chosen:
                if nth == 0:
                    return option(number)
                nth -= 1
    return option(0)


def new_move(node, seat, count) -> int:
    """Bring one more move into the tree: any, but at hand the one that looks best, of two the earlier looked at."""
    best = -1
    found = 0
    earliest = 0
    if node == 0:
        for number in range(count):
            if here[number] == 0:
                looked = find(LOOKED, seat, option(number))
                if looked:
                    if means[looked] > best or (means[looked] == best and looked < earliest):
                        best = means[looked]
                        earliest = looked
                        found = option(number)
    if best < 0:
        return add(node, seat, any_unknown(count))
    move = add(node, seat, found)
    visits[move] = manner[TRUST]
    available[move] = manner[TRUST] + 1
    means[move] = best
    return move


def has_room(node, known) -> int:
    """Whether a node may have more moves than `known`."""
    more = known - manner[WIDE]
    if more < 0:
        return 1
    root = more // manner[WIDER] + 1
    return seen[node] >= root * root


def root_of(number) -> int:
    """The root of a logarithm."""
    if number < EXACT:
        return ROOTS[number]
    if number < EXACT * COARSE:
        return COARSE_ROOTS[number // COARSE]
    return COARSER_ROOTS[min(number // COARSER, EXACT // 2 - 1)]


def inverse_of(number) -> int:
    """One by the root of a number."""
    if number < EXACT:
        return INVERSES[number]
    if number < EXACT * COARSE:
        return INVERSES[number // COARSE] // 8
    return INVERSES[min(number // COARSER, EXACT - 1)] // 64


def appeal(move) -> int:
    """How much a move deserves to be looked at next."""
    if visits[move] == 0:
        return MUCH
    curiosity = root_of(available[move]) * inverse_of(visits[move]) // 65536
    return means[move] + manner[EAGERNESS] * curiosity // 16


def pick(node, count) -> int:
    """The move to make at a node, 0 if the tree is full; `fresh` says whether it is new to the tree. One of which
    something is certain takes no room, and one that is lost is not made."""
    seat = position.chooser
    certain = 0
    if PROVES:
        if seen[node] == 0:
            unproven[node] = count
        certain = count - unproven[node]
    known = 0
    for number in range(count):
        move = find(node, seat, option(number))
        here[number] = move
        if move:
            available[move] += 1
            known += 1
    fresh[0] = 0
    if known < count and moves[0] < MOVES:
        if has_room(node, known - certain):
            fresh[0] = 1
            return new_move(node, seat, count)
    liked = 0
    most = -1
    for number in range(count):
        move = here[number]
        if move:
            attraction = appeal(move)
            if certain and proven[move]:
                attraction = ONE // 2 if proven[move] == DRAWN else -1
            if attraction > most:
                most = attraction
                liked = move
    if PROVES and node == 0 and known == count and unproven[0] == 1 and secured[0] == LOST:
        settled[0] = visits[liked] * 2 > seen[0]
    return liked


def descend():
    """Walk down the tree until a move is new or certain, or the match ends."""
    node = 0
    new = 0
    for step in range(manner[MOST]):
        count = offered()
        if count == 0:
            return
        if crowded():
            return
        chosen = option(0)
        if count > 1 or node == 0:
            node = pick(node, count)
            if node == 0:
                return
            last[0] = node
            if PROVES and proven[node]:
                return
            new = fresh[0]
            chosen = keys[node]
        choose(chosen)
        if new:
            return


def play_out():
    """Play on by chance until the horizon, and again as far as long as the score sheet cannot tell who is ahead. So
    many 16ths of the turns break off early. After the first choice options are drawn blindly, not listed, where the
    program can."""
    horizon = manner[HORIZON]
    sixteenths = made[0] * manner[SHARE]
    cut = sixteenths % 16 < manner[SHARE]
    for number in range(manner[MOST]):
        count = offered()
        if count == 0:
            return
        if crowded():
            return
        if horizon == 0 or (cut and number == manner[EARLY]):
            if not APART:
                if is_open() == 0:
                    return
        if horizon == 0:
            horizon = manner[HORIZON]
        horizon -= 1
        if blind[0]:
            choose_blindly(option(0))
        elif manner[BY_ENTRY]:
            choose_blindly(any_option(count))
        else:
            chosen = option(throw(count))
            blind[0] = DRAWS
            choose_blindly(chosen)


def telling() -> int:
    """How many lines of the ranking tell who is ahead."""
    return TELLING if RECKONS and position.final == 0 else ROW


def order(one, other) -> int:
    """Of two seats: above 0 if `one` is ahead, below it if the other is."""
    for line in range(telling()):
        mine = lines[one * ROW + line]
        theirs = lines[other * ROW + line]
        if mine != theirs:
            return 1 if mine > theirs else -1
    return 0


def is_open() -> int:
    """Whether nobody can tell who is ahead yet."""
    if RECKONS:
        return 0
    standing()
    for seat in range(1, PLAYERS):
        if order(0, seat) != 0:
            return 0
    return 1


def lead(one, other) -> int:
    """By how much a seat leads in the first line that tells it from its rival."""
    for line in range(telling()):
        if lines[one * ROW + line] != lines[other * ROW + line]:
            mine = min(max(lines[one * ROW + line], 0 - LARGE), LARGE)
            theirs = min(max(lines[other * ROW + line], 0 - LARGE), LARGE)
            ahead = mine - theirs
            both = max(mine, 0 - mine) + max(theirs, 0 - theirs)
            return (ONE + ahead * ONE // (max(ahead, 0 - ahead) + both // 8 + 1)) // 2
    return ONE // 2


def is_tied(one, other) -> int:
    """Whether two seats are equal in the first line of the ranking, and both in play or neither."""
    for line in range(TELLING):
        if lines[one * ROW + line] != lines[other * ROW + line]:
            return 0
    return 1


def worth_of(seat) -> int:
    """What the standing is worth to a seat: at the end the place counts most, before it the lead. A place that breaks
    a tie counts a quarter: by chance a match often ends with nothing for anybody, and one would else play for that."""
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
    place = beaten * ONE // (2 * rivals)
    if position.final:
        if is_tied(mine, rival):
            return (3 * ONE + 2 * place) // 8
        return (7 * place + lead(mine, rival)) // 8
    return (place + 3 * lead(mine, rival)) // 4


def weigh():
    """Note what the position is worth to each seat, with all that is scored at the end: while seats decide in secret
    without that, and as the next of them sees it."""
    if not APART:
        if position.final == 0:
            reckon()
            position.fuel = TANK
    standing()
    position.fuel = TANK
    for seat in range(PLAYERS):
        worths[seat] = worth_of(seat)


def learn(move, worth):
    """Note what came of a move. All that came of it is mean * visits + rest, with 0 <= rest < visits: no sum grows."""
    often = visits[move] + 1
    rest = rests[move] + worth - means[move]
    more = rest // often
    visits[move] = often
    means[move] += more
    rests[move] = rest - more * often


def tell():
    """Tell every move on the way what came of it for the seat that made it."""
    move = last[0]
    while move:
        node = parents[move]
        seen[node] += 1
        learn(move, worths[seats[move]])
        move = node
    made[0] += 1


def conclude(move, verdict):
    """Note what is certain of a move, and of those before it: a position is won if an option is, and otherwise what the
    best of its options is once something is certain of all of them."""
    while verdict:
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


def play_on():
    """Play on by chance from a move that is certain of nothing, unless the match ends with it."""
    over = position.final
    play_out()
    blind[0] = 0
    position.fuel = TANK
    weigh()
    if PROVES and over and manner[PROOFS]:
        seat = seats[last[0]]
        conclude(last[0], order(seat, 1 - seat) + DRAWN)


def failed():
    """End a turn that led to where a rule cannot be carried out."""
    blind[0] = 0
    for seat in range(PLAYERS):
        worths[seat] = 0
    tell()


def turns(until):
    """Make turns until there are so many, or the decision at hand is settled. A tree that is full goes on learning
    about the moves it has."""
    until = min(until, TURNS)
    while made[0] < until and settled[0] == 0:
        last[0] = 0
        revert()
        position.fuel = TANK
        reseed()
        descend()
        position.fuel = TANK
        if PROVES and proven[last[0]]:
            for seat in range(PLAYERS):
                worths[seat] = ONE // 2
        else:
            play_on()
        tell()


def ahead(chosen):
    """Take an option, whatever else its action asks, and weigh what is then."""
    seat = position.chooser
    choose(chosen)
    for number in range(FAR):
        count = offered()
        if count == 0:
            break
        if position.chooser == seat:
            if number >= STEPS or goes_on[position.ask] == 0:
                break
        elif not APART:
            break
        choose(any_option(count))
    position.fuel = TANK
    weigh()


def look(chosen):
    """Look one move ahead."""
    revert()
    position.fuel = TANK
    seat = position.chooser
    move = add(LOOKED, seat, chosen)
    ahead(chosen)
    means[move] = worths[seat]
'''
