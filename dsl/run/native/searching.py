"""What looking ahead needs inside a module besides the functions of `dsl.search`, as WebAssembly text.

KEPT holds the position that `revert` goes back to, whether seats decide in secret in it, and who then comes first. The
dice are in POLICY.
"""

from __future__ import annotations

SEARCHING = """
(func $keep export
  (call $leave_world)
  (i32.store (i32.const KEPT) (i32.load (i32.const FORKED)))
  (memory.copy (i32.const KEPT+16) (i32.const STATE) (i32.const SIZE))
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const KEPT+16+SIZE) (i32.const TRUNK) (i32.const ALL_WORLDS)))))

(func $revert
  (i32.store offset=LIVED_IN (i32.const 0) (i32.const 0))
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.const 0))
  (i32.store (i32.const FORKED) (i32.load (i32.const KEPT)))
  (memory.copy (i32.const STATE) (i32.const KEPT+16) (i32.const SIZE))
  (if (i32.load (i32.const FORKED))
    (then (memory.copy (i32.const TRUNK) (i32.const KEPT+16+SIZE) (i32.const ALL_WORLDS))))
  (call $offer))

(func $begin_anew
  (local $seed i64)
  (local.set $seed (i64.add (i64.const INCREMENT)
    (i64.mul (i64.const MULTIPLIER) (i64.add (i64.const INCREMENT) (call $seed)))))
  (if (i32.load (i32.const FORKED))
    (then (i64.store (i32.const TRUNK+CHANCE) (local.get $seed)))
    (else (i64.store (i32.const STATE+CHANCE) (local.get $seed)))))

(func $choose (param $option i32) (param $blind i32)
  (i32.store offset=BUNCH_ROOM (i32.const 0) (i32.mul (local.get $blind) (i32.const BUNCHES_BYTES)))
  (i32.store offset=EVENT_BYTES (i32.const 0) (i32.const 0))
  (call $take (local.get $option))
  (if (i32.load (i32.const FORKED)) (then (call $offer))))

(func $throw (param $below i32) (result i32)
  (if (i32.lt_s (local.get $below) (i32.const 1)) (then (call $fail (i32.const NO_CHANCE)) (unreachable)))
  (call $draw_at (i32.const POLICY) (local.get $below)))
"""
