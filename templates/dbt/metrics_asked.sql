{#-
The catalogue's entries of the named metrics, in its order, or of the default ones at a level where
none is named. A metric is named as in `sqlmetrics metrics`, also by its symbol, an acronym or title.
-#}
{%- macro metrics_asked(names, level) -%}
{%- set at_level = [] -%}
{%- set known = [] -%}
{%- for metric in sqlmetrics.catalogue() -%}
{%- do known.append(metric.name) -%}
{%- if level in metric.levels -%}{%- do at_level.append(metric) -%}{%- endif -%}
{%- endfor -%}
{%- set names = sqlmetrics.metric_names(names) -%}
{%- for name in names -%}
{%- if name in sqlmetrics.series_metrics() -%}
{%- do sqlmetrics.fail(name ~ ' is about several releases; make a model of releases_together, or test the newest release by with_earlier_releases') -%}
{%- elif name != 'all' and name not in known -%}
{%- do sqlmetrics.fail("unknown metric '" ~ name ~ "'; " ~ sqlmetrics.did_you_mean(name, known) ~ "`sqlmetrics metrics` lists them all") -%}
{%- elif name != 'all' and name not in at_level | map(attribute='name') -%}
{%- do sqlmetrics.fail(name ~ " has no " ~ level ~ " level; at " ~ level ~ " level there are: " ~ at_level | map(attribute='name') | join(', ')) -%}
{%- endif -%}
{%- endfor -%}
{%- set asked = [] -%}
{%- for metric in at_level -%}
{%- if metric.name in names or 'all' in names or (not names and not metric.on_request) -%}{%- do asked.append(metric) -%}{%- endif -%}
{%- endfor -%}
{%- do return(asked) -%}
{%- endmacro %}
