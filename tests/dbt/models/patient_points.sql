{{ sqlmetrics.points_of_tables({
    'visits': {'relation': ref('visits'), 'key': 'VISITOR', 'columns': ['ward', 'hour']},
    'main': {'relation': ref('patients'), 'key': 'person', 'columns': 'age', 'partitions': {'age': {'cuts': [30, 60], 'unmapped': 'keep'}}},
    "it's noted": {'relation': ref('notes'), 'key': 'patient'},
}, sensitive='stage') }}
