{#-
The fewest records of a class that no classes which pass can hold, by the most that they can: a
whole number, NULL where it is not bounded, and none that is less than the least class that passes.
DuckDB only.
-#}
{%- macro lost_of_class(most, least) -%}
class_size - case when floor({{ most }} * (1 + 1e-12) + 1e-6) < {{ least }} then 0
    else least(class_size, floor(coalesce({{ most }}, class_size) * (1 + 1e-12) + 1e-6)) end
{%- endmacro %}
