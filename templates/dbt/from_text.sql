{#-
A relation as the text of a FROM clause that an alias can follow; a relation that dbt has filtered
(`where`, --empty) has an alias already.
-#}
{%- macro from_text(relation) -%}
{%- set text = relation | string -%}
{%- do return('(select * from ' ~ text ~ ')' if text.startswith('(') else text) -%}
{%- endmacro %}
