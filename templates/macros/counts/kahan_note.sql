{#- What a comment says of a sum of the dialect's own that is in a query's text, and nothing where
there is none. -#}
{%- macro kahan_note(text) -%}
{%- for name in ['fsum', 'sumKahan'] if name ~ '('
    in text %} ({{ name }}: a sum that keeps its last digits){% endfor -%}
{%- endmacro %}
