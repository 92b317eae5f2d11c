{#-
A common table expression as nested queries with a `with` clause read it: by its name, or spelled
out once more where only the outermost `with` clause is seen.
-#}
{%- macro outer_source(name, text) -%}
{{ return(adapter.dispatch('outer_source', 'sqlmetrics')(name, text)) }}
{%- endmacro %}

{%- macro default__outer_source(name, text) -%}{{ name }}{%- endmacro %}

{#- MariaDB 10.11 looks for a table of that name. -#}
{%- macro mariadb__outer_source(name, text) -%}(
    {{ text }}
    ){%- endmacro %}
