{#- The step at which a point of a target is looked for, from its holders and p: first the points up
to `needed`, which every candidate needs, the rarest first, then the others as they are learnt. -#}
{%- macro event_step(needed) -%}
row_number() over (
            partition by target
            order by case when p <= {{ needed }} then 0 else 1 end,
            case when p <= {{ needed }} then holders else 0 end, p
        )
{%- endmacro %}
