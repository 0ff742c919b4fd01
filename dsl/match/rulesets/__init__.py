"""A ruleset's folder as an object: loading, house rules, translations, positions, examples, review."""
