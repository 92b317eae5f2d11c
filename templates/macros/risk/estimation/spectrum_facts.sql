{#- The facts of `spectrum` that known facts of values follow from, with blanks between them. -#}
{%- macro spectrum_facts(known) -%}
{%- for fact in known %}{{ 'total target_entropy' if fact == 'value_uncertainty' else fact }} {% endfor -%}
{%- endmacro %}
