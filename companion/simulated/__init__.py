"""A table that films itself.

Comes in: pictures of printed faces and a screenplay. Goes out: frames, as a camera would give them.
It must never know the rules, nor be asked what the reader ought to see.
"""
