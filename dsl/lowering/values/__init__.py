"""Lowering of values: expressions to numbers, sets to bitsets, lists to slots; boards, pieces and counters."""
