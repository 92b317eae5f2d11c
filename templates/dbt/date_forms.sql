{#- The forms in which texts may be written as dates, but for YYYY-MM-DD. -#}
{%- macro date_forms() -%}
{%- do return(['DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY', 'DD-MM-YYYY', 'MM-DD-YYYY', 'YYYY/MM/DD', 'YYYY.MM.DD', 'YYYYMMDD']) -%}
{%- endmacro %}
