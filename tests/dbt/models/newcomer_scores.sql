{{ sqlmetrics.releases_together([ref('released_in_march'), ref('released_in_march'), ref('released_in_april')], 'age', 'disease') }}
