"""Rollouts inside a module: random choices from a position to the end of the match, also while seats decide in secret
(the same as `dsl.runtime.stepping_runner` and `dsl.runtime.simultaneous` do with lists).

Memory that `RolloutCode` adds after the layout of `Memory`:

    TRUNK, WORLDS   while FORKED is not 0: the state before, and the world of each seat; STATE is then the world of the
                    seat that chooses next. It is written back only when the seat changes: LIVED_IN is 1 + the seat
                    whose world in STATE is newer than in WORLDS, or 0
    SAVED           a copy of all that, for `save` and `restore`
    RESULTS         by seat a row of numbers: whether it is still in the game, then each line of the ranking, with
                    signs so that more is better: `results` computes them, `best` returns the bitset of the best seats
    WINS, SHARED, TOTAL   counters of `playouts`: by seat how often it was best, how often several were, all choices
    BEGINS          by ask whether its choice begins a move
    SEEDS, ROWS     of a batch of matches: the seed of each, and a row for what `dsl.runtime.rollout.MatchBatch` holds
    INDEX, ENTRIES, MEMBERS   of a tally of matches: see `tally`
    TEAMS           by seat the bitset of its team

`offer` pushes the options of the current decision, `take` makes a choice and runs to the next decision, `play` repeats
both until a `dsl.runtime.rollout.RolloutStop`. The generator is in POLICY, outside the state. Most choices are made
without returning: while LIMIT is not 0, a step that would wait calls `go_on`, which takes an option at once; `play`
handles the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dsl.ir.instructions import AllOf, BitsConst, Call, Const, Function, IsEmpty, Load, Not, Return, SetOp
from dsl.ir.instructions import Expr as Expression
from dsl.ir.layout import BoardLayout, Layout, occupying
from dsl.ir.program import Program
from dsl.runtime.rollout import KEY_SHIFT, POLICY_SEED, RolloutStop, TallyKey
from dsl.runtime.wasm.codegen_context import CallingConvention
from dsl.runtime.wasm.encoder import CodeBuilder, FunctionBody, FunctionType
from dsl.runtime.wasm.memory_layout import STATE, Memory, MemoryArea, element_bytes

#: `$ask`, `$room`, `$whole` and `$worth` are generated for each program, see below.
TEXT = """
(func $carry (param $step i32)  ;; from a step to the next choice
  (i32.store (i32.const FUEL) (i32.const TANK))
  (local.set $step (call $run (local.get $step)))
  (block $done
    (loop $again
      (br_if $done (i32.ne (local.get $step) (i32.const FORK)))
      (call $fork)
      (br_if $done (i32.load (i32.const TRUNK+SECRETLY)))
      (call $join)
      (local.set $step (call $run (i32.load (i32.const STATE+NEXT))))
      (br $again))))

(func $offer export  ;; push the options of the current decision
  (local $fuel i32)
  (call $enter_world)
  (if (i32.lt_s (i32.load (i32.const STATE+CHOSEN)) (i32.const 0))
    (then (call $leave_world)))  ;; sampling here changes STATE, but not the world
  (i32.store offset=COUNT (i32.const 0) (i32.const 0))
  (i32.store offset=BUNCHED (i32.const 0) (i32.const 0))
  (if (i32.ge_s (i32.load (i32.const STATE+ASK)) (i32.const 0))
    (then
      (local.set $fuel (i32.load (i32.const FUEL)))
      (i32.store (i32.const FUEL) (i32.const TANK))
      (call $ask (i32.load (i32.const STATE+ASK)))
      (i32.store (i32.const FUEL) (local.get $fuel)))))

(func $take export (param $option i32)  ;; which is offered
  (local $seat i32)
  (if (i32.load (i32.const FORKED))
    (then
      (call $enter_world)
      (local.set $seat (call $next_seat))
      (i32.store (i32.const STATE+CHOSEN) (local.get $option))
      (i32.store (i32.const FUEL) (i32.const TANK))
      (call $apart (local.get $seat) (i32.load (i32.const STATE+NEXT)))
      (if (i32.eqz (i32.load (i32.const TRUNK+SECRETLY)))
        (then
          (call $join)
          (call $carry (i32.load (i32.const STATE+NEXT))))))
    (else
      (i32.store (i32.const STATE+CHOSEN) (local.get $option))
      (call $carry (i32.load (i32.const STATE+NEXT))))))

