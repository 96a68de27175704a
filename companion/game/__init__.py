"""The rules of Codenames: The Simpsons, and nothing else.

Comes in: a state and one action. Goes out: the next state, or what one audience may see of it.
It must never know a clock, chance of its own, a camera, a network or a file.
"""
