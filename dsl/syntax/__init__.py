"""Rule text to tree, and back: reading, explaining mistakes, writing in one style, applying house rules."""
