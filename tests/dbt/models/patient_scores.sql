{{ sqlmetrics.scores(ref('patients_released'), partitions={'disease': ['raw', ref('diseases')]}) }}
