"""Keeps what must outlive the evening.

Comes in: documents and accepted actions. Goes out: the same, after any power cut.
It must never know what they mean.
"""
