{#-
The members of one side of `attack_strangers`: key_1.., members, member_records, member_lost. They
are a row per individual and keys where individuals are told apart, else a count of records. `side`
is released or general, the names of its keys; see `attack_strangers` for `view`.
-#}
{%- macro attack_members(view, source, side) -%}
{%- set people = view.score.individual is not none -%}
{%- set keys = sqlmetrics.key_columns(view.score) -%}
select {{ 'individual, ' if people }}{{ keys }}, {{ '1' if people
    else 'own_records' }} as members, {{ 'sum(own_records)' if people
    else 'own_records' }} as member_records, {{ 'sum(own_lost)' if people else 'own_lost' }} as member_lost
            from (
                select
                    {%- if people %}
                    counted.individual,
                    {%- endif %}
                    {%- for key in view.pairs %}
                    {{ sqlmetrics.as_string('counted.' ~ key[side])
                        if key.text else 'counted.' ~ key[side] }} as key_{{ loop.index }},
                    {%- endfor %}
                    counted.records as own_records, {{ 'counted.unmapped' if side == 'general'
                        else '0' }} as own_lost
                from {{ source }} counted
                {%- if view.shown and side == 'released' %}
                where counted.suppressed = 0
                {%- endif %}
            ) sided
            {%- if people %}
            group by individual, {{ keys }}
            {%- endif %}
{%- endmacro %}
