"""The workshop: the page on which a player writes house rules for a game, with live answers of the language service.

`HouseRuleDocument` is the file that is edited, `RulesEditor` the editor of its text, `WorkshopPage` the page.
"""
