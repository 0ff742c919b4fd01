"""Shared by client and server: messages, framing, limits, authentication, the connection itself."""
