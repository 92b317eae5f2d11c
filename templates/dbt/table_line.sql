{#- The name of a published table: its columns as a line of CSV, or `all people` without one. -#}
{%- macro table_line(columns) -%}
{%- set names = [] -%}
{%- for column in columns -%}{%- do names.append(sqlmetrics.csv_name(column)) -%}{%- endfor -%}
{%- do return(names | join(',') or 'all people') -%}
{%- endmacro %}