(func $holds (result i32)  ;; whether all invariants hold
  (local $fuel i32) (local $found i32)
  (if (i32.load (i32.const FORKED))
    (then
      (call $leave_world)
      (memory.copy (i32.const STATE) (i32.const TRUNK) (i32.const SIZE))
      (call $replaced)))
  (local.set $fuel (i32.load (i32.const FUEL)))
  (i32.store (i32.const FUEL) (i32.const TANK))
  (local.set $found (call $whole))
  (i32.store (i32.const FUEL) (local.get $fuel))
  (local.get $found))

(func $go_on (result i32)  ;; make the next choice, unless the rollout must stop; returns whether it did
  (local $choices i32) (local $option i32)
  (if (i32.load (i32.const FORKED)) (then (return (i32.const 0))))
  (local.set $choices (i32.add (i32.load offset=CHOICES (i32.const 0)) (i32.const 1)))
  (if (i32.ge_u (local.get $choices) (i32.load offset=LIMIT (i32.const 0))) (then (return (i32.const 0))))
  (if (i32.eqz (i32.load offset=COUNT (i32.const 0))) (then (return (i32.const 0))))
  (if (i32.const GROWS) (then (if (call $crowded) (then (return (i32.const 0))))))
  (if (i32.const WATCHES)
    (then (if (i32.load offset=WATCH (i32.const 0))
      (then (if (i32.eqz (call $holds)) (then (return (i32.const 0))))))))
  (i32.store offset=CHOICES (i32.const 0) (local.get $choices))
  (local.set $option
    (if (result i32) (i32.sub (i32.load offset=COUNT (i32.const 0)) (i32.const 1))
      (then (call $one_of_all))
      (else (if (result i32) (i32.load offset=BUNCHED (i32.const 0))
        (then (call $one_of_all))
        (else (i32.load offset=OPTIONS (i32.const 0)))))))
  (i32.store offset=MOVES (i32.const 0) (i32.add (i32.load offset=MOVES (i32.const 0))  ;; as `noted`, inlined
    (i32.load8_u (i32.add (i32.const BEGINS) (i32.load (i32.const STATE+ASK))))))
  (i64.store offset=PATH (i32.const 0) (i64.mul (i64.const MULTIPLIER)
    (i64.add (i64.load offset=PATH (i32.const 0)) (i64.add (i64.extend_i32_s (local.get $option)) (i64.const 1)))))
  (i32.store (i32.const STATE+CHOSEN) (local.get $option))
  (i32.store offset=EVENT_BYTES (i32.const 0) (i32.const 0))
  (i32.store (i32.const FUEL) (i32.const TANK))
  (i32.const 1))

(func $noted (param $option i32) (result i32)  ;; count a choice and hash it; returns it
  (i32.store offset=MOVES (i32.const 0) (i32.add (i32.load offset=MOVES (i32.const 0))
    (i32.load8_u (i32.add (i32.const BEGINS) (i32.load (i32.const STATE+ASK))))))
  (i64.store offset=PATH (i32.const 0) (i64.mul (i64.const MULTIPLIER)
    (i64.add (i64.load offset=PATH (i32.const 0)) (i64.add (i64.extend_i32_s (local.get $option)) (i64.const 1)))))
  (local.get $option))

