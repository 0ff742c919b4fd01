"""Intermediate representation: the program, a typed, flat form of a ruleset for one set of options and one number of
players.

`instructions` are its code, `layout` gives the state block its meaning, `program` ties them together. `builder`
constructs instructions, `verify` checks a program, `printer` shows it, `liveness` analyses it. Optimizer, search and
runners need the program only, never the rules.
"""
