select person, case when age < 30 then 'young' when age < 60 then 'middle' else 'old' end as age, disease
from {{ ref('patients') }} where person < 12
