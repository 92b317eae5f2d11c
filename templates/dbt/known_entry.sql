{#-
The points that are known, for the macros of `events`, as `known_entry` of the Python package makes
them: of `targets` people who are drawn, 1,000 by default, or with `all` of every set of points.
-#}
{%- macro known_entry(known, targets, given) -%}
{%- set found = namespace(threshold='0.2', enough=101) -%}
{%- for metric in sqlmetrics.catalogue() if metric.name == 'records_at_risk' -%}
{%- set found.threshold = sqlmetrics.parameters_of(metric, given).threshold -%}
{%- endfor -%}
{%- set threshold = found.threshold | float -%}
{%- if threshold > 0 -%}
{%- set found.enough = [2, (1 / threshold) | round(0, 'ceil') | int] | max -%}
{%- if 1 / found.enough > threshold -%}{%- set found.enough = found.enough + 1 -%}{%- endif -%}
{%- endif -%}
{%- do return({
    'points': known.events if known is mapping else known,
    'events': known is mapping,
    'drawn': targets is none or targets is integer,
    'targets': none if targets is string else 1000 if targets is none else targets,
    'fewest': 100,
    'work': none if targets is string else 200000000,
    'enough': found.enough if found.enough <= 100 else none,
    'sampled': 4398046511104,
    'threshold': found.threshold,
}) -%}
{%- endmacro %}
