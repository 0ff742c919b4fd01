"""Files of the user and of the program: settings, saved matches, rulesets, `.gondwana` packages."""
