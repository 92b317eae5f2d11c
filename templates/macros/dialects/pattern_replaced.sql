{#-
A text in which each part that matches a regular expression is replaced by a text: by `before` alone, or
by the expression's first group between `before` and `behind`.
-#}
{%- macro pattern_replaced(text, pattern, before, behind=none) -%}
{{ return(adapter.dispatch('pattern_replaced', 'sqlmetrics')(text, pattern, before, behind)) }}
{%- endmacro %}

{%- macro default__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '$1' ~ behind) }})
{%- endmacro %}

{%- macro duckdb__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }}, 'g')
{%- endmacro %}

{%- macro postgres__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }}, 'g')
{%- endmacro %}

{%- macro datafusion__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }}, 'g')
{%- endmacro %}

{%- macro clickhouse__pattern_replaced(text, pattern, before, behind=none) -%}
replaceRegexpAll({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }})
{%- endmacro %}

{%- macro bigquery__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }})
{%- endmacro %}

{%- macro snowflake__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }})
{%- endmacro %}

{%- macro mariadb__pattern_replaced(text, pattern, before, behind=none) -%}
regexp_replace({{ text }}, {{ sqlmetrics.literal(pattern) }}, {{ sqlmetrics.literal(
    before if behind is none else before ~ '\\1' ~ behind) }})
{%- endmacro %}
