{#- What leaves scores of whole traces undefined, as `trace_facts` of one row, behind a comma:
`unmapped_points`, the records of points with a value in no domain of a partition, and for each
secret the people with several values of it, as `several_1` by the number of the target; nothing
where there is none of these. -#}
{%- macro trace_facts(plan) -%}
{%- set facts = [] -%}
{%- set names = [] -%}
{%- set lost = sqlmetrics.lost_keys(plan.points) -%}
{%- if lost -%}
{%- do names.append('unmapped_points') -%}
{%- do facts.append('select coalesce(sum(case when ' ~ lost
    ~ ' then 1 else 0 end), 0) as unmapped_points\n        from ' ~ sqlmetrics.rows(plan.points, [])) -%}
{%- endif -%}
{%- for target in plan.targets if target.attribute -%}
{%- set own = dict(plan.points, attributes=[plan.attributes[target.attribute - 1]],
    quasi_identifiers=plan.points.quasi_identifiers if plan.nulls == 'drop' else []) -%}
{%- set secret = dict(target, attribute=1) -%}
{%- set rows = sqlmetrics.rows(own, own.attributes, secret)
    ~ sqlmetrics.target_filter(own, secret, records=true) -%}
{%- do names.append('several_' ~ target.number) -%}
{%- do facts.append('select count(*) as several_' ~ target.number ~ '\n        from (\n        '
    ~ sqlmetrics.indented(sqlmetrics.event_with_several(rows, sqlmetrics.value_name(own, 1)), 8)
    ~ '\n        ) owned\n        where individual is not null') -%}
{%- endfor -%}
{%- if facts -%},
-- {{ 'the records of points without a domain' if lost }}{{ ', and ' if lost
    and names | length > 1 }}{{ 'the people who have several values of a secret'
    if names | length > (1 if lost else 0) }}
trace_facts as (
    select {{ names | join(', ') }}
    from
    {%- for fact in facts %}
    {{- '\n    cross join' if not loop.first }} (
        {{ fact }}
    ) fact_{{ loop.index }}
    {%- endfor %}
)
{%- endif -%}
{%- endmacro %}
