"""Many matches at once: how fair a game is, how long, which of its rules are never needed, what a house rule changes.

`plan` says what is played, `work` makes one match a record, `store` keeps records on the disk, `spread` and `cluster`
share the work out, `figures` and `comparison` count, `tables`, `plots` and `page` show.
"""
