{{ sqlmetrics.scores(ref('note_points'), known=1, targets='all') }}
