"""`python -m sqlmetrics`."""

from sqlmetrics.cli import main

main()
