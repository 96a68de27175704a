"""The command line: wires the rooms together, and does nothing else.

Comes in: options. Goes out: exit status, lines for people, JSON for programs.
It must never know how a room does its work.
"""
