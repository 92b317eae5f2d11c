{#-
A target's distribution in the whole table, as one row: target_values, value_uncertainty = N H(X) in
nats, and on demand target_unmapped, largest_value, the count of the most frequent value, and what
cells have beside them.
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
{%- set beside = sqlmetrics.is_beside(plan, target, within or origin) -%}
-- a row per value of the target
marginals_{{ t }} as (
    select
        {%- if beside %}
        value as counted_value,
        {%- endif %}
        {%- if within %}
        {{ within[:-2] }},
        {%- endif %}
        {%- if checked %}
        sum(cell_unmapped) as value_unmapped,
        {%- endif %}
        {{ 'sum(n)' if target.attribute else sqlmetrics.count_records() }} as value_size
    from {{ origin or ('cells_' if target.attribute else 'members_') ~ t }}
    group by {{ within }}{{ 'value' if target.attribute else 'individual' }}
)
{%- if beside %},
-- one row, the records of all values and of those that equal nothing
whole_{{ t }} as (
    select {{ sqlmetrics.as_double('sum(value_size)') }} as table_total, {{ sqlmetrics.unequal_sizes() }}
    from marginals_{{ t }}
)
{%- endif %}
{%- if spectrum %},
-- one row, the distribution of the target in the whole table
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
{%- endif %}
{%- endmacro %}
