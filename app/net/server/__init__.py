"""The host's process: listens, authenticates, runs the room and keeps its state on disk."""
