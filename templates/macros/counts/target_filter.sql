{#-
The `where` clause of a target's rows: the rows of its attribute, without suppressed rows and, under
the policy `drop`, without NULLs. With `records` the rows are records, which have no attribute. With
`lost` rows stay that have a NULL because no domain of a partition covers their value.
-#}
{%- macro target_filter(plan, target, records=false, lost=false) -%}
{%- set conditions = [] -%}
{%- if plan.attributes | length > 1 and not records -%}
{%- do conditions.append('attribute = ' ~ (target.attribute if target.attribute else 1)) -%}
{%- endif -%}
{%- if plan.suppressed -%}{%- do conditions.append('suppressed = 0') -%}{%- endif -%}
{%- if plan.nulls == 'drop' -%}
{%- for key in plan.quasi_identifiers[plan.slices:] -%}
{%- set name = sqlmetrics.key_name(key) -%}
{%- set strict = lost and key.recoding and key.recoding.unmapped == 'error' -%}
{%- do conditions.append('raw_' ~ key.number ~ ' is not null' if strict and records
    else '(' ~ name ~ ' is not null or unmapped > 0)' if strict else name ~ ' is not null') -%}
{%- endfor -%}
{%- if target.attribute -%}
{%- set strict = lost and records and target.recoding and target.recoding.unmapped == 'error' -%}
{%- do conditions.append('raw_value is not null' if strict
    else sqlmetrics.value_name(plan, target.attribute) ~ ' is not null') -%}
{%- endif -%}
{%- if plan.individual is not none -%}{%- do conditions.append('individual is not null') -%}{%- endif -%}
{%- endif -%}
{%- if conditions %}
    where {{ conditions | join(' and ') }}
{%- endif -%}
{%- endmacro %}
