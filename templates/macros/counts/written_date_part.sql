{#-
What is left of the text of a date in a form such as DD.MM.YYYY, as `date_part` writes it, by
substrings alone. A text of another form, which may be a date too, is hidden, and only a short one
such as a mark stays as it is. Nothing but a `star` stands for what is gone: with 0s the decade is
202 and that, and without either 202 alone.
-#}
{%- macro written_date_part(text, part, form, star='*') -%}
{%- set year = sqlmetrics.characters(text, form.find('Y') + 1, 4) -%}
{%- set month = sqlmetrics.characters(text, form.find('M') + 1, 2) -%}
{%- set day = sqlmetrics.concat([year, "'-'", month, "'-'",
    sqlmetrics.characters(text, form.find('D') + 1, 2)]) -%}
{%- if part == 'hour' -%}
{%- set left = sqlmetrics.concat([day, "' '", sqlmetrics.characters(text, form | length + 2, 2)]) -%}
{%- elif part == 'week' -%}
{%- set left = sqlmetrics.week_start('(' ~ day ~ ')') -%}
{%- elif part == 'month' -%}
{%- set left = sqlmetrics.concat([year, "'-'", month] + (["'***'"] if star == '*' else [])) -%}
{%- elif part == 'year' -%}
{%- set left = sqlmetrics.concat([year] + (["'******'"] if star == '*' else [])) -%}
{%- elif part == 'decade' -%}
{%- set left = sqlmetrics.concat([sqlmetrics.characters(text, form.find('Y') + 1, 3)]
    + (["'*******'"] if star == '*' else ["'0s'"] if star else [])) -%}
{%- else -%}
{%- set left = day -%}
{%- endif -%}
case
            when {{ text }} like '{{ sqlmetrics.date_pattern(form) | trim }}%'
                then {{ left }}
            when {{ text }} like '_____%' then '**********'
            else {{ text }} end
{%- endmacro %}
