{#-
What an attacker who knows the keys believes of each sensitive attribute: its distribution in each
class (Brickell and Shmatikov 2008, A_san) beside the whole table's, the baseline. The classes with
the surest guess come first, and in each the most frequent value; without values only that one.
Columns target, partition, class, class_records, value, records, share, baseline. Where individuals
are named these are people, each once, and a share is the share of the people of the class, or of
all people, who have the value.
-#}
{%- macro posterior(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set here, of_value, of_table = ('people_here', 'people_of_value', 'people_of_table') if people
    else ('n', 'n', 'n') -%}
with
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.attribute %}
{%- set keys = sqlmetrics.window_keys(plan) %}
{{ sqlmetrics.counted_cells(plan, target, told='people_here people_of_value people_of_table') }},
-- a row per cell
beside_{{ target.number }} as (
    select
        {{ sqlmetrics.key_columns(plan) }}, {{ 'value, ' if plan.show_values }}n,
        sum({{ here }}) over (partition by {{ keys }}) as class_total,
        max(n) over (partition by {{ keys }}) as class_largest,
        sum({{ of_value }}) over (partition by {{ sqlmetrics.window_key('value') }}) as value_total,
        sum({{ of_table }}) over () as table_total,
        row_number()
            over (partition by {{ keys }} order by n desc, case when value is null then 1 else 0 end,
                value) as value_place
    from cells_{{ target.number }}
),
{%- endfor %}
-- a row per target and cell
believed as (
    {%- for target in plan.targets if target.attribute %}
    select
        {{ target.number }} as target_number, {{ sqlmetrics.literal(target.name) }} as target,
        {{ sqlmetrics.literal(target.recoding.name) if target.recoding
            else sqlmetrics.as_string('null') }} as partition_name,
        {{ sqlmetrics.class_name(plan) if plan.show_values else sqlmetrics.as_string('null') }} as class_name,
        {{ sqlmetrics.as_string('value' if plan.show_values else 'null') }} as believed_value,
        class_total, n as value_size,
        {{ sqlmetrics.as_double('n') }} / {{ sqlmetrics.as_double('class_total') }} as value_share,
        {{ sqlmetrics.as_double('value_total') }} / {{ sqlmetrics.as_double('table_total') }} as table_share,
        dense_rank()
            over (order by {{ sqlmetrics.as_double('class_largest') }}
                / {{ sqlmetrics.as_double('class_total') }} desc, class_total desc,
                {{ sqlmetrics.key_columns(plan) }}) as class_place,
        value_place
    from beside_{{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target as {{ sqlmetrics.quoted('target') }},
    partition_name as {{ sqlmetrics.quoted('partition') }},
    class_name as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('class_total') }} as {{ sqlmetrics.quoted('class_records') }},
    believed_value as {{ sqlmetrics.quoted('value') }},
    {{ sqlmetrics.as_integer('value_size') }} as {{ sqlmetrics.quoted('records') }},
    value_share as {{ sqlmetrics.quoted('share') }},
    table_share as {{ sqlmetrics.quoted('baseline') }}
from believed
{%- set kept = [] -%}
{%- if not plan.show_values -%}{%- do kept.append('value_place = 1') -%}{%- endif -%}
{%- if plan.limit -%}{%- do kept.append('class_place <= ' ~ plan.limit) -%}{%- endif -%}
{%- if kept %}
where {{ kept | join(' and ') }}
{%- endif %}
order by target_number, class_place, value_place
{%- endmacro %}
