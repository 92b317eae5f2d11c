{#- A double, or NULL where it is no finite number and the dialect has such numbers. -#}
{%- macro finite(number) -%}{{ return(adapter.dispatch('finite', 'sqlmetrics')(number)) }}{%- endmacro %}

{%- macro default__finite(number) -%}
case when abs({{ number }}) <= {{ sqlmetrics.double_literal('1.7976931348623157e308') }} then {{ number }} end
{%- endmacro %}

{%- macro mysql__finite(number) -%}{{ number }}{%- endmacro %}

{%- macro sqlserver__finite(number) -%}{{ number }}{%- endmacro %}

{%- macro duckdb__finite(number) -%}case when isfinite({{ number }}) then {{ number }} end{%- endmacro %}

{%- macro postgres__finite(number) -%}
nullif(nullif(nullif({{ number }}, 'NaN'), 'Infinity'), '-Infinity')
{%- endmacro %}

{%- macro redshift__finite(number) -%}{{ number }}{%- endmacro %}
