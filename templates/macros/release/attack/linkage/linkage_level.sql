{#-
The level of agreement of an outside and a released value: 0 where they are equal, 1 where they are nearly
equal, 2 where they differ, and 3 where one is NULL. Texts are nearly equal by `linkage_near_join`.
-#}
{%- macro linkage_level(column, outside, released) -%}
{%- set place = column.place -%}
case when {{ outside }}.v{{ place }} = {{ released }}.v{{ place }} then 0
                when {{ outside }}.v{{ place }} is null or {{ released }}.v{{ place }} is null then 3
                {%- if column.nearly is not none and column.kind == 'text' %}
                when near_{{ place }}.outside_value is not null then 1
                {%- elif column.nearly is not none %}
                when abs({{ sqlmetrics.linkage_amount(column, released ~ '.v' ~ place) }}
                    - {{ sqlmetrics.linkage_amount(column, outside ~ '.v' ~ place) }}) <= {{
                    sqlmetrics.double_literal(column.nearly) }} then 1
                {%- endif %}
                else 2 end
{%- endmacro %}
