{#-
Half the width of the 95 % Wilson interval of `hits` of `trials`, doubles; z = 1.959963984540054.
-#}
{%- macro wilson_error(hits, trials) -%}
{{ sqlmetrics.double_literal('1.959963984540054') }}
    / ({{ trials }} + {{ sqlmetrics.double_literal('3.841458820694124') }})
        * sqrt({{ hits }} * ({{ trials }} - {{ hits }}) / {{ trials }}
            + {{ sqlmetrics.double_literal('0.9603647051735311') }})
{%- endmacro %}
