{#- The two points of each target that are looked for first, from `steps`, as a select; `whole` with what the
budget needs. -#}
{%- macro event_starts(known, steps, whole=true) -%}
select target, max(hidden_p) as hidden_p
        {%- if whole %}, max(last_p) as last_p{% if known.work is not none %}, max(draw) as draw,
        max(case when step = 1 then holders end) as holders
        {%- endif %}{% endif %}
        {%- for step, name in [(1, 'first'), (2, 'second')] %},
        max(case when step = {{ step }} then point end) as {{ name }}_point
        {%- if known.events %}, max(case when step = {{ step }} then times end) as {{ name }}_times{% endif %}
        {%- endfor %}
    from {{ steps }}
    group by target
{%- endmacro %}
