{#- The join of a target's cells with the records of their values and of the table. -#}
{%- macro join_marginals(target) -%}
left join marginals_{{ target.number }} on counted_value = value
    cross join whole_{{ target.number }}
{%- endmacro %}
