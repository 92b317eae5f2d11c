{{ sqlmetrics.score_history(ref('survey_scores')) }}
