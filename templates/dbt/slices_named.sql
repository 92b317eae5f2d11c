{#- Whether slices have their names: they may be shown, or all their columns are public. -#}
{%- macro slices_named(by, show_slices) -%}
{%- set hidden = [] -%}
{%- for column, said in sqlmetrics.slices_of(by).items() if 'public' not in said -%}{%- do hidden.append(column) -%}{%- endfor -%}
{%- do return(show_slices or not hidden) -%}
{%- endmacro %}
