"""What several releases of the same people give away together."""
