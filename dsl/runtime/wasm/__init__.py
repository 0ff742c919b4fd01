"""The native runner: the program as WebAssembly, which `wasmtime` makes machine code of.

The bytes are ours from the first to the last. From the ground up:

    binary, instructions    the form of a module, and a function body while it is being written
    assembler               reads text: of what is the same in every program (helpers), of what some need (hashing,
                            picking, apart, playing, searching)
    memory                  where everything lies: read this first
    sets, words, pairs, wholes   bitsets: what they are made of, instructions for one word, two, all
    bitsets, expressions    expressions
    telling, looping, statements   statements and functions
    effects                 what may be left out or late
    inlining, remembering   functions in place of their calls; functions that remember their last answer
    emit                    a whole program
    machine                 wasmtime, which nothing else here knows
    packing, outside        states and what lies beside them, into the memory of a module and back
    runner                  what the rest of the world sees

A program can reach nothing but its own memory, whatever the bytes say. Nothing is kept on a disk: to write a module and
to have it compiled takes a few tenths of a second for the largest game.
"""
