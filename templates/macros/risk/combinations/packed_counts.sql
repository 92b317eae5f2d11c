{#-
One target's base_counts with the codes of keys, value and individual in the bits of few words
key_1.., and n. Counts are doubles, which DuckDB adds up faster than the wide integers that it makes
of whole numbers, and which are exact as far as counts go. DuckDB only.

words  per word the list of its columns, {column, codes, unit}: codes is the codes' table, and unit
       the factor of a code
-#}
{%- macro packed_counts(plan, target, words) -%}
select
    {%- for fields in words %}
    {{ sqlmetrics.as_integer('0') }}{% for field in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as key_{{ loop.index }},
    {%- endfor %}
    {{ sqlmetrics.as_double('base.n') }} as n
from ({{ sqlmetrics.base_query(plan, target) }}) base
{%- for fields in words %}
{%- for field in fields %}
join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
{%- endfor %}
{%- endfor %}
{%- endmacro %}
