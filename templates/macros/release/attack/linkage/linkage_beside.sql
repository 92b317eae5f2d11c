{#-
The outside records of a relation of combinations by the released values that their own are nearly equal to in
the column at `place`: a row per combination and such a value.
-#}
{%- macro linkage_beside(columns, source, place) -%}
(
                select
                    {%- for column in columns %}
                    {{ 'near_' ~ place ~ '.released_value' if column.place == place
                        else source ~ '.v' ~ column.place }} as v{{ column.place }},
                    {%- endfor %}
                    {{ source }}.records as records
                from {{ source }}
                join near_{{ place }} on near_{{ place }}.outside_value = {{ source }}.v{{ place }}
            )
{%- endmacro %}
