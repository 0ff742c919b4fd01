"""Runners: execute a program, in Python (`reference`) or WebAssembly (`wasm`), with equal results.

`runner` has their interface, `runner_selection` selects the fastest one that works on this machine.
"""
