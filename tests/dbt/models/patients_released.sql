select * from {{ ref('patients') }}
