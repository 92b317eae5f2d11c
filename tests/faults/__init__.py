"""Faults at every place: calls that fail, kills, signals, full disks, writers at once."""
