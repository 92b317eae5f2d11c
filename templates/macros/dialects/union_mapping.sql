{#-
A mapping as a union of one-row selects, which every dialect reads but which is slow to plan where
it is long.
-#}
{%- macro union_mapping(pairs) -%}
(
{%- for pair in pairs %}
        select {{ sqlmetrics.literal(pair[0]) }} as value,
        {{ sqlmetrics.literal(pair[1]) }} as domain{{ sqlmetrics.one_row() }}
        {%- if not loop.last %} union all{% endif %}
{%- endfor %}
    )
{%- endmacro %}
