"""A match as the window knows it: the link to a table, in this process or on the network.

`match_config` describes what is to be played, `match_service` begins and resumes it.
"""
