{#-
The centre of the 95 % Wilson interval of `hits` of `trials`, doubles, both at least 0 and `hits` at
most `trials`.
-#}
{%- macro wilson_centre(hits, trials) -%}
({{ hits }} + {{ sqlmetrics.double_literal('1.9207294103470494') }})
    / ({{ trials }} + {{ sqlmetrics.double_literal('3.841458820694124') }})
{%- endmacro %}
