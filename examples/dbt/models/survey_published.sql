{{ config(materialized='table') }}
-- depends_on: {{ ref('survey_score_history') }}
select
    case
        when age < 30 then 'under 30'
        when age < 50 then '30 to 49'
        when age < 70 then '50 to 69'
        when age >= 70 then '70 or older'
    end as age,
    education,
    party
from {{ ref('survey') }}
