{#-
The classes of fewer than k records, before any is starred. `pattern` is the number of a class's
pattern of stars, 0 while it has none; left_1.. are the numbers of the values that are left, 0 where
there is a star.
-#}
{%- macro open_classes(plan, origin, k) -%}
select
        class_number, n, 0 as pattern
        {%- for key in plan.quasi_identifiers %},
        value_{{ key.number }}
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %},
        value_{{ key.number }} as left_{{ key.number }}
        {%- endfor %}
    from {{ origin }} numbered_classes
    where n < {{ k }}
{%- endmacro %}
