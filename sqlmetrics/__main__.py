"""`python -m sqlmetrics` and the command `sqlmetrics`, which a signal ends quietly at once."""

import os


def main() -> None:
    """Run the command line; a signal ends it at once before and after the run."""
    try:
        from sqlmetrics.cli.signals import end_at_once

        end_at_once()
        from sqlmetrics.cli.app import main as run

        run(alone=True)
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    main()
