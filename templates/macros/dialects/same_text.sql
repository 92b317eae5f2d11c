{#-
Whether two texts are equal, NULL being equal to NULL, as a join on equalities, which can be hashed.
-#}
{%- macro same_text(left, right) -%}
{{ return(adapter.dispatch('same_text', 'sqlmetrics')(left, right)) }}
{%- endmacro %}

{%- macro default__same_text(left, right) -%}
coalesce({{ left }}, '-') = coalesce({{ right }}, '-') and case when {{ left }} is null then 1
    else 0 end = case when {{ right }} is null then 1 else 0 end
{%- endmacro %}

{%- macro duckdb__same_text(left, right) -%}{{ sqlmetrics.same(left, right) }}{%- endmacro %}

{%- macro sqlserver__same_text(left, right) -%}{{ sqlmetrics.same(left, right) }}{%- endmacro %}