(func $one_of_all (result i32)  ;; a random option; with copies of `draw_at` and of the usual case of `option`
  (local $count i32) (local $state i64) (local $number i32)
  (local.set $count (i32.load offset=COUNT (i32.const 0)))
  (if (i32.ne (local.get $count) (i32.const 1))
    (then
      (local.set $state (i64.load (i32.const POLICY)))
      (i64.store (i32.const POLICY)
        (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
      (local.set $number (i32.wrap_i64 (i64.shr_u
        (i64.mul
          (i64.extend_i32_u (i32.rotr
            (i32.wrap_i64 (i64.shr_u
              (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
            (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))
          (i64.extend_i32_u (local.get $count)))
        (i64.const 32))))))
  (if (i32.load offset=BUNCHED (i32.const 0))
    (then (if (i32.eq (i32.load offset=BUNCHES+12 (i32.const 0)) (i32.const 1))  ;; the first bunch has one word
      (then (if (i32.eqz (i32.load offset=BUNCHES (i32.const 0)))  ;; nothing is listed before it
        (then (if (i32.lt_u (local.get $number) (i32.load offset=BUNCHES+4 (i32.const 0)))
          (then (return (i32.add
            (i32.load offset=BUNCHES+8 (i32.const 0))
            (call $nth_of (i64.load offset=BUNCHES+16 (i32.const 0)) (local.get $number))))))))))))
  (call $option (local.get $number)))

(func $crowded (result i32)
  (local $fuel i32) (local $found i32)
  (local.set $fuel (i32.load (i32.const FUEL)))
  (i32.store (i32.const FUEL) (i32.const TANK))
  (local.set $found (call $room))
  (i32.store (i32.const FUEL) (local.get $fuel))
  (local.get $found))

(func $play export (param $limit i32) (param $watch i32) (result i32)
  (call $ready (local.get $limit) (local.get $watch))
  (call $offer)
  (call $play_on (local.get $limit) (local.get $watch)))

(func $ready (param $limit i32) (param $watch i32)
  (i32.store offset=CHOICES (i32.const 0) (i32.const 0))
  (i32.store offset=MOVES (i32.const 0) (i32.const 0))
  (i64.store offset=PATH (i32.const 0) (i64.const 0))
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.const BUNCHES_BYTES))  ;; the options are not listed: one is taken
  (i32.store offset=WATCH (i32.const 0) (local.get $watch))
  (i32.store offset=LIMIT (i32.const 0) (local.get $limit)))

(func $play_on (param $limit i32) (param $watch i32) (result i32)  ;; from a decision whose options were pushed
  (local $stop i32)
  (block $done
    (loop $again
      (if (local.get $watch)
        (then (if (i32.eqz (call $holds)) (then (local.set $stop (i32.const BROKEN)) (br $done)))))
      (if (i32.load (i32.const FORKED)) (then (call $offer)))
      (local.set $stop (i32.const STOP_OVER))
      (br_if $done (i32.eqz (i32.load offset=COUNT (i32.const 0))))
      (local.set $stop (i32.const STOP_LIMIT))
      (br_if $done (i32.ge_u (i32.load offset=CHOICES (i32.const 0)) (local.get $limit)))
      (i32.store offset=EVENT_BYTES (i32.const 0) (i32.const 0))
      (call $take (call $noted (call $one_of_all)))
      (i32.store offset=CHOICES (i32.const 0) (i32.add (i32.load offset=CHOICES (i32.const 0)) (i32.const 1)))
      (local.set $stop (i32.const STOP_ROOM))
      (if (i32.const GROWS) (then (br_if $done (call $crowded))))
      (br $again)))
  (call $stopped (local.get $stop)))

(func $stopped (param $stop i32) (result i32)
  (call $leave_world)
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.const 0))
  (i32.store offset=LIMIT (i32.const 0) (i32.const 0))
  (i32.store offset=STOP (i32.const 0) (local.get $stop))
  (local.get $stop))

(func $match (param $seed i64) (param $limit i32) (param $watch i32) (result i32)
  ;; a whole match from SAVED, the blank state; whether it reached its end, with RESULTS
  (call $restore)
  (i64.store (i32.const STATE+CHANCE) (call $seeded (local.get $seed)))
  (i64.store (i32.const POLICY) (call $seeded (i64.xor (local.get $seed) (i64.const POLICY_SEED))))
  (call $ready (local.get $limit) (local.get $watch))
  (call $carry (i32.const START))
  (if (i32.const GROWS) (then (if (call $crowded) (then (return (i32.const 0))))))
  (if (call $play_on (local.get $limit) (local.get $watch)) (then (return (i32.const 0))))
  (if (i32.or (i32.load (i32.const FORKED)) (i32.eqz (i32.load (i32.const STATE+FINAL))))
    (then (return (i32.const 0))))
  (call $results)
  (i32.const 1))

;; Whole matches from the seeds in SEEDS; a row of ROWS for each. Stops at the first that does not reach its end; MADE
;; says how many did. A row has `size` bytes: as many of STATE as fit are at its end.
(func $matches export (param $wanted i32) (param $limit i32) (param $watch i32) (param $size i32)
  (local $row i32)
  (local.set $row (i32.const ROWS))
  (i32.store offset=MADE (i32.const 0) (i32.const 0))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (i32.load offset=MADE (i32.const 0)) (local.get $wanted)))
      (br_if $done (i32.eqz (call $match
        (i64.load (i32.add (i32.const SEEDS) (i32.shl (i32.load offset=MADE (i32.const 0)) (i32.const 3))))
        (local.get $limit) (local.get $watch))))
      (i32.store (local.get $row) (i32.load offset=CHOICES (i32.const 0)))
      (i32.store offset=4 (local.get $row) (i32.load offset=MOVES (i32.const 0)))
      (i64.store offset=8 (local.get $row) (i64.load offset=PATH (i32.const 0)))
      (memory.copy (i32.add (local.get $row) (i32.const 16)) (i32.const RESULTS) (i32.const ALL_RESULTS))
      (memory.copy (i32.add (local.get $row) (i32.const ROW_HEAD)) (i32.const STATE)
        (i32.sub (local.get $size) (i32.const ROW_HEAD)))
      (local.set $row (i32.add (local.get $row) (local.get $size)))
      (i32.store offset=MADE (i32.const 0) (i32.add (i32.load offset=MADE (i32.const 0)) (i32.const 1)))
      (br $again)))
  (drop (call $stopped (i32.const 0))))

