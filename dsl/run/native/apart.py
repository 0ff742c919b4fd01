"""Deciding in secret inside a module, as WebAssembly text: worlds part, are lived in, and come together.

Where they lie and what LIVED_IN means is told in `dsl.run.native.playing`, which also makes `$joining`.
"""

from __future__ import annotations

APART = """
(func $world (param $seat i32) (result i32)
  (i32.add (i32.const WORLDS) (i32.mul (local.get $seat) (i32.const SIZE))))

(func $fork
  (local $seat i32) (local $who i32)
  (i32.store (i32.const STATE+ASK) (i32.const -1))
  (i32.store (i32.const FUEL) (i32.sub (i32.load (i32.const FUEL)) (i32.const PARTING)))
  (if (i32.lt_s (i32.load (i32.const FUEL)) (i32.const 0)) (then (call $fail (i32.const NO_FUEL)) (unreachable)))
  (memory.copy (i32.const TRUNK) (i32.const STATE) (i32.const SIZE))
  (i32.store (i32.const FORKED) (i32.const 1))
  (loop $copying
    (memory.copy (call $world (local.get $seat)) (i32.const STATE) (i32.const SIZE))
    (br_if $copying (i32.lt_u (local.tee $seat (i32.add (local.get $seat) (i32.const 1))) (i32.const PLAYERS))))
  (local.set $who (i32.load (i32.const TRUNK+SECRETLY)))
  (block $done
    (loop $again
      (br_if $done (i32.eqz (local.get $who)))
      (local.set $seat (i32.ctz (local.get $who)))
      (local.set $who (i32.and (local.get $who) (i32.sub (local.get $who) (i32.const 1))))
      (call $enter_world_of (local.get $seat))
      (i32.store (i32.const STATE+CHOOSER) (local.get $seat))
      (call $apart (local.get $seat) (i32.load (i32.const TRUNK+BRANCH)))
      (br $again))))

(func $apart (param $seat i32) (param $step i32)  ;; run the world of a seat on, which is in STATE
  (drop (call $run (local.get $step)))
  (if (i32.load (i32.const STATE+FINAL))
    (then (i32.store (i32.const TRUNK+SECRETLY)
      (i32.and (i32.load (i32.const TRUNK+SECRETLY))
        (i32.rotl (i32.const -2) (local.get $seat)))))))

(func $join
  (call $leave_world)
  (call $joining)
  (i32.store (i32.const TRUNK+SECRETLY) (i32.const 0))
  (i32.store (i32.const TRUNK+BRANCH) (i32.const 0))
  (memory.copy (i32.const STATE) (i32.const TRUNK) (i32.const SIZE))
  (i32.store (i32.const FORKED) (i32.const 0)))

;; `count` words of bitsets at `at`: all that is more and less in the worlds.
(func $join_bits (param $at i32) (param $count i32)
  (local $before i32) (local $world i32) (local $now i32) (local $more i32) (local $less i32)
  (loop $again
    (local.set $before (i32.load (i32.add (local.get $at) (i32.const TRUNK))))
    (local.set $more (i32.const 0))
    (local.set $less (i32.const 0))
    (local.set $world (i32.const 0))
    (loop $worlds
      (local.set $now (i32.load (i32.add (local.get $at) (call $world (local.get $world)))))
      (local.set $more (i32.or (local.get $more)
        (i32.and (local.get $now) (i32.xor (local.get $before) (i32.const -1)))))
      (local.set $less (i32.or (local.get $less)
        (i32.and (local.get $before) (i32.xor (local.get $now) (i32.const -1)))))
      (br_if $worlds (i32.lt_u (local.tee $world (i32.add (local.get $world) (i32.const 1))) (i32.const PLAYERS))))
    (i32.store (i32.add (local.get $at) (i32.const TRUNK))
      (i32.and (i32.or (local.get $before) (local.get $more)) (i32.xor (local.get $less) (i32.const -1))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

;; `count` numbers at `at`: the sum of all changes, or the one change that there may be.
(func $join_numbers (param $at i32) (param $count i32) (param $sum i32)
  (local $before i32) (local $world i32) (local $now i32) (local $after i32) (local $changes i32)
  (loop $again
    (local.set $before (i32.load (i32.add (local.get $at) (i32.const TRUNK))))
    (local.set $after (local.get $before))
    (local.set $changes (i32.const 0))
    (local.set $world (i32.const 0))
    (loop $worlds
      (local.set $now (i32.load (i32.add (local.get $at) (call $world (local.get $world)))))
      (local.set $after (i32.add (local.get $after) (i32.sub (local.get $now) (local.get $before))))
      (local.set $changes (i32.add (local.get $changes) (i32.ne (local.get $now) (local.get $before))))
      (br_if $worlds (i32.lt_u (local.tee $world (i32.add (local.get $world) (i32.const 1))) (i32.const PLAYERS))))
    (if (i32.gt_u (local.get $changes) (i32.const 1))
      (then (if (i32.eqz (local.get $sum)) (then (call $fail (i32.const BOTH)) (unreachable)))))
    (i32.store (i32.add (local.get $at) (i32.const TRUNK)) (local.get $after))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $again (local.tee $count (i32.sub (local.get $count) (i32.const 1))))))

;; Members of the bitset at `any`: which of `count` bitsets at `here`, of so many words each, have members themselves.
(func $find_again (param $any i32) (param $here i32) (param $count i32) (param $words i32)
  (local $at i32) (local $word i32) (local $found i32)
  (loop $again
    (local.set $found (i32.const 0))
    (local.set $word (i32.const 0))
    (loop $more
      (local.set $found (i32.or (local.get $found) (i32.load (i32.add (i32.const TRUNK) (local.get $here)))))
      (local.set $here (i32.add (local.get $here) (i32.const 4)))
      (br_if $more (i32.lt_u (local.tee $word (i32.add (local.get $word) (i32.const 1))) (local.get $words))))
    (if (i32.eqz (i32.and (local.get $at) (i32.const 31)))
      (then (i32.store (i32.add (i32.const TRUNK)
        (i32.add (local.get $any) (i32.shl (i32.shr_u (local.get $at) (i32.const 5)) (i32.const 2))))
        (i32.const 0))))
    (local.set $word (i32.add (i32.const TRUNK)
      (i32.add (local.get $any) (i32.shl (i32.shr_u (local.get $at) (i32.const 5)) (i32.const 2)))))
    (i32.store (local.get $word)
      (i32.or (i32.load (local.get $word)) (i32.shl (i32.ne (local.get $found) (i32.const 0)) (local.get $at))))
    (br_if $again (i32.lt_u (local.tee $at (i32.add (local.get $at) (i32.const 1))) (local.get $count)))))

(func $next_seat (result i32)  ;; while seats decide in secret: the highest in FIRST, or the lowest that has not done
  (local $first i32)
  (local.set $first (i32.and (i32.load (i32.const TRUNK+SECRETLY)) (i32.load offset=FIRST (i32.const 0))))
  (if (result i32) (local.get $first)
    (then (i32.sub (i32.const 31) (i32.clz (local.get $first))))
    (else (i32.ctz (i32.load (i32.const TRUNK+SECRETLY))))))

(func $enter_world  ;; while seats decide in secret: STATE is the world of the next seat
  (if (i32.load (i32.const FORKED)) (then (call $enter_world_of (call $next_seat)))))

(func $enter_world_of (param $seat i32)
  (if (i32.ne (i32.load offset=LIVED_IN (i32.const 0)) (i32.add (local.get $seat) (i32.const 1)))
    (then
      (call $leave_world)
      (memory.copy (i32.const STATE) (call $world (local.get $seat)) (i32.const SIZE))
      (i32.store offset=LIVED_IN (i32.const 0) (i32.add (local.get $seat) (i32.const 1))))))

(func $leave_world  ;; after that STATE may be anything
  (local $lived_in i32)
  (local.set $lived_in (i32.load offset=LIVED_IN (i32.const 0)))
  (if (local.get $lived_in)
    (then
      (memory.copy
        (call $world (i32.sub (local.get $lived_in) (i32.const 1))) (i32.const STATE) (i32.const SIZE))
      (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0)))))
"""
