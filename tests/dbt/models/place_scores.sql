{{ sqlmetrics.scores(ref('visits_released'), ['ward', 'hour'], sensitive=[], partitions={'hour': {'grid': 2, 'neighbours': true}}, known=2, targets='all') }}
