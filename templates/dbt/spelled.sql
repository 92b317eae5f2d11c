{#-
The columns as the database spells them, by the names that the project gives; a missing column is an
error. Where the relation is not built yet (`dbt compile`), or is ephemeral, the names are taken as
they are.
-#}
{%- macro spelled(relation, names) -%}
{%- set found = {} -%}
{%- set columns = sqlmetrics.columns_of(relation) -%}
{%- for name in names -%}
{%- set alike = [name] if columns is none else sqlmetrics.meant(name, columns) -%}
{%- if alike | length == 1 -%}
{%- do found.update({name: alike[0]}) -%}
{%- else -%}
{%- do sqlmetrics.fail(sqlmetrics.shown_name(relation) ~ " has no column '" ~ name ~ "'; its columns: " ~ columns | join(', ')) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
