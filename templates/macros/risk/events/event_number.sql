{#- The number of points of a plan's people, of all or of the first `most` pairs of a person and a point. -#}
{%- macro event_number(plan, most=none) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
with
{{ sqlmetrics.event_pairs(plan) }}
select count(*) as {{ sqlmetrics.quoted('points') }}
from (
    select {{ keys }}
    from (
        select {{ keys }}
        from pairs
        {{ sqlmetrics.row_limit(most) if most }}
    ) screened
    group by {{ keys }}
) points
{%- endmacro %}
