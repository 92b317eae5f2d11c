{#-
What is left of the text of a date as a reader of a released table expects it: the month 2026-11,
the year 2026, the decade 2020s, and the finer parts as in `date_part`, as which a text that is no
date is hidden.
-#}
{%- macro date_label(text, part) -%}
{%- if part == 'decade' -%}
case
            when {{ text }} like '____-__-__%' then {{ sqlmetrics.concat([sqlmetrics.first_characters(text,
                3), "'0s'"]) }}
            else {{ sqlmetrics.date_part(text, part) }}
        end
{%- elif part in ('month', 'year') -%}
{{ sqlmetrics.first_characters(text, 7 if part == 'month' else 4) }}
{%- else -%}
{{ sqlmetrics.date_part(text, part) }}
{%- endif -%}
{%- endmacro %}
