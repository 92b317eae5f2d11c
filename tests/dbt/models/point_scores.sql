{{ sqlmetrics.scores(ref('patient_points'), known=2, targets='all') }}
