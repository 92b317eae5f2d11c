{#- Whether every quasi-identifier of a row of the source has its mark of a suppressed value. -#}
{%- macro all_marked(suppressed) -%}
{%- for mark in suppressed -%}
{{ sqlmetrics.as_string('source.'
    ~ sqlmetrics.quoted(mark.column)) }} = {{ sqlmetrics.literal(mark.text) }}{{ ' and ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
