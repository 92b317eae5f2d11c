"""Pages of docs/ that are made from the program: what it knows of itself, and what it prints."""
