-- depends_on: {{ ref('survey_score_history') }}
select age, education, party from {{ ref('survey') }}
