{{ sqlmetrics.scores(ref('young_patients'), metrics='K-anonymity') }}
