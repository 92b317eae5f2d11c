"""Releases beside their original: `attack` has what an attacker gains, `utility` what is kept.

Not here: the risk of one relation by itself (`risk`); the two halves do not know each other.
"""
