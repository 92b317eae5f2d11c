"""The measurements of `scripts/bench`, a module per kind of question."""
