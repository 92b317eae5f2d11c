"""The loop of a change: environments are made, style, types and tests are run, step by step.

`scripts/setup`, `scripts/demo` and `scripts/test` are its doors. It runs before any package is
there, so it needs nothing but Python.
"""
