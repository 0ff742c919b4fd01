"""Inspection of untrusted rulesets, packages and journals in a process with limited resources."""
