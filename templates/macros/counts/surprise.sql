{#-
How surprising one of `count` records among `total` is: log2 of one over its share, in bits. The factor
in brackets is 1 but for the rounding of a share near 1, whose digits it gives back (Kahan). 0 where the
share is 1.
-#}
{%- macro surprise(count, total) -%}
coalesce({{ sqlmetrics.log2(total ~ ' / '
    ~ count) }} * (({{ total }} - {{ count }}) / {{ count }} / nullif({{ total }} / {{ count }} - 1, 0)), 0)
{%- endmacro %}
