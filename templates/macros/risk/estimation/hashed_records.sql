{#-
The records of a plan's relation whose class has a hash that meets a condition, such as `< 100`: a
FROM clause and its WHERE, of `source` joined to `key_hashes`.
-#}
{%- macro hashed_records(plan, condition) -%}
from {{ plan.relation }} source
    {%- for key in plan.quasi_identifiers %}
    {%- set column = 'source.' ~ sqlmetrics.quoted(key.column) %}
    join hashes_{{ key.number }} on {{ sqlmetrics.same_key('hashes_' ~ key.number ~ '.raw', column if key.recoding else sqlmetrics.group_key(column)) }}
    {%- endfor %}
    where {{ sqlmetrics.hash_of_class(plan) }} {{ condition }}
{%- endmacro %}
