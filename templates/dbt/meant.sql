{#- The columns that a name means: the one of that name, or else those alike but for capitals. -#}
{%- macro meant(name, columns) -%}
{%- if name in columns -%}{%- do return([name]) -%}{%- endif -%}
{%- set alike = [] -%}
{%- for column in columns -%}{%- if column | lower == name | lower -%}{%- do alike.append(column) -%}{%- endif -%}{%- endfor -%}
{%- do return(alike) -%}
{%- endmacro %}
