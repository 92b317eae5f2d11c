"""What each page of the desk shows, as plain values that its template prints.

Not here: the templates, which are in `templates/html/desk`, and what answers requests, in `desk`.
"""
