"""`python -m sqlmetrics` and the command `sqlmetrics`, which a signal ends quietly at once."""

import gc
import os

YOUNG = 200_000
"""The objects that Python makes before it looks for circles: more than a short command makes."""


def main() -> None:
    """Run the command line; a signal ends it at once before and after the run.

    Pydantic looks for plugins in all installed packages, which takes longer than a statement.
    """
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    try:
        from sqlmetrics.cli.signals import end_at_once

        end_at_once()
        from sqlmetrics.cli.app import main as run

        run(alone=True)
    except KeyboardInterrupt:
        os._exit(130)


if __name__ == "__main__":
    main()
