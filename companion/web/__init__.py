"""Serves the pages, takes the moves, streams the views.

Comes in: requests. Goes out: pages, views and refusals.
It must never know a rule, and never hold a secret of its own.
"""
