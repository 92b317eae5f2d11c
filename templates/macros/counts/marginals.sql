{#-
A target's distribution in the whole table, as one row: target_values, value_uncertainty = N H(X) in
nats, and on demand target_unmapped and largest_value, the count of the most frequent value.
With `within` there is a row for each of its values; `origin` is the relation that is counted, where
it is not the cells.
-#}
{%- macro marginals(plan, target, within='', origin=none) -%}
{%- set t = target.number -%}
{%- set checked = target.recoding and target.recoding.unmapped == 'error' -%}
{%- set spectrum = [] -%}
{%- if checked -%}{%- do spectrum.append('sum(value_unmapped) as target_unmapped') -%}{%- endif -%}
{%- if 'target_values' in plan.facts -%}{%- do spectrum.append(sqlmetrics.count_records() ~ ' as target_values') -%}{%- endif -%}
{%- if 'largest_value' in target.carried -%}{%- do spectrum.append(sqlmetrics.as_double('max(value_size)') ~ ' as largest_value') -%}{%- endif -%}
{%- if 'value_uncertainty' in plan.facts -%}{%- do spectrum.append(sqlmetrics.uncertainty('value_size') ~ ' as value_uncertainty') -%}{%- endif -%}
marginals_{{ t }} as (
    select
        {%- if within %}
        {{ within[:-2] }},
        {%- endif %}
        {%- if checked %}
        sum(cell_unmapped) as value_unmapped,
        {%- endif %}
        {{ 'sum(n)' if target.attribute else sqlmetrics.count_records() }} as value_size
    from {{ origin or ('cells_' if target.attribute else 'members_') ~ t }}
    group by {{ within }}{{ 'value' if target.attribute else 'individual' }}
),
spectrum_{{ t }} as (
    select
        {%- if within %}
        {{ within[:-2] }} as spectrum_of,
        {%- endif %}
        {{ spectrum | join(',\n        ') }}
    from marginals_{{ t }}
    {%- if within %}
    group by {{ within[:-2] }}
    {%- endif %}
)
{%- endmacro %}
