{#-
The only read of the source: a row per combination of keys and value, with its number of records,
and of those with a value in no domain of a key's partition. `into` is the place where some dialects
name the table that a select creates. With `sets`, each a list of the numbers of keys, the rows are
counted by each of them alone, in one read; `known_set` has a bit for each key, the last key's the
lowest, which is 1 where the key is not in the set.
-#}
{%- macro counting(plan, into='', sets=[]) -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
select
        {{ sqlmetrics.counted_columns(plan) }},
        {%- if sets %}
        grouping({{ sqlmetrics.key_columns(plan) }}) as known_set,
        {%- endif %}
        {%- if lost %}
        sum(case when {{ lost }} then 1 else 0 end) as unmapped,
        {%- endif %}
        {{ sqlmetrics.count_records() }} as records
    {{ into }}from {% if plan.attributes | length > 1 -%}
    (
        {{ sqlmetrics.rows_per_attribute(plan) }}
    ) input
    {%- else -%}
    {{ sqlmetrics.rows(plan, plan.attributes) }}
    {%- endif %}
    {%- set grouped = [] -%}
    {%- for places in sets -%}
    {%- set keys = [] -%}
    {%- for key in plan.quasi_identifiers if key.number in places -%}{%- do keys.append(key) -%}{%- endfor -%}
    {%- do grouped.append('(' ~ sqlmetrics.counted_columns(dict(plan, quasi_identifiers=keys)) ~ ')') -%}
    {%- endfor %}
    group by {{ 'grouping sets (' ~ (grouped | join(', ')) ~ ')' if sets
        else sqlmetrics.counted_columns(plan) }}
{%- endmacro %}
