{#- A fact of a target's values in the whole table, from its spectrum; value_uncertainty is N H(X)
in nats. -#}
{%- macro known_value(fact) -%}
{{ 'max(total * target_entropy) * ' ~ sqlmetrics.ln_2() if fact == 'value_uncertainty'
    else 'max(' ~ fact ~ ')' }} as {{ fact }}
{%- endmacro %}
