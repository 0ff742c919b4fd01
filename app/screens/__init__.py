"""The pages before and beside the table: start, set-up, host, join, lobby, preferences, about."""
