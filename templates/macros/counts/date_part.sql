{#-
What is left of the text of a date, which may have a time of day behind it: of 2026-11-23 10:15 the hour
is 2026-11-23 10, the day is 2026-11-23, the week is its Monday, the month is 2026-11***, the decade
202*******. A text that is no date has no week, and stays as it is.
-#}
{%- macro date_part(text, part) -%}
{%- set day = sqlmetrics.first_characters(text, 10) -%}
{%- if part == 'hour' -%}
replace({{ sqlmetrics.first_characters(text, 13) }}, 'T', ' ')
{%- elif part == 'day' -%}
{{ day }}
{%- elif part == 'week' -%}
case when {{ text }} like '____-__-__%' then {{ sqlmetrics.week_start(day) }} else {{ text }} end
{%- else -%}
{{ sqlmetrics.masked(day, {'month': 7, 'year': 4, 'decade': 3}[part]) }}
{%- endif -%}
{%- endmacro %}
