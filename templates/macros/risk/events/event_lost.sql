{#-
The records of a plan with values that its partitions have no domain for, as `lost` (unmapped_records), and a
comma; nothing where no partition may leave values out.
-#}
{%- macro event_lost(plan) -%}
{%- set target = plan.targets[0] -%}
{%- set parts = ['select unmapped from people'] if sqlmetrics.lost_keys(plan) else [] -%}
{%- if target.recoding and target.recoding.unmapped == 'error' -%}
{%- do parts.append('select case when raw_value is not null and value is null then records else 0 end'
    ~ ' as unmapped from recoded' ~ sqlmetrics.suffix(target)) -%}
{%- endif -%}
{%- if parts -%}
-- the records with a value that a partition has no domain for
lost as (
    select sum(unmapped) as unmapped_records
    from (
        {{ parts | join('\n        union all\n        ') }}
    ) counted
),
{% endif -%}
{%- endmacro %}
