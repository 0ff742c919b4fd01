"""The native runner: the program as WebAssembly, which `wasmtime` makes machine code of.

The bytes are ours from the first to the last. From the ground up:

    binary, instructions    the form of a module, and a function body while it is being written
    assembler               reads the text of what is the same in every program: helpers, hashing, picking, playing
    memory                  where everything lies: read this first
    sets, words, pairs, wholes   bitsets: what they are made of, instructions for one word, two, all
    bitsets, expressions    expressions
    telling, looping, statements   statements and functions
    emit                    a whole program
    machine                 wasmtime, which nothing else here knows
    packing, runner         what the rest of the world sees

A program can reach nothing but its own memory, whatever the bytes say. Nothing is kept on a disk: to write a module and
to have it compiled takes a few tenths of a second for the largest game.
"""
