{#-
The number of records with a value for which a partition has no domain, from a count table; empty
where every partition names or keeps such values.
-#}
{%- macro lost_records(plan) -%}
{%- set parts = [] -%}
{%- if sqlmetrics.lost_keys(plan) -%}
{%- do parts.append('select sum(unmapped) as lost from unmapped_keys') -%}
{%- endif -%}
{%- for target in plan.targets if target.recoding and target.recoding.unmapped == 'error' -%}
{%- do parts.append('select sum(case when raw_value is not null and value is null then records else 0 end)'
    ~ ' as lost from recoded_' ~ target.number) -%}
{%- endfor -%}
{%- if parts -%}
with
{{ sqlmetrics.counts(plan) }}{{ sqlmetrics.unmapped_keys(plan) }},
{%- for target in plan.targets if target.recoding and target.recoding.unmapped == 'error' %}
{{ sqlmetrics.base_counts(plan, target) }},
{%- endfor %}
-- a row per sum of records without a domain
parts as (
    {{ parts | join('\n    union all\n    ') }}
)
select coalesce(sum(lost), 0) as lost_records
from parts
{%- endif -%}
{%- endmacro %}
