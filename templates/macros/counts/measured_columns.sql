{#- The names of the measures that a plan's classes have, with blanks between them. -#}
{%- macro measured_columns(plan) -%}
{%- set names = [] -%}
{%- for target in plan.targets -%}
{%- for name in target.measured if name not in names -%}{%- do names.append(name) -%}{%- endfor -%}
{%- endfor -%}
{{ names | join(' ') }}
{%- endmacro %}
