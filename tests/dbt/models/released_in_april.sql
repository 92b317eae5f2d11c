select person as "PERSON", case when age < 28 then 'young' when age < 45 then 'middle' else 'old' end as age, disease
from {{ ref('patients') }} where person <> 5
