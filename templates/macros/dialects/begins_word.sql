{#-
Whether a word of a text begins with a part: whether the part is there behind a space. DuckDB looks for
the part alone first, as hardly a text has it.
-#}
{%- macro begins_word(text, part) -%}
{{ return(adapter.dispatch('begins_word', 'sqlmetrics')(text, part)) }}
{%- endmacro %}

{%- macro default__begins_word(text, part) -%}
replace({{ text }}, {{ sqlmetrics.concat(["' '", part]) }}, '') <> {{ text }}
{%- endmacro %}

{%- macro duckdb__begins_word(text, part) -%}
case when contains({{ text }}, {{ part }})
            then contains({{ text }}, {{ sqlmetrics.concat(["' '", part]) }}) end
{%- endmacro %}
