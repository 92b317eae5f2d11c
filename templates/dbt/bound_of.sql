{#- Whether a metric's threshold is `at_least` or `at_most`; fails where it is not given as such. -#}
{%- macro bound_of(metric, at_least, at_most, undefined) -%}
{%- set right = 'at_least' if metric.direction == 'higher is safer' else 'at_most' -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- if (at_most if right == 'at_least' else at_least) is not none -%}
{%- do sqlmetrics.fail(metric.name ~ ': ' ~ metric.direction ~ ', so its threshold is ' ~ right) -%}
{%- elif threshold is none -%}
{%- do sqlmetrics.fail(metric.name ~ ' has no threshold; add ' ~ right ~ ': NUMBER to its arguments (' ~ metric.direction ~ ')') -%}
{%- elif threshold is not number or threshold is boolean or threshold - threshold != 0 -%}
{%- do sqlmetrics.fail(metric.name ~ ': ' ~ right ~ " is a number, not '" ~ threshold ~ "'") -%}
{%- elif undefined not in ['fail', 'pass'] -%}
{%- do sqlmetrics.fail(metric.name ~ ": undefined is fail or pass, not '" ~ undefined ~ "'") -%}
{%- endif -%}
{%- do return(right) -%}
{%- endmacro %}
