{#-
The records of a plan's relation, joined to `key_hashes` so that they have `hash_of_class`: a FROM
clause.
-#}
{%- macro hashed_records(plan) -%}
from {{ plan.relation }} source
    {%- for key in plan.quasi_identifiers %}
    {%- set column = 'source.' ~ sqlmetrics.quoted(key.column) %}
    join hashes_{{ key.number }} on {{ sqlmetrics.same_key('hashes_' ~ key.number ~ '.raw', column
        if key.recoding else sqlmetrics.group_key(column)) }}
    {%- endfor %}
{%- endmacro %}
