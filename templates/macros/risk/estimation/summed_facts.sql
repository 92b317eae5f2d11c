{#-
The facts of a target's classes that its estimates take, with blanks between them: the facts of
`needed_facts` that the sums of `class_sums` read.
-#}
{%- macro summed_facts(wanted, identity=false) -%}
{%- set sums = sqlmetrics.words(sqlmetrics.class_sums(wanted, identity)) -%}
{%- for fact in ['class_values', 'class_entropy'] if ' ' ~ fact ~ ' ' in sums %}{{ fact }} {% endfor -%}
{%- endmacro %}
