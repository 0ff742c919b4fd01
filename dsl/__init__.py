"""The rules language and the engine: rule text in; problems, or a game that can be played, out.

Nothing here opens a window or a socket, and nothing here knows a game. The folders, from ground to roof:
`text` (rule text to tree), `check` (tree to typed rules), `program` (typed rules to program), `run` (runners of a
program), `engine` (a match), then `bots`, `lab` and `assist`; `words` stands beside them. An arrow goes only downwards.
"""
