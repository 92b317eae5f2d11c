{#- Statements one after the other, as one with the `columns` that all of them have. -#}
{%- macro united(columns, statements) -%}
{%- set listed = [] -%}
{%- for column in columns -%}{%- do listed.append([sqlmetrics.quoted(column)]) -%}{%- endfor -%}
{%- for statement in statements -%}
select {{ sqlmetrics.listed_columns(listed, '    ') }}
from (
{{ statement }}
) scored_{{ loop.index }}
{{- '\nunion all\n' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
