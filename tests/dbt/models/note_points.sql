{{ sqlmetrics.points_of_texts(ref('notes'), 'note', 'patient', ngram=2) }}
