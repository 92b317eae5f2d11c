{#-
The counts of one target from which every combination of the keys is added up, from the count
relation: individual (where one is named), key_1.., value (where it is not the identity), n. A NULL
in a key is kept, since the combinations without that key have the record; one in the value or the
individual is left out under the policy `drop`.
-#}
{%- macro base_counts(plan, target) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set conditions = [] -%}
{%- if plan.attributes | length > 1 -%}
{%- do conditions.append('attribute = ' ~ (target.attribute if target.attribute else 1)) -%}
{%- endif -%}
{%- set rows = '\n    where ' ~ (conditions | join(' and ')) if conditions else '' -%}
{%- set value = 'value' if target.recoding else 'value_' ~ target.attribute -%}
{%- set kept = [] -%}
{%- if not target.recoding -%}{%- do kept.extend(conditions) -%}{%- endif -%}
{%- if plan.nulls == 'drop' -%}
{%- if target.attribute -%}{%- do kept.append(value ~ ' is not null') -%}{%- endif -%}
{%- if people -%}{%- do kept.append('individual is not null') -%}{%- endif -%}
{%- endif -%}
{%- set columns = ('individual, ' if people else '') ~ sqlmetrics.key_columns(plan)
    ~ (', ' ~ value if target.attribute else '') -%}
{%- set grouped = target.recoding or (not target.attribute and plan.attributes | length > 0) -%}
{{ sqlmetrics.recoded_values(plan, target, rows) -}}
-- a row per {{ 'individual and ' if people }}combination of keys{{ ' and value' if target.attribute }}
base_{{ t }} as (
    select
        {{ 'individual, ' if people }}{{ sqlmetrics.key_columns(plan) }}, {{ value ~ ' as value, '
            if target.attribute }}{{ sqlmetrics.as_integer('sum(records)' if grouped else 'records') }} as n
    from {{ 'recoded_' ~ t if target.recoding else 'people' if people else 'counts' }}
    {%- if kept %}
    where {{ kept | join(' and ') }}
    {%- endif %}
    {%- if grouped %}
    group by {{ columns }}
    {%- endif %}
)
{%- endmacro %}
