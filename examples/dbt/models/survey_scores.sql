{{ sqlmetrics.scores(ref('survey'), partitions={'party': ['raw', ref('parties')]}) }}
