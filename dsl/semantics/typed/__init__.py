"""Typed rules: what the checker hands on. One tree type per phase, so an unchecked rule cannot reach a program.

In typed expressions the many phrases of the language have become few nodes: sets of places and of pieces known by
their cell are *cell sets*, counters are *counter sets*, players are *seat sets*, the rest are values.
"""

from dsl.semantics.typed.declarations import *
from dsl.semantics.typed.expressions import *
from dsl.semantics.typed.statements import *
from dsl.semantics.typed.types import *
