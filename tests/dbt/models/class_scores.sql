{{ sqlmetrics.scores(ref('patients_released'), ['AGE'], level='class', metrics=['k', 'ITPR']) }}
