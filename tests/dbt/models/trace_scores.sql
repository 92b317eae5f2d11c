{{ sqlmetrics.scores(ref('visits_released'), known='all', metrics='all') }}
