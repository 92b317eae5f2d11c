{{ sqlmetrics.scores(ref('visits_released'), known=2) }}
