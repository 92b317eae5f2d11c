select person, case when age < 45 then 'young' when age < 65 then 'middle' else 'old' end as age, disease
from {{ ref('patients') }} where person <> 2
