"""Where camera, rules and store meet.

Comes in: frames and taps. Goes out: accepted actions, kept before anyone is told, and views.
It must never know how a page is drawn or a card is found.
"""
