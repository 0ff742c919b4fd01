"""What client and server share: messages, framing, limits, authentication, the connection itself."""
