{#-
Every pattern of stars: its number, its stars, and per key kept_1.., 0 where the key is starred. Only
the keys in `varied` are starred; the pattern 0 has no star.
-#}
{%- macro star_patterns(plan, varied) -%}
{%- set kept = [] -%}
{%- for number in varied -%}{%- do kept.append('key_' ~ number ~ '.kept') -%}{%- endfor -%}
select
        {%- for number in varied %}
        {{ 2 ** loop.index0 }} * (1 - key_{{ number }}.kept){{ ' +' if not loop.last else ' as pattern,' }}
        {%- endfor %}
        {{ varied | length }} - ({{ kept | join(' + ') }}) as stars,
        {%- for key in plan.quasi_identifiers %}
        {{ 'key_' ~ key.number ~ '.kept' if key.number in varied else '1' }} as kept_{{ key.number }}{{ ','
            if not loop.last }}
        {%- endfor %}
    from {% for number
        in varied %}(select 0 as kept{{ sqlmetrics.one_row() }}
            union all select 1 as kept{{ sqlmetrics.one_row() }}) key_{{ number }}{{ '\n    cross join '
                if not loop.last }}{% endfor %}
{%- endmacro %}
