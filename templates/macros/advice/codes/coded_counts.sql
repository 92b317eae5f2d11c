{#-
A count table with the prefix codes of its keys in few words key_1.., in their order. `words` are as
in `packed_counts`. DuckDB only.

Each word is made by a step of its own: DuckDB plans the joins of a step together, which takes a time
that grows with the cube of their number.
-#}
{%- macro coded_counts(plan, words) -%}
{%- set rest = ['records'] -%}
{%- if plan.attributes | length > 1 -%}{%- do rest.append('attribute') -%}{%- endif -%}
{%- if plan.individual is not none -%}{%- do rest.append('individual') -%}{%- endif -%}
{%- for attribute in plan.attributes -%}{%- do rest.append('value_' ~ loop.index) -%}{%- endfor -%}
with
{%- for fields in words %}
{%- set later = words[loop.index:] %}
-- the codes of {{ fields | length }} keys in one word; the other columns stay
coded_{{ loop.index }} as {{ 'materialized ' if later }}(
    select {{ sqlmetrics.as_integer('0') }}{% for field
        in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as word_{{ loop.index }}
        {%- for number in range(1, loop.index) %}, base.word_{{ number }}{% endfor %}
        {%- for others in later %}{% for field in others %}, base.{{ field.column }}{% endfor %}{% endfor %}
        {%- for column in rest %}, base.{{ column }}{% endfor %}
    from {{ plan.counted if loop.first else 'coded_' ~ loop.index0 }} base
    {%- for field in fields %}
    join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
    {%- endfor %}
){{ ',' if later }}
{%- endfor %}
select
    {% for fields in words %}word_{{ loop.index }} as key_{{ loop.index }}, {% endfor %}{{ rest | reverse
        | join(', ') }}
from coded_{{ words | length }}
order by key_1
{%- endmacro %}
