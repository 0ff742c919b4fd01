"""The tree of a ruleset: what its author wrote, each node with its place, no name resolved and no type known yet.

One dataclass per construct of the language. `span` is left out of comparisons, so that `parse(format(t)) == t`.
Comments are kept as `comments`: (line text without `--`) of the lines above a section or statement, and `end_comment`,
the comment at a line's own end, so that formatting loses nothing.
"""

from dsl.syntax.ast.expressions import *
from dsl.syntax.ast.sections import *
from dsl.syntax.ast.statements import *
