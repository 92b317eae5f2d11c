{#-
The people of a population by the prefix codes of their keys, a row for each: individual where one
is named, key_1... `words` are as in `coded_counts`. DuckDB only.
-#}
{%- macro coded_people(people, individual, words) -%}
select
    {{ 'individual, ' if individual }}
    {%- for fields in words %}
    {{ sqlmetrics.as_integer('0') }}{% for field
        in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as key_{{ loop.index }}{{ ','
        if not loop.last }}
    {%- endfor %}
from {{ people }} base
{%- for fields in words %}
{%- for field in fields %}
join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
{%- endfor %}
{%- endfor %}
{%- if not individual %}
cross join unnest(range(base.records)) numbered
{%- endif %}
{%- endmacro %}
