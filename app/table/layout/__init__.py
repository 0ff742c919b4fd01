"""Layout of the table: arranges board and panels, and the pages that cover them: score, rules, help, replay."""
