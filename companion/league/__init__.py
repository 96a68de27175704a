"""The rules of a Swiss league evening: check-in, pairings, matches, points, the final.

Comes in: a state and one action, or the scores and pairings of an evening. Goes out: the next
state, its views, pairings and standings. It must never know a clock, chance of its own, a file, a
page or the card game's scenes.
"""
