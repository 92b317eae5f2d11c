{#-
The hash of a text as a whole number in [0, 2^96), from its MD5, where sums of such numbers are exact, or
nothing.
-#}
{%- macro long_hash(text) -%}{{ return(adapter.dispatch('long_hash', 'sqlmetrics')(text)) }}{%- endmacro %}

{%- macro default__long_hash(text) -%}{%- endmacro %}

{%- macro duckdb__long_hash(text) -%}cast(md5_number({{ text }}) >> 32 as hugeint){%- endmacro %}
