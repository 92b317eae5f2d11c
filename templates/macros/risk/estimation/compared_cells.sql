{#-
The cells of a target's sampled classes, `cells_<t>_drawn`, with the records of their values in the
whole table beside them, as `cells_<t>`.
-#}
{%- macro compared_cells(plan, target) -%}
{%- set t = target.number -%}
-- a row per sampled class and value
cells_{{ t }} as (
    select
        {% for key
            in plan.quasi_identifiers %}drawn.key_{{ key.number }} as key_{{ key.number }},
            {% endfor %}drawn.n as n,
        {{ sqlmetrics.as_double('value_counts_' ~ t ~ '.n') }} as n_x, totals_{{ t }}.records as total
    from cells_{{ t }}_drawn drawn
    left join value_counts_{{ t }} on {{ sqlmetrics.same_key('value_counts_' ~ t ~ '.value',
        'drawn.value') }}{{ ' and ' ~ sqlmetrics.same_table(plan, 'value_counts_' ~ t, 'drawn')
        if plan.slices }}
    {{ 'join totals_' ~ t ~ ' on ' ~ sqlmetrics.same_table(plan, 'totals_' ~ t, 'drawn') if plan.slices
        else 'cross join totals_' ~ t }}
)
{%- endmacro %}
