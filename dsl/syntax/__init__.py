"""Rule text to syntax tree and back: lexer, parser, syntax errors, formatter, house-rule patches, differences."""