;; Whole matches from the seeds SEED, SEED + 1 and so on, counted as `dsl.runtime.rollout.MatchTally` says. Stops like
;; `matches`, and where ENTRIES might be full. With `hashed` the paths are in SEEDS, the results in ROWS. `number` is
;; the address of a number and `bits` that of `words` words in STATE that are counted, too; 0 for none.
(func $tally export (param $wanted i32) (param $limit i32) (param $watch i32) (param $hashed i32)
    (param $number i32) (param $bits i32) (param $words i32)
  (local $made i32)
  (i32.store offset=MADE (i32.const 0) (i32.const 0))
  (i32.store offset=COUNTED (i32.const 0) (i32.const 0))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.get $made) (local.get $wanted)))
      (br_if $done (i32.gt_u (i32.load offset=COUNTED (i32.const 0)) (i32.const ENOUGH_ENTRIES)))
      (br_if $done (i32.eqz (call $match
        (i64.add (i64.load offset=SEED (i32.const 0)) (i64.extend_i32_u (local.get $made)))
        (local.get $limit) (local.get $watch))))
      (call $count_key (i64.extend_i32_u (i32.load offset=CHOICES (i32.const 0))))
      (call $count_key (i64.or (i64.const MOVES_KEY) (i64.extend_i32_u (i32.load offset=MOVES (i32.const 0)))))
      (if (local.get $number)
        (then (call $count_key (i64.or (i64.const NUMBER_KEY) (i64.extend_i32_u (i32.load (local.get $number)))))))
      (if (local.get $words) (then (call $count_members (local.get $bits) (local.get $words) (local.get $made))))
      (call $count_results)
      (if (local.get $hashed)
        (then
          (i64.store (i32.add (i32.const SEEDS) (i32.shl (local.get $made) (i32.const 3)))
            (i64.load offset=PATH (i32.const 0)))
          (memory.copy (i32.add (i32.const ROWS) (i32.mul (local.get $made) (i32.const ALL_RESULTS)))
            (i32.const RESULTS) (i32.const ALL_RESULTS))))
      (local.set $made (i32.add (local.get $made) (i32.const 1)))
      (i32.store offset=MADE (i32.const 0) (local.get $made))
      (br $again)))
  (drop (call $stopped (i32.const 0))))

;; Add 1 to the count of a key. ENTRIES are the keys and their counts, 64 bits each, in the order in which they
;; occurred, from the second on; INDEX is a hash table with open addressing: the number of an entry, or 0.
(func $count_key (param $key i64)
  (local $place i32) (local $entry i32)
  (local.set $place (i32.wrap_i64 (i64.shr_u
    (i64.mul (local.get $key) (i64.const MULTIPLIER)) (i64.const INDEX_SHIFT))))
  (block $known
    (loop $again
      (local.set $entry (i32.load offset=INDEX (i32.shl (local.get $place) (i32.const 2))))
      (if (i32.eqz (local.get $entry))
        (then
          (local.set $entry (i32.add (i32.load offset=COUNTED (i32.const 0)) (i32.const 1)))
          (i32.store offset=COUNTED (i32.const 0) (local.get $entry))
          (i32.store offset=INDEX (i32.shl (local.get $place) (i32.const 2)) (local.get $entry))
          (i64.store offset=ENTRIES (i32.shl (local.get $entry) (i32.const 4)) (local.get $key))
          (i64.store offset=ENTRIES+8 (i32.shl (local.get $entry) (i32.const 4)) (i64.const 0))))
      (br_if $known (i64.eq
        (i64.load offset=ENTRIES (i32.shl (local.get $entry) (i32.const 4))) (local.get $key)))
      (local.set $place (i32.and (i32.add (local.get $place) (i32.const 1)) (i32.const INDEX_MASK)))
      (br $again)))
  (call $count (i32.add (i32.const ENTRIES+8) (i32.shl (local.get $entry) (i32.const 4))) (i32.const 1)))

