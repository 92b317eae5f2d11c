{#- The names k1, k2, .. of the known columns of claims, and g1, g2, .. of the guessed ones. -#}
{%- macro claim_columns(known, guess) -%}
{%- for column in known -%}k{{ loop.index }}{{ ', ' if not loop.last or guess }}{%- endfor -%}
{%- for column in guess -%}g{{ loop.index }}{{ ', ' if not loop.last }}{%- endfor -%}
{%- endmacro %}
