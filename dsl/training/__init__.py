"""Training of evaluation functions: matches by chance and by search give positions with results (`self_play`), a
regression makes weights of them (`fit`), and matches decide which weights are kept (`trainer`)."""
