{#- The names k1, k2, .. of what claims know, and g1, g2, .. of what they guess. -#}
{%- macro claim_columns(known, guess) -%}
{%- for column in known -%}k{{ loop.index }}{{ ', ' if not loop.last or guess }}{%- endfor -%}
{%- for column in guess -%}g{{ loop.index }}{{ ', ' if not loop.last }}{%- endfor -%}
{%- endmacro %}
