"""The rules of the card game's score desk: scenes, characters, points, and what a deck may hold.

Comes in: a state and one action, or the rows of a deck. Goes out: the next state, its view, or
the findings. It must never know a clock, chance, a file, a page or the league.
"""
