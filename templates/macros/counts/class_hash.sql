{#-
The hash of a class, a whole number in [0, 2^48): the sum of its keys' hashes modulo 2^48, from the
expressions of these. It is uniform and pairwise independent over classes, as estimates from a
sample of classes need. Sums stay below 2^53, where doubles are exact.
-#}
{%- macro class_hash(hashes) -%}
{%- set sums = [] -%}
{%- for batch in hashes | batch(31) -%}
{%- set earlier = [sums[-1]] if sums else [] -%}
{%- do sums.append(sqlmetrics.remainder((earlier + batch) | join(' + '), 281474976710656)) -%}
{%- endfor -%}
{{ sqlmetrics.as_integer(sums[-1]) }}
{%- endmacro %}
