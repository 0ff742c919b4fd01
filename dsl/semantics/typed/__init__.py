"""Typed rules: the result of the checker. They have their own node types, so an unchecked rule cannot be lowered.

In typed expressions the many phrases of the language have become few nodes: sets of places and of pieces known by
their cell are *cell sets*, counters are *counter sets*, players are *seat sets*, the rest are values.
"""

from dsl.semantics.typed.declarations import *
from dsl.semantics.typed.expressions import *
from dsl.semantics.typed.statements import *
from dsl.semantics.typed.types import *
