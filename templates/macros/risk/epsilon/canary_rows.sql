{#-
The records of canaries as a select, in the order of the relation's columns. Companions are further people
in each cell, who are there whatever the coin.
-#}
{%- macro canary_rows(plan) -%}
{%- for companions in [false, true] -%}
{%- set cells = plan.all if companions else plan.inside -%}
{%- set repeats = plan.companions if companions else plan.repeats -%}
{%- if cells -%}
{{ '\nunion all\n' if companions and plan.inside -}}
select
    {%- for column in plan.columns %}
    {%- if column.part == 'null' -%}{%- set text = 'null' -%}
    {%- elif column.part == 'value' -%}
    {%- set text = column.value if column.kind == 'whole' else sqlmetrics.literal(column.value) -%}
    {%- elif column.part == 'person' and companions -%}
    {%- set text = sqlmetrics.as_integer('person_text') ~ ' + ' ~ plan.stride ~ ' * beside.place'
        if column.kind == 'whole' else sqlmetrics.concat(['person_text', "'_'",
        sqlmetrics.as_string('beside.place')]) -%}
    {%- else -%}
    {%- set text = sqlmetrics.as_integer(column.part ~ '_text') if column.kind == 'whole'
        else column.part ~ '_text' -%}
    {%- endif %}
    {{ 'cast(' ~ text ~ ' as ' ~ column.type ~ ')' if column.type else text }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ sqlmetrics.few_rows(['cell_text', 'person_text'], cells) }}
{%- if repeats | length > 1 or companions %}
cross join {{ sqlmetrics.number_rows(['place'], repeats) }} beside
{%- endif %}
{%- endif -%}
{%- endfor -%}
{%- endmacro %}
