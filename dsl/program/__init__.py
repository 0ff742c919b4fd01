"""The program: the typed, flat form of a ruleset for one set of options and one number of players.

`code` holds the instructions, `layout` says what the state block means, `program` ties them together; `lower` makes a
program out of typed rules. Below this folder nothing knows what a rule says.
"""
