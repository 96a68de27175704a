"""The physical pieces: one table for printer and camera.

Comes in: deck files. Goes out: cards, their tags, every millimetre and every colour.
It must never know a picture, a frame or the rules.
"""
