"""Fingerprints (`dsl.run.mixing`) as WebAssembly text, for programs that have some."""

from __future__ import annotations

from dsl.run.mixing import BEGIN, END, FIRST, INSTEAD, NEVER, SECOND, TURN

HASHING = f"""
(func $fingerprint (param $text i32) (param $count i32) (result i64)  ;; of so many words of 32 bits in memory
  (local $found i64) (local $end i32)
  (local.set $found (i64.const {BEGIN}))
  (local.set $end (i32.add (local.get $text) (i32.shl (local.get $count) (i32.const 2))))
  (block $done
    (loop $again
      (br_if $done (i32.ge_u (local.get $text) (local.get $end)))
      (local.set $found (i64.add (local.get $found)
        (i64.mul (i64.extend_i32_u (i32.load (local.get $text))) (i64.const {SECOND}))))
      (local.set $found (i64.mul (i64.rotl (local.get $found) (i64.const {TURN})) (i64.const {FIRST})))
      (local.set $text (i32.add (local.get $text) (i32.const 4)))
      (br $again)))
  (local.set $found (i64.add (local.get $found)
    (i64.xor (i64.extend_i32_u (local.get $count)) (i64.const {END}))))
  (select (i64.const {INSTEAD}) (local.get $found) (i64.eq (local.get $found) (i64.const {NEVER}))))
"""
