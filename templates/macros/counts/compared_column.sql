{#- A carried column of a target that is `compared`: of the pass that has its last word. -#}
{%- macro compared_column(column, target) -%}
{%- set needs = (target.measures | selectattr('column', 'equalto', column) | map(attribute='needs') | list + [none]) | first -%}
{%- if needs == 'compared' -%}
coalesce(compared_{{ column }}, {{ column }}) as {{ column }}
{%- elif needs == 'ranked' -%}
compared_{{ column }} as {{ column }}
{%- else -%}
{{ column }}
{%- endif -%}
{%- endmacro %}
