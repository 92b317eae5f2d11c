{#-
Whether a metric's threshold is `at_least` or `at_most`; fails where it is not given as such, or lies beyond the
`ends` of the metric, so that every table passes, or none.
-#}
{%- macro bound_of(metric, at_least, at_most, undefined) -%}
{%- set right = 'at_least' if metric.direction == 'higher is safer' else 'at_most' -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- if (at_most if right == 'at_least' else at_least) is not none -%}
{%- do sqlmetrics.fail(metric.name ~ ': ' ~ metric.direction ~ ', so its threshold is ' ~ right) -%}
{%- elif threshold is none -%}
{%- do sqlmetrics.fail(metric.name ~ ' has no threshold; add ' ~ right ~ ': NUMBER to its arguments (' ~ metric.direction ~ ')') -%}
{%- elif threshold is not number or threshold is boolean or threshold - threshold != 0 -%}
{%- do sqlmetrics.fail(metric.name ~ ': ' ~ right ~ " is a number, not '" ~ threshold ~ "'") -%}
{%- elif metric.ends and (threshold < metric.ends[0] or (metric.ends[1] is not none and threshold > metric.ends[1])) -%}
{%- set passes = (threshold > metric.ends[0]) == (right == 'at_most') -%}
{%- do sqlmetrics.fail(metric.name ~ ' is ' ~ metric.ends[0] ~ (' or more' if metric.ends[1] is none else ' to ' ~ metric.ends[1]) ~ ', so that every table ' ~ ('passes ' if passes else 'fails ') ~ right ~ ': ' ~ threshold ~ ('; ' ~ threshold ~ '% is ' ~ threshold / 100 if passes and metric.ends[1] == 1 else '')) -%}
{%- elif undefined not in ['fail', 'pass'] -%}
{%- do sqlmetrics.fail(metric.name ~ ": undefined is fail or pass, not '" ~ undefined ~ "'") -%}
{%- endif -%}
{%- do return(right) -%}
{%- endmacro %}
