{{ sqlmetrics.score_history([ref('visit_scores'), ref('trace_scores')]) }}
