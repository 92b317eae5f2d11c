{#-
a b - c d of whole numbers up to 2^50 in double precision, exact but for its last rounding: by halves
of 25 bits, or in whole numbers that are wide enough.
-#}
{%- macro product_difference(a, b, c, d) -%}{{ return(adapter.dispatch('product_difference', 'sqlmetrics')(a, b, c, d)) }}{%- endmacro %}

{%- macro default__product_difference(a, b, c, d) -%}
{%- set high = [] -%}
{%- set low = [] -%}
{%- for number in [a, b, c, d] -%}
{%- do high.append('floor(' ~ number ~ ' / 33554432)') -%}
{%- do low.append('(' ~ number ~ ' - 33554432 * floor(' ~ number ~ ' / 33554432))') -%}
{%- endfor -%}
((({{ high[0] }} * {{ high[1] }} - {{ high[2] }} * {{ high[3] }}) * 33554432
            + {{ high[0] }} * {{ low[1] }} + {{ low[0] }} * {{ high[1] }} - {{ high[2] }} * {{ low[3] }} - {{ low[2] }} * {{ high[3] }}) * 33554432
            + {{ low[0] }} * {{ low[1] }} - {{ low[2] }} * {{ low[3] }})
{%- endmacro %}

{%- macro duckdb__product_difference(a, b, c, d) -%}
(cast({{ a }} as hugeint) * cast({{ b }} as hugeint) - cast({{ c }} as hugeint) * cast({{ d }} as hugeint))
{%- endmacro %}
