"""Controllers of the table: gestures, selection, preview, bots, feedback, updates from the link."""
