{#-
A value of a released column as text; zero stands for the negative zero of floats, which groups with
it.
-#}
{%- macro released_text(value, floating) -%}
{%- set zero = sqlmetrics.negative_zero(value) if floating else '' -%}
{{ 'case when ' ~ zero ~ " then '0.0' else " ~ sqlmetrics.as_string(value) ~ ' end' if zero
    else sqlmetrics.as_string(value) }}
{%- endmacro %}
