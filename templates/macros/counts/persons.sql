{#-
The people of the identity's classes, each once, as `persons`: least_size, the smallest of their
classes, where they are `sized`, and most_<measure>, the largest of a measure of their classes, for
each of `beside`. With `within` each table that is measured together has its own.
-#}
{%- macro persons(plan, within='', beside=[], sized=true) -%}
{%- set person = 'value' if within else 'individual' -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set window = ' over (partition by ' ~ within ~ sqlmetrics.window_keys(plan) ~ ') as ' -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan) -%}
{%- set columns = [[apart ~ person]] -%}
{%- set met = [[apart ~ person]] -%}
{%- if sized -%}
{%- do columns.append(['min(n_y) as least_size']) -%}
{%- do met.append(['sum(n)' ~ window ~ 'n_y']) -%}
{%- endif -%}
{%- for measure in beside -%}
{%- do columns.append(['case when count(' ~ measure ~ ') = count(*) then max(' ~ measure ~ ') end as most_'
    ~ measure]) -%}
{%- do met.append(['max(' ~ measure ~ ')' ~ window ~ measure]) -%}
{%- endfor -%}
{%- if beside -%}{%- do met.append(['n']) -%}{%- endif -%}
-- an individual, once, by the class that exposes them most
persons as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from (
        select {{ sqlmetrics.listed_columns(met, '            ') }}
        {%- if beside %}
        from (
            select {{ person }}, {{ keys }}, n, {% for measure
                in beside %}{{ sqlmetrics.as_double('null') }} as {{ measure }}{{ ', '
                if not loop.last }}{% endfor %}
            from cells_0
            union all
            select null as {{ person }}, {{ keys }}, 0 as n, {{ beside | join(', ') }}
            from classes{{ sqlmetrics.suffix(plan.targets[0]) }}
        ) stacked
        {%- else %}
        from cells_0
        {%- endif %}
    ) met
    {%- if beside %}
    where n = 1
    {%- endif %}
    group by {{ apart ~ person }}
)
{%- endmacro %}
