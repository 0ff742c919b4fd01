"""What is kept between two starts: settings, matches, rulesets."""
