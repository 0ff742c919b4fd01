"""Typed rules: the result of the checker. One tree type per phase, so unchecked rules cannot reach a program.

In typed expressions the many phrases of the language are reduced to few nodes: sets of places and of pieces known by
their cell are *cell sets*, counters are *counter sets*, players are *seat sets*, all others are values.
"""

from dsl.semantics.typed.declarations import *
from dsl.semantics.typed.expressions import *
from dsl.semantics.typed.statements import *
from dsl.semantics.typed.types import *
