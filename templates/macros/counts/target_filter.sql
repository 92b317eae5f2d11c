{#-
The `where` clause of a target's rows: those of its attribute, without suppressed rows and, under
the policy `drop`, without NULLs. With `records` the rows are records, which have no attribute.
-#}
{%- macro target_filter(plan, target, records=false) -%}
{%- set conditions = [] -%}
{%- if plan.attributes | length > 1 and not records -%}
{%- do conditions.append('attribute = ' ~ (target.attribute if target.attribute else 1)) -%}
{%- endif -%}
{%- if plan.suppressed -%}{%- do conditions.append('suppressed = 0') -%}{%- endif -%}
{%- if plan.nulls == 'drop' -%}
{%- for key in plan.quasi_identifiers -%}{%- do conditions.append('key_' ~ loop.index ~ ' is not null') -%}{%- endfor -%}
{%- if target.attribute -%}{%- do conditions.append('value_' ~ target.attribute ~ ' is not null') -%}{%- endif -%}
{%- if plan.individual is not none -%}{%- do conditions.append('individual is not null') -%}{%- endif -%}
{%- endif -%}
{%- if conditions %}
    where {{ conditions | join(' and ') }}
{%- endif -%}
{%- endmacro %}
