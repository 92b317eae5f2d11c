"""Mutants: small changes of templates and Python, and the tests that notice them."""
