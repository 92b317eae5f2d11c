{#- The points of each target in the order in which they are looked for, from `steps`, as a select; `whole` with what
the budget needs. -#}
{%- macro event_starts(known, steps, whole=true) -%}
select target, max(hidden_p) as hidden_p
        {%- if whole %}, max(last_p) as last_p{% if known.work is not none %}, max(draw) as draw,
        max(case when step = 1 then holders end) as holders
        {%- endif %}{% endif %}
        {%- for step in range(1, known.points + 1) %},
        max(case when step = {{ step }} then point end) as point_{{ step }}
        {%- if known.events %}, max(case when step = {{ step }} then times end) as times_{{ step }}{% endif %}
        {%- endfor %}
    from {{ steps }}
    group by target
{%- endmacro %}
