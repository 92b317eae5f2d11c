{#-
The most records of a class in which its most frequent value has at most a share; NULL where that
bounds nothing. The share is taken larger by 1e-9, since scores are sums in double precision.
-#}
{%- macro most_of_largest(share) -%}
{%- set rest = 1 - share - 1e-9 -%}
{{ 'null' if rest <= 1e-9 else '(sum(n) - max(n)) / ' ~ sqlmetrics.double_literal(rest | string) }}
{%- endmacro %}
