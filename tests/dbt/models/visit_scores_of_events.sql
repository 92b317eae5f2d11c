{{ sqlmetrics.scores(ref('visits_released'), known={'events': 2}, targets=1000) }}
