"""Parts of a session: the link between a table page and a match, local or remote (`link`), the configuration of a
match (`match_config`), starting and resuming it (`match_service`). The sessions are in `app.controllers`.
"""
