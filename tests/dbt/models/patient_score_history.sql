{{ sqlmetrics.score_history([ref('patient_scores'), ref('class_scores')]) }}
