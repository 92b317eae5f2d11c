{#-
A count table with the prefix codes of its keys in few words key_1.., in their order. `words` are as
in `packed_counts`. DuckDB only.
-#}
{%- macro coded_counts(plan, words) -%}
select
    {{ 'attribute, ' if plan.attributes | length > 1 }}{{ 'individual, ' if plan.individual is not none }}
    {%- for fields in words %}
    {{ sqlmetrics.as_integer('0') }}{% for field in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as key_{{ loop.index }},
    {%- endfor %}
    {% for attribute in plan.attributes %}value_{{ loop.index }}, {% endfor %}records
from {{ plan.counted }} base
{%- for fields in words %}
{%- for field in fields %}
join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
{%- endfor %}
{%- endfor %}
order by key_1
{%- endmacro %}
