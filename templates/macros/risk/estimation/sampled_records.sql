{#-
The records of the classes of a sample, as `sampled_records`: those whose class has a hash below the
threshold. They have the columns of keys and of sensitive attributes.
-#}
{%- macro sampled_records(plan, threshold) -%}
{%- set columns = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do columns.append('source.' ~ sqlmetrics.quoted(key.column)) -%}{%- endfor -%}
{%- for attribute in plan.attributes -%}{%- do columns.append('source.' ~ sqlmetrics.quoted(attribute)) -%}{%- endfor -%}
{{ sqlmetrics.key_hashes(plan) -}}
-- a row per record of a sampled class
sampled_records as (
    select {{ columns | join(', ') }}
    {{ sqlmetrics.hashed_records(plan, '< ' ~ threshold) }}
)
{%- endmacro %}
