select * from {{ ref('visits') }}
