{#-
The values of a column with the domain that each level puts them in: coded_value, its records n,
domain_1... from the finest level up. `query` counts the column; `levels` are recodings. DuckDB only.
-#}
{%- macro generalized_values(query, column, levels) -%}
select
    counted_values.coded_value, counted_values.n
    {%- for level in levels %},
    {{ sqlmetrics.recoded('counted_values.coded_value', level, 'mapping_' ~ loop.index) }} as domain_{{ loop.index }}
    {%- endfor %}
from (
    select {{ column }} as coded_value, {{ sqlmetrics.as_double('sum(records)') }} as n
    from ({{ query }}) coded_counts
    group by {{ column }}
) counted_values
{%- for level in levels if level.kind == 'table' %}
left join {{ sqlmetrics.mapping(level.pairs) }} mapping_{{ levels.index(level) + 1 }} on mapping_{{ levels.index(level) + 1 }}.value = {{ sqlmetrics.as_string('counted_values.coded_value') }}
{%- endfor %}
{%- endmacro %}
