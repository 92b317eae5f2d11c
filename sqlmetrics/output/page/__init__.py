"""A certificate as a page: one HTML file that needs no script and no network.

Not here: what the page says (`certificate`), and cards of notebooks (`output.views`).
"""
