{#-
Each row of the input once per sensitive attribute, without the other attributes' values, so that
one scan fills a count relation for each of them.
-#}
{%- macro rows_per_attribute(plan) -%}
select
            attributes.attribute,
            {%- if plan.individual is not none %}
            input.individual,
            {%- endif %}
            {%- if plan.suppressed %}
            input.suppressed,
            {%- endif %}
            {%- for key in plan.quasi_identifiers if key.recoding and key.recoding.unmapped == 'error' %}
            input.raw_{{ key.number }},
            {%- endfor %}
            {%- for key in plan.quasi_identifiers %}
            input.{{ sqlmetrics.key_name(key) }},
            {%- endfor %}
            {%- for attribute in plan.attributes %}
            case when attributes.attribute = {{ loop.index }} then input.{{ sqlmetrics.value_name(plan,
                loop.index) }} end as {{ sqlmetrics.value_name(plan, loop.index) }}{{ ',' if not loop.last }}
            {%- endfor %}
        from (
        {{ sqlmetrics.input(plan, plan.relation, plan.attributes) }}
        ) input
        cross join (
            {%- for attribute in plan.attributes %}
            select {{ loop.index }} as attribute{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
            {%- endfor %}
        ) attributes
{%- endmacro %}
