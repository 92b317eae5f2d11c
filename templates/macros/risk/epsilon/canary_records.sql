{#- Canaries beside the records of a relation, which a query reads, or inserted into a copy of it. -#}
{%- macro canary_records(plan) -%}
{%- set names = [] -%}
{%- for column in plan.columns -%}{%- do names.append([sqlmetrics.quoted(column.name)]) -%}{%- endfor -%}
{%- if plan.into is not none -%}
insert into {{ plan.into }} (
    {{ sqlmetrics.listed_columns(names, '    ') }}
)
{{ sqlmetrics.canary_rows(plan) }}
{%- else -%}
with audited as (
    select {{ sqlmetrics.listed_columns(names) }}
    from {{ plan.from_sql }} source
    union all
    {{ sqlmetrics.indented(sqlmetrics.canary_rows(plan), 4) }}
)
{{ plan.query }}
{%- endif -%}
{%- endmacro %}
