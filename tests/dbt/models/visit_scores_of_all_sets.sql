{{ sqlmetrics.scores(ref('visits_released'), known=3, targets='all') }}
