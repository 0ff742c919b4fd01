"""The rules language and the engine: compile rule text to a program, or report its problems, and play matches of it.

No window, no socket, and no knowledge of a particular game. From bottom to top, each importing only those before it:
`base`, `syntax` (text to tree), `semantics` (tree to typed rules), `ir` (the program), `lowering` (typed rules to a
program) and `optimizer`, `search` (tree search), `runtime` (runners), `match`, `bots`, `simulation` and
`cli`. `i18n` (sentences in a language) is imported by `simulation` and `cli`.
"""

__version__ = "1.0.0rc1"  #: of the program, as PEP 440 writes versions
