"""The parts that are the same in every program, as WebAssembly text (see `dsl.run.native.assembler`)."""

from __future__ import annotations

#: What the functions of a program call: chance, division, moving wide bitsets.
CALLED = """
(func $fail (param $trap i32)
  (i32.store offset=TRAP (i32.const 0) (local.get $trap))
  (unreachable))

(func $output (param $state i64) (result i32)  ;; of PCG32
  (i32.rotr
    (i32.wrap_i64 (i64.shr_u (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
    (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))

(func $draw_at (param $cell i32) (param $below i32) (result i32)
  (local $state i64)
  (local.set $state (i64.load (local.get $cell)))
  (i64.store (local.get $cell)
    (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul (i64.extend_i32_u (call $output (local.get $state))) (i64.extend_i32_u (local.get $below)))
    (i64.const 32))))

(func $draw (param $below i32) (result i32)
  (local $state i64)  ;; as `draw_at` does: so often that a call less can be felt
  (if (i32.lt_s (local.get $below) (i32.const 1)) (then (call $fail (i32.const NO_CHANCE)) (unreachable)))
  (local.set $state (i64.load (i32.const STATE+CHANCE)))
  (i64.store (i32.const STATE+CHANCE)
    (i64.add (i64.mul (local.get $state) (i64.const MULTIPLIER)) (i64.const INCREMENT)))
  (i32.wrap_i64 (i64.shr_u
    (i64.mul
      (i64.extend_i32_u (i32.rotr
        (i32.wrap_i64 (i64.shr_u
          (i64.xor (i64.shr_u (local.get $state) (i64.const 18)) (local.get $state)) (i64.const 27)))
        (i32.wrap_i64 (i64.shr_u (local.get $state) (i64.const 59)))))
      (i64.extend_i32_u (local.get $below)))
    (i64.const 32))))

;; A member by its number; there are enough. With few branches: no processor would foresee where they go. First the
;; byte, by how many members lie in and below each, then the same with the bits of that byte.
(func $nth_of (param $word i64) (param $number i32) (result i32)
  (local $sums i64) (local $wanted i64) (local $place i64)
  (if (i32.lt_u (local.get $number) (i32.const 4))
    (then
      (local.set $place (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (local.set $word (select (local.get $place) (local.get $word) (local.get $number)))
      (local.set $place (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (local.set $word (select
        (local.get $place) (local.get $word) (i32.gt_u (local.get $number) (i32.const 1))))
      (local.set $place (i64.and (local.get $word) (i64.sub (local.get $word) (i64.const 1))))
      (local.set $word (select
        (local.get $place) (local.get $word) (i32.gt_u (local.get $number) (i32.const 2))))
      (return (i32.wrap_i64 (i64.ctz (local.get $word))))))
  (local.set $wanted (i64.extend_i32_u (local.get $number)))
  (local.set $sums (i64.sub (local.get $word)
    (i64.and (i64.shr_u (local.get $word) (i64.const 1)) (i64.const 0x5555555555555555))))
  (local.set $sums (i64.add (i64.and (local.get $sums) (i64.const 0x3333333333333333))
    (i64.and (i64.shr_u (local.get $sums) (i64.const 2)) (i64.const 0x3333333333333333))))
  (local.set $sums (i64.mul (i64.const 0x0101010101010101)
    (i64.and (i64.add (local.get $sums) (i64.shr_u (local.get $sums) (i64.const 4))) (i64.const 0x0f0f0f0f0f0f0f0f))))
  (local.set $place (i64.shl (i64.popcnt (i64.and (i64.const 0x8080808080808080)
    (i64.sub (i64.or (i64.mul (local.get $wanted) (i64.const 0x0101010101010101)) (i64.const 0x8080808080808080))
      (local.get $sums)))) (i64.const 3)))
  (local.set $wanted (i64.sub (local.get $wanted)
    (i64.and (i64.const 0xff)
      (i64.shr_u (i64.shl (local.get $sums) (i64.const 8)) (local.get $place)))))
  (local.set $sums (i64.mul (i64.const 0x0101010101010101)
    (i64.and (i64.const 0xff) (i64.shr_u (local.get $word) (local.get $place)))))
  (local.set $sums (i64.mul (i64.const 0x0101010101010101)
    (i64.and (i64.const 0x0101010101010101)
      (i64.shr_u (i64.add (i64.const 0x7f7f7f7f7f7f7f7f)
        (i64.and (local.get $sums) (i64.const 0x8040201008040201))) (i64.const 7)))))
  (i32.wrap_i64 (i64.add (local.get $place) (i64.popcnt (i64.and (i64.const 0x8080808080808080)
    (i64.sub (i64.or (i64.mul (local.get $wanted) (i64.const 0x0101010101010101)) (i64.const 0x8080808080808080))
      (local.get $sums)))))))

(func $divide_down (param $dividend i32) (param $divisor i32) (result i32)
  (local $quotient i32)
  (if (i32.lt_s (local.get $divisor) (i32.const 1)) (then (call $fail (i32.const NO_DIVISOR)) (unreachable)))
  (local.set $quotient (i32.div_s (local.get $dividend) (local.get $divisor)))
  (i32.sub (local.get $quotient)
    (i32.lt_s (local.get $dividend) (i32.mul (local.get $quotient) (local.get $divisor)))))

(func $divide_up (param $dividend i32) (param $divisor i32) (result i32)
  (local $quotient i32)
  (if (i32.lt_s (local.get $divisor) (i32.const 1)) (then (call $fail (i32.const NO_DIVISOR)) (unreachable)))
  (local.set $quotient (i32.div_s (local.get $dividend) (local.get $divisor)))
  (i32.add (local.get $quotient)
    (i32.gt_s (local.get $dividend) (i32.mul (local.get $quotient) (local.get $divisor)))))

;; Word `at` of a bitset at `from` with `count` words; 0 beyond its ends.
(func $word (param $from i32) (param $count i32) (param $at i32) (result i64)
  (if (result i64) (i32.lt_u (local.get $at) (local.get $count))
    (then (i64.load (i32.add (local.get $from) (i32.shl (local.get $at) (i32.const 3)))))
    (else (i64.const 0))))

;; Move a bitset of `count` words by 64 * `whole` + `rest` places, with `rest` from 0 to 63.
(func $move (param $to i32) (param $from i32) (param $count i32) (param $whole i32) (param $rest i32)
  (local $at i32) (local $source i32) (local $turn i64)
  (local.set $turn (i64.extend_i32_u (local.get $rest)))
  (loop $again
    (local.set $source (i32.sub (local.get $at) (local.get $whole)))
    (i64.store (i32.add (local.get $to) (i32.shl (local.get $at) (i32.const 3)))
      (i64.or
        (i64.shl (call $word (local.get $from) (local.get $count) (local.get $source)) (local.get $turn))
        (if (result i64) (local.get $rest)
          (then (i64.shr_u
            (call $word (local.get $from) (local.get $count) (i32.sub (local.get $source) (i32.const 1)))
            (i64.sub (i64.const 64) (local.get $turn))))
          (else (i64.const 0)))))
    (br_if $again (i32.lt_u
      (local.tee $at (i32.add (local.get $at) (i32.const 1)))
      (local.get $count)))))
"""

#: What the host calls. `$step` carries out a step and those that surely follow it, and returns the number of the next.
CALLING = """
(func $run export (param $step i32) (result i32)  ;; until a step is none; return that
  (block $done
    (loop $again
      (br_if $done (i32.lt_s (local.get $step) (i32.const 0)))
      (local.set $step (call $step (local.get $step)))
      (br $again)))
  (if (i32.eq (local.get $step) (i32.const OVER))
    (then
      (i32.store (i32.const STATE+FINAL) (i32.const 1))
      (i32.store (i32.const STATE+ASK) (i32.const -1))
      (i32.store offset=COUNT (i32.const 0) (i32.const 0))))
  (local.get $step))
"""
