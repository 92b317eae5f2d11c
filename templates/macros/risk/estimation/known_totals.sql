{#- What is known of a target in the whole table, beside the classes of a sample: `totals_<t>`, one
row (of each slice, where there are any) with its records and, of a sensitive attribute, whichever
of target_values, value_uncertainty = N H(X) in nats and largest_value are among the `facts`; and
`value_counts_<t>`, the records of each of its values. `sample` is as in `sampled_classes`. -#}
{%- macro known_totals(plan, target, sample, facts=[]) -%}
{%- set t = target.number -%}
{%- set counted = sample.value_counts is not none -%}
{%- set keyed = not counted and (plan.nulls == 'drop' or plan.suppressed) -%}
{%- set read = plan if keyed else dict(plan, quasi_identifiers=[]) -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set slice_keys = dict(plan, quasi_identifiers=plan.quasi_identifiers[:plan.slices]) -%}
{%- if target.attribute -%}
-- a row per value{{ ' and slice' if slices }}
value_counts_{{ t }} as {{ sqlmetrics.materialized() }}(
    select {{ slices }}value, {{ 'sum(records)' if counted else sqlmetrics.count_records() }} as n
    from (
        select {{ slices }}{{ sqlmetrics.group_key(sqlmetrics.recoded(sqlmetrics.key_number('value_1')
            if target.recoding.kind == 'intervals' else 'value_1', target.recoding, 'mapping'))
            if target.recoding else 'value_1' }} as value{{ ', records' if counted }}
        from (
        {%- if counted %}
        select {{ 'suppressed, '
            if plan.suppressed }}{{ slices }}value_{{ target.attribute }} as value_1, records
        from {{ sample.value_counts }} counted_values
        {{ 'where attribute = ' ~ target.attribute if plan.attributes | length > 1 }}
        {%- else %}
        {{ sqlmetrics.input(read, plan.relation, [plan.attributes[target.attribute - 1]]) }}
        {%- endif %}
        ) input
        {%- if target.recoding and target.recoding.kind == 'table' %}
        left join {{ sqlmetrics.mapping(target.recoding.pairs) }} mapping
            on mapping.value = {{ sqlmetrics.as_string('value_1') }}
        {%- endif %}
        {{- sqlmetrics.target_filter(read, dict(target, attribute=1), records=true) }}
    ) values_here
    group by {{ slices }}value
),
{% if facts -%}
{{ sqlmetrics.marginals(dict(plan, facts=[]), target, '', 'value_counts_' ~ t) }},
{{ sqlmetrics.spectrum(target, sqlmetrics.spectrum_facts(facts).split(), slices) }},
{% endif -%}
{%- endif -%}
-- one row{{ ' per slice' if slices }}
totals_{{ t }} as (
    {%- if slices and target.attribute %}
    select {{ sqlmetrics.key_columns(slice_keys,
        'value_counts_' ~ t) }}, {{ sqlmetrics.as_double('sum(n)') }} as records{% for fact
        in facts %}, {{ sqlmetrics.known_value(fact) }}{% endfor %}
    from value_counts_{{ t }}
    {%- if facts %}
    join spectrum_{{ t }} on {{ sqlmetrics.same_table(plan, 'value_counts_' ~ t, 'spectrum_' ~ t) }}
    {%- endif %}
    group by {{ sqlmetrics.key_columns(slice_keys, 'value_counts_' ~ t) }}
    {%- elif slices %}
    select {{ slices }}{{ sqlmetrics.as_double('sum(records)') }} as records
    from {{ sample.value_counts }} counted_values
    {{- sqlmetrics.target_filter(plan, target) }}
    group by {{ slices[:-2] }}
    {%- elif counted and not (target.attribute and facts) %}
    select {{ sqlmetrics.as_double(sample.records[t]) }} as records{{ sqlmetrics.one_row() }}
    {%- elif target.attribute %}
    select {{ sqlmetrics.as_double('sum(n)') if not counted
        else sqlmetrics.as_double(sample.records[t]) }} as records{% for fact
        in facts %}, {{ sqlmetrics.known_value(fact) }}{% endfor %}
    from value_counts_{{ t }}
    {%- if facts %}
    cross join spectrum_{{ t }}
    {%- endif %}
    {%- else %}
    select {{ sqlmetrics.as_double('count(*)') }} as records
    from {{ plan.relation if not keyed else '(' ~ sqlmetrics.input(plan, plan.relation, []) ~ ')' }} input
    {{- sqlmetrics.target_filter(plan, target, records=true) }}
    {%- endif %}
)
{%- endmacro %}