(func $count_members (param $at i32) (param $words i32) (param $made i32)
  ;; MEMBERS: for each member of the bitset in how many matches it was, and the number of the first of them
  (local $left i32) (local $row i32) (local $member i32)
  (local.set $row (i32.const MEMBERS))
  (loop $again
    (local.set $left (i32.load (local.get $at)))
    (block $empty
      (br_if $empty (i32.eqz (local.get $left)))
      (loop $bits
        (local.set $member (i32.add (local.get $row) (i32.shl (i32.ctz (local.get $left)) (i32.const 3))))
        (if (i32.eqz (i32.load (local.get $member)))
          (then (i32.store offset=4 (local.get $member) (local.get $made))))
        (i32.store (local.get $member) (i32.add (i32.load (local.get $member)) (i32.const 1)))
        (br_if $bits
          (local.tee $left (i32.and (local.get $left) (i32.sub (local.get $left) (i32.const 1)))))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $row (i32.add (local.get $row) (i32.const 256)))
    (br_if $again (local.tee $words (i32.sub (local.get $words) (i32.const 1))))))

(func $count_results  ;; every value of RESULTS, and the standings
  (local $seat i32) (local $other i32) (local $at i32) (local $row i32) (local $order i32) (local $standings i64)
  (loop $seats
    (local.set $at (i32.const 4))
    (local.set $row (i32.add (i32.const RESULTS) (i32.mul (local.get $seat) (i32.const ROW))))
    (block $lines
      (br_if $lines (i32.eq (local.get $at) (i32.const ROW)))
      (loop $again
        (call $count_key (i64.or
          (i64.add (i64.const VALUE_KEY)
            (i64.shl (i64.extend_i32_u (i32.add (i32.mul (local.get $seat) (i32.const ROW)) (local.get $at)))
              (i64.const 32)))
          (i64.extend_i32_u (i32.load (i32.add (local.get $row) (local.get $at))))))
        (br_if $again (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const ROW)))))
    (local.set $other (i32.const 0))
    (block $compared  ;; four bits by seat: how many seats are ahead of it
      (br_if $compared (i32.eqz (local.get $seat)))
      (loop $others
        (local.set $order (call $order (local.get $seat) (local.get $other)))
        (if (local.get $order)
          (then (local.set $standings (i64.add (local.get $standings) (i64.shl (i64.const 1) (i64.extend_i32_u
            (i32.shl
              (select (local.get $other) (local.get $seat) (i32.gt_s (local.get $order) (i32.const 0)))
              (i32.const 2))))))))
        (br_if $others (i32.lt_u
          (local.tee $other (i32.add (local.get $other) (i32.const 1))) (local.get $seat)))))
    (br_if $seats (i32.lt_u
      (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const PLAYERS))))
  (call $count_key (i64.or (i64.or (i64.const STANDINGS_KEY) (local.get $standings))
    (i64.shl (i64.extend_i32_u (call $decided_by)) (i64.const 32)))))

(func $decided_by (result i32)  ;; the column of RESULTS that separates the best team from the next
  (local $best i32) (local $ahead i32) (local $at i32)
  (local.set $best (call $best_of (i32.const -1)))
  (local.set $ahead (call $best_of
    (i32.xor (i32.load offset=TEAMS (i32.shl (local.get $best) (i32.const 2))) (i32.const -1))))
  (local.set $best (i32.mul (local.get $best) (i32.const ROW)))
  (local.set $ahead (i32.mul (local.get $ahead) (i32.const ROW)))
  (block $found
    (loop $again
      (br_if $found (i32.ne
        (i32.load offset=RESULTS (i32.add (local.get $best) (local.get $at)))
        (i32.load offset=RESULTS (i32.add (local.get $ahead) (local.get $at)))))
      (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const ROW)))))
  (i32.shr_u (local.get $at) (i32.const 2)))

