"""Springfield Companion: sees, prints and serves a table of Codenames: The Simpsons.

Comes in: frames of a table, taps on phones, decks of words and pictures.
Goes out: a score that keeps itself, a key that only cluemasters see, sheets at true size.
It must never know a network beyond the table's own.
"""
