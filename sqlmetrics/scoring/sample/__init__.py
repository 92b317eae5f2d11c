"""What a sample says of its population: estimates from rows that the database counted.

Not here: scores of the sample itself, and measures of a population that is there as a table.
"""
