"""Intermediate representation: the program, a typed, flat form of a ruleset for one set of options and one number of
players.

`instructions` are its code, `layout` describes the state block, `program` ties them together. `builder` constructs
instructions, `verify` checks a program, `printer` prints it, `liveness` analyses it. The packages below this one do not
depend on the rules language.
"""
