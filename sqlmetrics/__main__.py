"""`python -m sqlmetrics`."""

from sqlmetrics.cli.app import main

main()
