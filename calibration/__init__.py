"""Measures a camera, a lamp, a printer.

Comes in: pictures of printed targets. Goes out: profiles, as documents for the store.
It must never know the rules or the pages.
"""
