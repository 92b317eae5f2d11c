{#- A metric of several releases, {name, unit, direction, undefined}, by one of its names. -#}
{%- macro series_metric(metric) -%}
{%- set known = sqlmetrics.series_metrics() -%}
{%- set name = sqlmetrics.metric_names([metric])[0] -%}
{%- if name not in known -%}
{%- do sqlmetrics.fail("'" ~ metric ~ "' is no metric of releases together; there are: " ~ known.keys() | join(', ')) -%}
{%- endif -%}
{%- do return(dict(known[name], name=name)) -%}
{%- endmacro %}
