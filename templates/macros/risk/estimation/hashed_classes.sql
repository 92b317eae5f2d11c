{#- The number of classes whose hash is a threshold or above. -#}
{%- macro hashed_classes(plan, threshold) -%}
with
{{ sqlmetrics.key_hashes(plan) -}}
-- a row per record of a class that is not in the sample
highest as (
    select {{ sqlmetrics.hash_of_class(plan) }} as class_hash
    {{ sqlmetrics.hashed_records(plan) }}
    where {{ sqlmetrics.hash_of_class(plan) }} >= {{ threshold }}
)
select count(distinct class_hash) as {{ sqlmetrics.quoted('classes') }}
from highest
{%- endmacro %}
