{#- A whole number as a column of one aggregated row, in which `counted` is never negative. -#}
{%- macro constant(number, counted) -%}
{{ return(adapter.dispatch('constant', 'sqlmetrics')(number, counted)) }}
{%- endmacro %}

{%- macro default__constant(number, counted) -%}{{ number }}{%- endmacro %}

{#-
DataFusion 55 pushes a filter on a literal below the aggregate, which then still gives a row.
-#}
{%- macro datafusion__constant(number, counted) -%}
case when {{ counted }} >= 0 then {{ number }} end
{%- endmacro %}
