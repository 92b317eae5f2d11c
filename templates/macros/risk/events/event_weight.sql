{#-
The weight of a candidate with m points who has the p points that are known: such a person shows just
these with the chance 1 / C(m, p), but for a factor that all candidates share; of events, as many `ways`
lead to these points.
-#}
{%- macro event_weight(known) -%}
{%- set weights = [] -%}
{%- set chance = namespace(text='') -%}
{%- for p in range(known.points) -%}
{%- set chance.text = chance.text ~ (' * ' if p else '')
    ~ ('(' ~ sqlmetrics.as_double('m') ~ ' - ' ~ p ~ ')' if p else sqlmetrics.as_double('m')) -%}
{%- do weights.append('when p = ' ~ (p + 1) ~ ' then ' ~ ('ways' if known.events else '1') ~ ' / ('
    ~ chance.text ~ ')') -%}
{%- endfor -%}
case {{ weights | join('\n            ') }} end
{%- endmacro %}
