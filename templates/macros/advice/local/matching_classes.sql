{#-
All numbered classes before any is starred, for stars that match everything. `matched` are the
records that match one of the class, `needed` the fewest stars with which k records of all agree in
the rest, 0 while that is not known or no star is needed.
-#}
{%- macro matching_classes(plan, origin) -%}
select
        class_number, 0 as pattern, {{ sqlmetrics.as_integer('n') }} as n,
        {{ sqlmetrics.as_integer('n') }} as matched, 0 as needed
        {%- for key in plan.quasi_identifiers %},
        value_{{ key.number }}
        {%- endfor %}
    from {{ origin }} numbered_classes
{%- endmacro %}
