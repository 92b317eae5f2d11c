{#- How many records a relation has and, where a column tells them apart, how many individuals; NULL is one of them. -#}
{%- macro population(relation, individual) -%}
{%- if individual is none -%}
select count(*) as records, cast(null as bigint) as individuals
from {{ relation }} source
{%- else -%}
select coalesce(sum(records), 0) as all_records, count(*) as individuals
from (
    select count(*) as records
    from {{ relation }} source
    group by {{ sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(individual)) }}
) individuals
{%- endif -%}
{%- endmacro %}
