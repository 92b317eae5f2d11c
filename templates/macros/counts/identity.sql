{#-
The identity's classes, `classes_0`, where they differ from the classes of a sensitive target with
nothing beside: class_size and what is measured of people. They are counted from the relation
itself, from the count relation, from the classes of a sensitive target, or with `within`, for each
of several tables, from the relations members_0 or cells_0. Where individuals are named, each is a
value of its own, that has some share of all appearances. Where NULL matches every value, `matched_classes`
has them.
-#}
{%- macro identity(plan, within='') -%}
{%- set target = plan.targets[0] -%}
{%- set own = dict(target, suffix='_0') -%}
{%- set people = plan.individual is not none -%}
{%- set further = plan.population is not none or plan.weight is not none -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set shared = not people and plan.nulls != 'drop' and plan.targets | length > 1 -%}
{%- set grouped = not within and not shared and sqlmetrics.is_direct(plan) -%}
{%- set sample = 'sampled' if further else 'classes' ~ sqlmetrics.suffix(target) -%}
{%- set counted = sqlmetrics.count_records() if grouped else 'class_size' if shared else 'sum(records)' -%}
{%- set columns = [] -%}
{%- if within -%}{%- do columns.append([within[:-2]]) -%}{%- endif -%}
{%- if plan.level == 'class' or further -%}
    {%- do columns.append([sqlmetrics.key_columns(plan)]) -%}
{%- elif plan.slices -%}
    {%- do columns.append([sqlmetrics.slice_columns(plan)[:-2]]) -%}
{%- endif -%}
{%- do columns.append([counted ~ (' as class_size' if not shared)]) -%}
{%- if 'class_values' in plan.facts -%}{%- do columns.append([counted ~ ' as class_values']) -%}{%- endif -%}
{%- if 'class_share' in plan.facts -%}
    {%- do columns.append([sqlmetrics.as_double(counted) ~ ' / sum(' ~ counted ~ ') '
        ~ sqlmetrics.over_table(plan, within) ~ ' as class_share', 'p(y)']) -%}
{%- endif -%}
{%- if 'unmapped_records' in plan.facts and not within -%}
{%- set losses = sqlmetrics.key_losses(plan, plan.targets[1]) if shared else 'sum(unmapped)'
    if sqlmetrics.lost_keys(plan) else '0' -%}
{%- do columns.append([losses ~ (' as class_unmapped' if losses != 'class_unmapped')]) -%}
{%- endif -%}
{%- if people -%}
-- an individual in a class
cells_0 as (
    {%- if within %}
    select individual as value, {{ keys }}, {{ sqlmetrics.as_integer('1') }} as n,
    member_records as cell_records
    from members_0
    {%- else %}
    select individual, {{ keys }}, {{ sqlmetrics.as_integer('1') }} as n,
    {{ 'sum(unmapped) as cell_unmapped, ' if sqlmetrics.lost_keys(plan) }}sum(records) as cell_records
    from people
    {{- sqlmetrics.target_filter(plan, target, lost=true) }}
    group by individual, {{ keys }}
    {%- endif %}
),
{{ sqlmetrics.classes(plan, dict(target, suffix='_0'), within, name=sample) }}
{%- elif plan.nulls == 'any' -%}
{%- set filter = sqlmetrics.target_filter(plan, target, records=grouped, lost=true) -%}
{{ sqlmetrics.matched_classes(plan, (sqlmetrics.rows(plan, []) if grouped else 'counts') ~ filter, counted,
    sample) }}
{%- else -%}
-- a class: the records that share the keys{{ ' in a table' if within }}
{{ sample }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ sqlmetrics.rows(plan, []) if grouped else 'classes' ~ sqlmetrics.suffix(plan.targets[1]) if shared
        else 'cells_0' if within else 'counts' }}
    {{- sqlmetrics.target_filter(plan, target, records=grouped, lost=true) if not within and not shared }}
    {%- if not shared %}
    group by {{ keys }}
    {%- endif %}
)
{%- endif -%}
{%- if plan.population is not none -%},
{{ sqlmetrics.populated(plan) }}
{%- endif -%}
{%- if plan.weight is not none -%},
{{ sqlmetrics.surveyed(plan) }}
{%- endif -%}
{%- endmacro %}
