{#- The people of the main table, each once, with its columns `kept`, as text of a FROM clause. -#}
{%- macro linked_owners(main, kept=[]) -%}
{%- set columns = ['person'] -%}
{%- for column in kept -%}{%- do columns.append('own_' ~ loop.index) -%}{%- endfor -%}
(
        select {{ columns | join(', ') }}
        from {{ sqlmetrics.linked_keys(main, kept) }} owned
        group by {{ columns | join(', ') }}
    )
{%- endmacro %}
