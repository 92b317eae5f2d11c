{#- The two points of each target that are looked for first, from `steps`, as a select. -#}
{%- macro event_starts(known, steps) -%}
select target, max(hidden_p) as hidden_p, max(last_p) as last_p, max(draw) as draw,
        max(case when step = 1 then holders end) as holders
        {%- for step, name in [(1, 'first'), (2, 'second')] %},
        max(case when step = {{ step }} then point end) as {{ name }}_point
        {%- if known.events %}, max(case when step = {{ step }} then times end) as {{ name }}_times{% endif %}
        {%- endfor %}
    from {{ steps }}
    group by target
{%- endmacro %}
