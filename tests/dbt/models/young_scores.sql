{{ sqlmetrics.scores(ref('young_patients'), metrics='k_anonymity') }}
