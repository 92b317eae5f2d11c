select person, case when age < 43 then 'young' when age < 48 then 'middle' else 'old' end as age, disease
from {{ ref('patients') }} where person <> 2
