"""Analyses of checked rules: control flow, termination, stale references, membership, visibility."""
