"""The native runner: the program as WebAssembly, which `wasmtime` makes machine code of.

The bytes are ours from the first to the last: `emit` writes them, `binary` and `instructions` know their form, and
`assembler` turns the few parts that are the same for every program (chance, fingerprints, the loop over steps) from
readable text. `memory` says where everything lies. `machine` is the only place that knows wasmtime, `runner` is what
the rest of the world sees. A program can reach nothing but its own memory, whatever the bytes say.
"""
