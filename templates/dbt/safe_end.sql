{#-
The number that is held to a threshold, of scores of known points: the riskier end of the interval, where there is
one. Where there is no score, and both ends of its range miss the threshold, it is the other end, and NULL
where only the riskier one does.
-#}
{%- macro safe_end(right, threshold) -%}
{%- set value = sqlmetrics.quoted('value') -%}
{%- set near = sqlmetrics.quoted('low' if right == 'at_least' else 'high') -%}
{%- set far = sqlmetrics.quoted('high' if right == 'at_least' else 'low') -%}
{%- set keeps = ' >= ' if right == 'at_least' else ' <= ' -%}
{%- set misses = ' < ' if right == 'at_least' else ' > ' -%}
case when {{ near }} is null then {{ value }}
        when {{ value }} is not null or {{ near ~ keeps ~ sqlmetrics.outermost(right, threshold) }} then {{ near }}
        when {{ far ~ misses ~ sqlmetrics.outermost(right, threshold) }} then {{ far }}
    end
{%- endmacro %}