(func $best_of (param $seats i32) (result i32)  ;; the first of the best of some seats; 0 if there are none
  (local $seat i32) (local $found i32)
  (local.set $seats (i32.and (local.get $seats) (i32.const ALL_SEATS)))
  (block $done
    (br_if $done (i32.eqz (local.get $seats)))
    (local.set $found (i32.ctz (local.get $seats)))
    (loop $again
      (br_if $done (i32.eqz (local.tee $seats
        (i32.and (local.get $seats) (i32.sub (local.get $seats) (i32.const 1))))))
      (local.set $seat (i32.ctz (local.get $seats)))
      (if (i32.gt_s (call $order (local.get $seat) (local.get $found)) (i32.const 0))
        (then (local.set $found (local.get $seat))))
      (br $again)))
  (local.get $found))

(func $seeded (param $seed i64) (result i64)  ;; the state of a generator for a seed
  (i64.add (i64.const INCREMENT)
    (i64.mul (i64.const MULTIPLIER) (i64.add (i64.const INCREMENT) (local.get $seed)))))

(func $save export
  (call $leave_world)
  (i32.store (i32.const SAVED) (i32.load (i32.const FORKED)))
  (memory.copy (i32.const SAVED+16) (i32.const STATE) (i32.const SIZE))
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const SAVED+16+SIZE) (i32.const TRUNK) (i32.const ALL_WORLDS)))))

(func $restore export
  (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0))
  (i32.store (i32.const FORKED) (i32.load (i32.const SAVED)))
  (memory.copy (i32.const STATE) (i32.const SAVED+16) (i32.const SIZE))
  (call $replaced)
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const TRUNK) (i32.const SAVED+16+SIZE) (i32.const ALL_WORLDS)))))

(func $results export
  (local $seat i32) (local $fuel i32)
  (local.set $fuel (i32.load (i32.const FUEL)))
  (loop $again
    (i32.store (i32.const FUEL) (i32.const TANK))
    (call $worth (local.get $seat) (i32.add (i32.const RESULTS) (i32.mul (local.get $seat) (i32.const ROW))))
    (br_if $again (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const PLAYERS))))
  (i32.store (i32.const FUEL) (local.get $fuel)))

(func $order export (param $one i32) (param $other i32) (result i32)  ;; of two seats: above 0 if `one` is ahead
  (local $at i32) (local $a i32) (local $b i32)
  (block $done
    (loop $again
      (local.set $a (i32.load (i32.add (local.get $at)
        (i32.add (i32.const RESULTS) (i32.mul (local.get $one) (i32.const ROW))))))
      (local.set $b (i32.load (i32.add (local.get $at)
        (i32.add (i32.const RESULTS) (i32.mul (local.get $other) (i32.const ROW))))))
      (br_if $done (i32.ne (local.get $a) (local.get $b)))
      (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 4))) (i32.const ROW)))))
  (i32.sub (i32.gt_s (local.get $a) (local.get $b)) (i32.lt_s (local.get $a) (local.get $b))))

(func $best export (result i32)  ;; the best seats by RESULTS, as a bitset
  (local $seat i32) (local $ahead i32) (local $found i32) (local $order i32)
  (local.set $found (i32.const 1))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const PLAYERS)))
      (local.set $order (call $order (local.get $seat) (local.get $ahead)))
      (br_if $again (i32.lt_s (local.get $order) (i32.const 0)))
      (if (local.get $order)
        (then (local.set $found (i32.const 0)) (local.set $ahead (local.get $seat))))
      (local.set $found (i32.or (local.get $found) (i32.shl (i32.const 1) (local.get $seat))))
      (br $again)))
  (local.get $found))

(func $count (param $at i32) (param $more i32)
  (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.extend_i32_u (local.get $more)))))

;; Playouts from SAVED, each with its own chance. Returns how many ended: it stops at the first that does not, and
;; leaves its position.
(func $playouts export (param $wanted i32) (param $limit i32) (result i32)
  (local $made i32) (local $best i32)
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.get $made) (local.get $wanted)))
      (call $restore)
      (call $reseed)
      (br_if $done (call $play (local.get $limit) (i32.const 0)))
      (call $count (i32.const TOTAL) (i32.load offset=CHOICES (i32.const 0)))
      (call $results)
      (local.set $best (call $best))
      (call $count (i32.const SHARED) (i32.gt_u (i32.popcnt (local.get $best)) (i32.const 1)))
      (loop $seats
        (call $count (i32.add (i32.const WINS) (i32.shl (i32.ctz (local.get $best)) (i32.const 3))) (i32.const 1))
        (br_if $seats
          (local.tee $best (i32.and (local.get $best) (i32.sub (local.get $best) (i32.const 1))))))
      (local.set $made (i32.add (local.get $made) (i32.const 1)))
      (br $again)))
  (local.get $made))

