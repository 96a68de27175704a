"""Knows the rules of the game, and nothing else.

Comes in: a state and an action. Goes out: the next state, or the rule that the action breaks;
and for each audience the view it may see. It must never know the time, chance, a camera or a page.
"""
