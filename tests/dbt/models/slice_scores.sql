{{ sqlmetrics.scores(ref('patients_released'), 'zip', [], partitions={'zip': {'prefix': 0}}, metrics='k', by={'stage': 'public'}) }}