(func $reseed export  ;; reseed the chance of the match, and that of each world differently
  (local $at i32)
  (if (i32.load (i32.const FORKED))
    (then
      (call $leave_world)
      (loop $worlds
        (call $reseed_at (i32.add (i32.const TRUNK) (local.get $at)))
        (br_if $worlds (i32.lt_u
          (local.tee $at (i32.add (local.get $at) (i32.const SIZE)))
          (i32.const ALL_WORLDS)))))
    (else (call $reseed_at (i32.const STATE)))))

(func $reseed_at (param $state i32)
  (i64.store offset=CHANCE (local.get $state) (call $seed))
  (i32.store offset=CHOSEN (local.get $state) (i32.const -1)))  ;; sample the next choice again

(func $seed (result i64)
  (i64.or
    (i64.shl (i64.extend_i32_u (call $draw_word (i32.const POLICY))) (i64.const 32))
    (i64.extend_i32_u (call $draw_word (i32.const POLICY)))))

(func $draw_word (param $cell i32) (result i32)
  (local $state i64)
  (local.set $state (i64.load (local.get $cell)))
  (i64.store (local.get $cell)
    (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
  (call $output (local.get $state)))
"""

ROOM, WHOLE = " room", " whole"
MAX_BATCH = 1 << 12  #: limit on the matches of a batch
ROWS_BYTES = 1 << 19  #: memory for the rows of a batch, or for one row if that is larger
ROW_HEAD = 16  #: bytes of a row before RESULTS: choices, moves, hash of the options
INDEX_SIZE = 1 << 15  #: places in INDEX
MOST_ENTRIES = INDEX_SIZE // 2  #: limit on the different keys of a tally
MEMBER_BYTES = 8  #: bytes of a member in MEMBERS


@dataclass(slots=True)
class RolloutCode:
    """Generates the functions of rollouts for one program."""

    program: Program
    memory: Memory
    snapshots: int = 0  #: positions that can be kept by number

    def functions(self) -> Iterator[tuple[str, Function]]:
        """Yield functions in instructions, which are generated like those of the program."""
        layout = self.program.layout
        crowded = [_on_rim(layout, board) for board in layout.boards.values() if board.unbounded]
        yield ROOM, Function("", (), 0, (Return(Not(AllOf(tuple(crowded)))),))
        calls = tuple(Call(one.function, ()) for one in self.program.always)
        yield WHOLE, Function("", (), 0, (Return(AllOf(calls)),))

    def words(self) -> dict[str, int]:
        """Reserve the memory, and return the constants for the text."""
        size, players, memory = self.memory.state_bytes, self.program.players, self.memory
        lines = len(self.program.winner)
        results = 4 * (lines + 1) * players
        head = ROW_HEAD + -(-results // 8) * 8
        trunk = memory.reserve(size * (players + 1))
        wins = memory.reserve(8 * (players + 2))
        places = {name.upper(): memory.places[name].address - STATE for name in _SPOKEN}
        return places | {
            "STATE": STATE,
            "SIZE": size,
            "TRUNK": trunk,
            "WORLDS": trunk + size,
            "ALL_WORLDS": size * (players + 1),
            "SAVED": memory.reserve(16 + size * (players + 2)),
            "KEPT": memory.reserve(16 + size * (players + 2)),
            "SNAPSHOTS": memory.reserve(self.snapshots * size),
            "RESULTS": memory.reserve(results),
            "ROW": 4 * (lines + 1),
            "ALL_RESULTS": results,
            "WINS": wins,
            "SHARED": wins + 8 * players,
            "TOTAL": wins + 8 * players + 8,
            "BEGINS": memory.constant(bytes(ask.parameter == 0 for ask in self.program.asks) or bytes(1)),
            "SEEDS": memory.reserve(8 * MAX_BATCH),
            "ROW_HEAD": head,
            "ROWS": memory.reserve(max(ROWS_BYTES, head + size + 8)),
            "INDEX": memory.reserve(4 * INDEX_SIZE),
            "INDEX_SHIFT": 65 - INDEX_SIZE.bit_length(),
            "INDEX_MASK": INDEX_SIZE - 1,
            "ENTRIES": memory.reserve(16 * (MOST_ENTRIES + 1)),
            "ENOUGH_ENTRIES": MOST_ENTRIES - (3 + (lines + 1) * players),
            "MEMBERS": memory.reserve(MEMBER_BYTES * _widest(self.program.layout)),
            "TEAMS": memory.numbers(tuple(self.program.layout.team_of(seat) for seat in range(players))),
            "ALL_SEATS": (1 << players) - 1,
            "MOVES_KEY": TallyKey.MOVES << KEY_SHIFT,
            "NUMBER_KEY": TallyKey.NUMBER << KEY_SHIFT,
            "STANDINGS_KEY": TallyKey.STANDINGS << KEY_SHIFT,
            "VALUE_KEY": TallyKey.VALUE << KEY_SHIFT,
            "START": self.program.start,
            "POLICY_SEED": POLICY_SEED,
            "FUEL": memory.places["fuel"].address,
            "TANK": self.program.fuel,
            "PARTING": self.program.layout.length * players,
            "PLAYERS": players,
            "GROWS": any(board.unbounded for board in self.program.layout.boards.values()),
            "WATCHES": bool(self.program.always),
            "BROKEN": RolloutStop.BROKEN,
            "STOP_OVER": RolloutStop.OVER,
            "STOP_LIMIT": RolloutStop.LIMIT,
            "STOP_ROOM": RolloutStop.ROOM,
        }

    # ---- generated for each program ----

    def ask(self, plans: dict[str, CallingConvention]) -> FunctionBody:
        """Generate the function that pushes the options of an ask by number."""
        code = CodeBuilder(("i32",))
        outside = code.block()
        labels = [code.block() for _ in self.program.asks][::-1]
        code.get(0)
        code.br_table(labels, outside)
        for ask in self.program.asks:
            code.end()
            plan = plans[ask.options]
            code.call(plan.number)
            for _ in plan.signature.results:
                code.op("drop")
            code.op("return")
        code.end()
        return FunctionBody("ask", FunctionType(("i32",), ()), code.locals, bytes(code.bytes))

    def worth(self, plans: dict[str, CallingConvention]) -> FunctionBody:
        """Generate the function that stores the ranking values of a seat at an address."""
        code = CodeBuilder(("i32", "i32"))
        code.get(1)
        code.i32(0)
        code.memory("i32.load", self.memory.places["in_play"].address)
        code.get(0)
        code.op("i32.shr_u")
        code.i32(1)
        code.op("i32.and")
        code.memory("i32.store")
        for place, line in enumerate(self.program.winner, 1):
            code.get(1)
            code.i32(0)
            code.get(0)
            code.call(plans[line.function].number)
            code.op("i32.sub")
            if line.most:
                code.i32(-1)
                code.op("i32.mul")
            code.memory("i32.store", 4 * place)
        return FunctionBody("worth", FunctionType(("i32", "i32"), ()), code.locals, bytes(code.bytes))

    def joining(self, helpers: dict[str, int]) -> FunctionBody:
        """Generate the function that merges the worlds into TRUNK."""
        code, layout, places = CodeBuilder(), self.program.layout, self.memory.places
        sums = {f"{counter}.total" for counter in layout.counters}
        for name in layout.slots:
            if name in layout.things:
                place = places[name]
                code.i32(place.address - STATE)
                code.i32(place.size // 4 * place.length)
                if not place.width:
                    code.i32(name in sums)
                code.call(helpers["join_bits" if place.width else "join_numbers"])
        for piece in layout.pieces:
            here, any_ = places.get(f"{piece}.here"), places.get(f"{piece}.any")
            if here is not None and any_ is not None:
                _found_again(code, here, any_)
                code.call(helpers["find_again"])
        return FunctionBody("joining", FunctionType((), ()), code.locals, bytes(code.bytes))


_SPOKEN = ("chance", "next", "ask", "chooser", "chosen", "final", "secretly", "branch")


def _found_again(code: CodeBuilder, here: MemoryArea, any_: MemoryArea) -> None:
    for number in (any_.address - STATE, here.address - STATE, here.length, here.size // 4):
        code.i32(number)


def _widest(layout: Layout) -> int:
    """Return the members that a bitset of a layout may have at most, in whole words."""
    return max((element_bytes(slot) * 8 for slot in layout.slots.values() if slot.width), default=0)


def _on_rim(layout: Layout, board: BoardLayout) -> Expression:
    """Whether the rim of a board is empty."""
    laid: list[Expression] = []
    for slot in occupying(layout, board.name):
        laid += [Load(slot.name, Const(at)) for at in range(slot.length)]
    rim = BitsConst(board.rim, board.cells)
    return AllOf(tuple(IsEmpty(SetOp("and", rim, one)) for one in laid))
