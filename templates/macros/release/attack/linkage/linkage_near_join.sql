{#- The join that tells whether an outside and a released value of the column at `place` are nearly equal. -#}
{%- macro linkage_near_join(place, outside, released) -%}
left join near_{{ place }} on near_{{ place }}.outside_value = {{ outside }}.v{{ place }}
            and near_{{ place }}.released_value = {{ released }}.v{{ place }}
{%- endmacro %}
