{{ sqlmetrics.score_history(ref('slice_scores')) }}
