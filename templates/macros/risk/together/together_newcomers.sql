{#-
Who came, by subtracting the counts of a release from the next ones: `newcomers`, a row per release from the
second on, with the records that came, and how many came alone in their class. It goes on from `cells`.
-#}
{%- macro together_newcomers(plan, series) -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set classes = [] -%}
{%- for key in plan.quasi_identifiers[1:] -%}{%- do classes.append(sqlmetrics.key_name(key)) -%}{%- endfor -%}
{%- set classes = classes | join(', ') -%}
-- a class and a value, with the records that came from the release before, less those that left
changes as (
    select {{ bit }}, {{ classes }}, sum(growth) as came
    from (
        select {{ bit }}, {{ classes }}, held, sum(records) as growth
        from (
            select {{ bit }}, {{ classes }}, held,
            {{ sqlmetrics.as_integer('records') }} as records from cells where {{ bit }} > 1
            union all
            select 2 * {{ bit }}, {{ classes }}, held,
            {{ sqlmetrics.as_integer('-records') }} from cells
                where {{ bit }} < {{ 2 ** (series.releases - 1) }}
        ) both_releases
        group by {{ bit }}, {{ classes }}, held
        having sum(records) > 0
    ) gains
    group by {{ bit }}, {{ classes }}
),
-- a release with the records that came, and how many of them came alone
newcomers as (
    select {{ bit }}, sum(came) as all_came, sum(case when came = 1 then 1 else 0 end) as alone
    from changes
    group by {{ bit }}
)
{%- endmacro %}
