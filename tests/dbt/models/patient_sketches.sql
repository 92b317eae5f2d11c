{{ sqlmetrics.sketches(ref('patients'), day='stage', size=3, quasi_identifiers=['age', 'zip'], sensitive='disease', most_days=2) }}
