{#-
Whether two group keys are equal, NULL being equal to NULL, as a join that can be hashed.
-#}
{%- macro same_key(left, right) -%}
{{ return(adapter.dispatch('same_key', 'sqlmetrics')(left, right)) }}
{%- endmacro %}

{%- macro default__same_key(left, right) -%}
{{ sqlmetrics.same_text(sqlmetrics.as_string(left), sqlmetrics.as_string(right)) }}
{%- endmacro %}

{%- macro duckdb__same_key(left, right) -%}{{ sqlmetrics.same(left, right) }}{%- endmacro %}

{%- macro sqlite__same_key(left, right) -%}{{ sqlmetrics.same(left, right) }}{%- endmacro %}

{%- macro sqlserver__same_key(left, right) -%}{{ sqlmetrics.same(left, right) }}{%- endmacro %}
