{{ sqlmetrics.score_history([ref('attacker_scores'), ref('patient_scores')]) }}
