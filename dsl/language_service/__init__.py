"""Language service for editors: problems while an author types, completion, names. Reserved; empty so far."""
