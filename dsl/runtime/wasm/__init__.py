"""The native runner: a program becomes a WebAssembly module that wasmtime executes in its sandbox."""
