{#-
One round of stars that match everything. Every open class, of fewer than k matching records,
for which `stars` are the fewest picks, of all patterns that leave it alike with k records of all,
that with the most open records. In each group as many records are starred as make the others match
k, classes of few records first and each in turn. A starred record stays alike with its group, so
that it needs no more; `matched` grows for all others of the group.

`state` has the columns of `matching_classes`, with a row for the records of a class that have a
pattern of stars, 0 where they have none. They come back.
-#}
{%- macro matching_round(plan, state, patterns, stars, k) -%}
{%- set values = [] -%}
{%- set left = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do values.append('value_' ~ key.number) -%}
{%- do left.append('left_' ~ key.number) -%}
{%- endfor -%}
{%- set values = values | join(', ') -%}
{%- set left = left | join(', ') -%}
{%- set enough = 'case when single_pickers >= most_needed then most_needed'
    ~ ' when pickers = 1 then most_needed + n'
    ~ ' else most_needed + floor((most_needed + pickers - 2) / ' ~ sqlmetrics.as_double('pickers - 1')
    ~ ') end' -%}
select class_number, pattern, sum(part_n) as n, max(part_matched) as matched, needed, {{ values }}
    from (
        select
            class_number, case when part = 1 then tried else pattern end as pattern,
            case when part = 1 then starred else n - starred end as part_n,
            case when part = 1 then {{ k }} when pattern = 0 then matched + more
                else matched end as part_matched, needed, {{ values }}
        from (
            select
                class_number, pattern, n, matched, needed, {{ values }}, tried, starred, place,
                sum(group_starred - starred) over (partition by class_number, pattern) as more
            from (
                select
                    class_number, pattern, n, matched, needed, {{ values }}, tried, starred, place,
                    sum(starred) over (partition by {{ left }}) as group_starred
                from (
                    select
                        class_number, pattern, n, matched, needed, {{ values }}, {{ left }}, tried, place,
                        case
                            when picks = 0 or position > enough then 0
                            when pickers = 1
                                or floor((enough - position)
                                    / {{ sqlmetrics.as_double('pickers') }}) + 1 > n then n
                            else {{ sqlmetrics.as_integer('floor((enough - position) / '
                                ~ sqlmetrics.as_double('pickers') ~ ') + 1') }}
                        end as starred
                    from (
                        select
                            class_number, pattern, n, matched, needed, {{ values }}, {{ left }}, tried, place,
                            picks, pickers, position,
                            {{ enough }} as enough
                        from (
                            select
                                class_number, pattern, n, matched, needed, {{ values }}, {{ left }}, tried,
                                place, picks,
                                sum(picks) over (partition by {{ left }}) as pickers,
                                sum(case when n = 1 then picks else 0 end)
                                    over (partition by {{ left }}) as single_pickers,
                                max(case when picks = 1 then {{ k }} - matched end)
                                    over (partition by {{ left }}) as most_needed,
                                row_number()
                                    over (partition by {{ left }} order by picks desc, n,
                                        class_number, pattern) as position
                            from (
                                select
                                    class_number, pattern, n, matched, needed, {{ values }}, {{ left }},
                                    tried, place,
                                    case when place = 1 and pattern = 0 and matched < {{ k }}
                                        and needed = {{ stars }} and whole >= {{ k }} then 1
                                            else 0 end as picks
                                from (
                                    select
                                        class_number, pattern, n, matched, needed, {{ values }}, {{ left }},
                                        tried, whole,
                                        row_number()
                                            over (partition by class_number, pattern order by case
                                                when whole >= {{ k }} then 0 else 1 end, open_records desc,
                                                tried) as place
                                    from (
                                        select
                                            class_number, pattern, n, matched, needed, {{ values }},
                                            {{ left }}, tried,
                                            sum(n) over (partition by {{ left }}) as whole,
                                            sum(case when pattern = 0 and matched < {{ k }} then n else 0 end)
                                                over (partition by {{ left }}) as open_records
                                        from (
                                            select
                                                class_number, state.pattern as pattern, n, matched, needed,
                                                {{ values }}, patterns.pattern as tried
                                                {%- for key in plan.quasi_identifiers %},
                                                kept_{{ key.number }}
                                                    * value_{{ key.number }} as left_{{ key.number }}
                                                {%- endfor %}
                                            from {{ state }} state
                                            cross join {{ patterns }} patterns
                                            where patterns.stars = {{ stars }}
                                        ) tried_patterns
                                    ) sized
                                ) placed
                            ) picked
                        ) grouped
                    ) measured
                ) starring
            ) counted
        ) spread
        cross join (select 0 as part{{ sqlmetrics.one_row() }}
            union all select 1 as part{{ sqlmetrics.one_row() }}) parts
        where place = 1 and (part = 0 and n > starred or part = 1 and starred > 0)
    ) parts_of_classes
    group by class_number, pattern, needed, {{ values }}
{%- endmacro %}
