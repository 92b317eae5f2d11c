{#- The pattern of texts that are dates in a form such as DD.MM.YYYY: __.__.____ for it. -#}
{%- macro date_pattern(form) -%}
{{ form | replace('D', '_') | replace('M', '_') | replace('Y', '_') }}
{%- endmacro %}
