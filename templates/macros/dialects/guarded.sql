{#-
A table, or a query in parentheses, as a FROM clause in which values are equal that have the same
bytes. Each column has the word `type` or `collation` where the database made its own, which may
call any two values equal.
-#}
{%- macro guarded(relation, columns, named=true) -%}
{{ return(adapter.dispatch('guarded', 'sqlmetrics')(relation, columns, named)) }}
{%- endmacro %}

{%- macro default__guarded(relation, columns, named) -%}{{ relation }}{%- endmacro %}

{#- An index may hold other values than its table. -#}
{%- macro sqlite__guarded(relation, columns, named) -%}
(select {% for name, own
    in columns %}{{ sqlmetrics.quoted(name) }} collate binary as {{ sqlmetrics.quoted(name) }}{{ ', '
    if not loop.last }}{% endfor %} from {{ relation }}{{ ' not indexed' if named else ' source' }})
{%- endmacro %}

{#- The text of a value of any type, as its output function writes it: no cast is looked up. -#}
{%- macro postgres__guarded(relation, columns, named) -%}
(select {% for name, own in columns %}
{%- set column = sqlmetrics.quoted(name) -%}
{%- if own == 'type' -%}
case when {{ column }} is distinct from null then pg_catalog.concat({{ column }}) end as {{ column }}
{%- elif own == 'collation' -%}{{ column }} collate "C" as {{ column }}
{%- else -%}{{ column }}
{%- endif -%}
{{ ', ' if not loop.last }}
{%- endfor %} from {{ relation }}{{ ' source' if not named }})
{%- endmacro %}
