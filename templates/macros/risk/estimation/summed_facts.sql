{#-
The facts of a target's classes and values that its estimates take, with blanks between them:
those of `needed_facts` that the sums of `class_sums` and the known totals read.
-#}
{%- macro summed_facts(wanted) -%}
{%- set sums = sqlmetrics.class_sums(wanted) -%}
{%- set facts = [] -%}
{%- for fact in ['class_values', 'class_uncertainty'] if fact in sums -%}{%- do facts.append(fact) -%}{%- endfor -%}
{%- for fact in ['target_values', 'value_uncertainty'] if 'total_' ~ fact in wanted.columns -%}{%- do facts.append(fact) -%}{%- endfor -%}
{{ facts | join(' ') }}
{%- endmacro %}
