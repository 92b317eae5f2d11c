{{ sqlmetrics.scores(ref('patients_released'), level='class', metrics=['k_anonymity', 'itpr']) }}
