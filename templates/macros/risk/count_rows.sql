{#- The count table as rows that leave the database: attribute where there are several, suppressed
where marks are named, individual where one is, key_1.., value_1.., unmapped where a key's partition
leaves values out, records. Counts of fewer records than `least` are withheld, where it is a number.
-#}
{%- macro count_rows(plan, least=none) -%}
{%- set columns = ['individual'] if plan.individual is not none else [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do columns.append('key_' ~ loop.index) -%}{%- endfor -%}
{%- for attribute in plan.attributes -%}{%- do columns.append('value_' ~ loop.index) -%}{%- endfor -%}
select
    {{ 'attribute, ' if plan.attributes | length > 1 }}{{ 'suppressed, ' if plan.suppressed }}
    {%- for column in columns -%}
    {{ sqlmetrics.key_value(column) }}{{ ' as ' ~ column
        if sqlmetrics.key_value(column) != column }},{{ ' ' }}
    {%- endfor -%}
    {{ sqlmetrics.as_integer('unmapped') ~ ' as unmapped, ' if sqlmetrics.lost_keys(plan) }}records
from (
    {{ sqlmetrics.counting(plan) }}
) counted
{%- if least is not none %}
where records >= {{ least }}
{%- endif %}
{%- endmacro %}
