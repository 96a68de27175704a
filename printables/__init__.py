"""Prints the pieces at true size.

Comes in: a deck, key cards, a paper. Goes out: PDF sheets and the manifest of what lies where.
It must never know the camera, the table or the store.
"""
