"""The panels beside the board: prompt, players, cards, log, lists, score, rules, chat."""
