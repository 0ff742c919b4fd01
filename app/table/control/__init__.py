"""Controllers of the table: gestures, selection, preview, turns of bots, hints, feedback, updates from the link."""
