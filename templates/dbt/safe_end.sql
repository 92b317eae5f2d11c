{#-
The number that a limit is held to, of scores of known points: the end of the interval on the side of the limit
or, where there is no score, the end of its range that the limit misses for sure.
-#}
{%- macro safe_end(right) -%}
{%- set near = sqlmetrics.quoted('low' if right == 'at_least' else 'high') -%}
{%- set far = sqlmetrics.quoted('high' if right == 'at_least' else 'low') -%}
case when {{ sqlmetrics.quoted('value') }} is null then {{ far }} else coalesce({{ near }}, {{ sqlmetrics.quoted('value') }}) end
{%- endmacro %}
