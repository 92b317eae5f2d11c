{#- A truth value as 1 or 0. -#}
{%- macro as_truth(expression) -%}
{{ return(adapter.dispatch('as_truth', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__as_truth(expression) -%}
{{ sqlmetrics.as_integer('case when ' ~ expression ~ ' then 1 when not ' ~ expression ~ ' then 0 end') }}
{%- endmacro %}

{%- macro sqlserver__as_truth(expression) -%}{{ sqlmetrics.as_integer(expression) }}{%- endmacro %}

{%- macro oracle__as_truth(expression) -%}{{ sqlmetrics.as_integer(expression) }}{%- endmacro %}
