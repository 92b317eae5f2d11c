"""What `scripts/bench` measures, a module for each kind of question."""
