"""Play on the local network: protocol, discovery, client, server.

The host's process (`server`) owns the match; every window and every `gondwana join` is a client of it. `localize`
turns the keys that the protocol sends into sentences of the user's language.
"""
