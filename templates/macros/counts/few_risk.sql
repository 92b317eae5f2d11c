{#-
Some steps of the recursion for the individual risk of a class of few records, from the step `last`
back to `first`, where `inner` is the value of the steps behind. With f = people_here and
t = odds_here, r_1 = t ln(1 / p) and r_f = t (1 / (f - 1) - r_(f-1)), written from r_f inwards.
-#}
{%- macro few_risk(first, last, inner) -%}
{%- set risk = namespace(text=inner) -%}
{%- for step in range(last, first - 1, -1) -%}
{%- set risk.text = 'odds_here * (case when people_here > ' ~ step ~ ' then 1 / (people_here - ' ~ step
    ~ ') when people_here = ' ~ step ~ ' then -' ~ sqlmetrics.ln('share_here') ~ ' else 0 end - ' ~ risk.text
    ~ ')' -%}
{%- endfor -%}
{{ risk.text }}
{%- endmacro %}
