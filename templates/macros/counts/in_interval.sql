{#-
Whether a number lies in an `interval`; NaN, which some engines sort above every number, is in none.
-#}
{%- macro in_interval(expression, interval) -%}
{%- set conditions = [] -%}
{%- if interval.low is not none -%}
{%- do conditions.append(expression ~ (' >= ' if interval.low_closed else ' > ') ~ interval.low) -%}
{%- endif -%}
{%- if interval.high is not none -%}
{%- do conditions.append(expression ~ (' <= ' if interval.high_closed else ' < ') ~ interval.high) -%}
{%- else -%}
{%- do conditions.append('lower(' ~ sqlmetrics.as_string(expression) ~ ") <> 'nan'") -%}
{%- endif -%}
{{ conditions | join(' and ' if (conditions | join(' and ')) | length < 80 else '\n                and ') }}
{%- endmacro %}
