"""Parts of a session: the link between a table page and a match, local or remote (`link`), the configuration of a
match (`match_config`), starting and resuming it (`local_matches`). The sessions are in `app.controllers`.
"""
