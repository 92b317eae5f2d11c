{{ sqlmetrics.score_history([ref('visit_scores'), ref('visit_scores_of_events'), ref('trace_scores')]) }}
