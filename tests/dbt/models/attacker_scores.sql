{{ sqlmetrics.scores(ref('patients_released'), attackers={'neighbour': ['age', 'zip'], 'boss': ['stage']}) }}
