{#-
One round of propagation over the lines of published tables. A line is a sum: what its cells have times
their sign is 0 together, with the sign -1 of the total and 1 of its parts. Each cell may have what
the others of its line leave, and no more. NULL is no bound. Rounds are repeated until no bound
moves; what is known exactly then has low = high, and `low_line` and `high_line` say which line moved a bound.

lines   the relation of lines: line, cell, sign
bounds  the relation of cells: cell, low, high
-#}
{%- macro published_round(lines, bounds) -%}
with
-- a row per line and cell, with what the line's cells have at least and at most
terms as (
    select
        term.line as line, term.cell as cell, term.sign as sign, bound.low as low, bound.high as high,
        case when term.sign > 0 then bound.low else -bound.high end as at_least,
        case when term.sign > 0 then bound.high else -bound.low end as at_most
    from {{ lines }} term
    inner join {{ bounds }} bound on bound.cell = term.cell
),
sums as (
    select
        line, cell, sign, low, high, at_least, at_most,
        sum(coalesce(at_least, 0)) over (partition by line) - coalesce(at_least, 0) as least_others,
        sum(case when at_least is null then 1 else 0 end) over (partition by line) - case
            when at_least is null then 1 else 0 end as least_open,
        sum(coalesce(at_most, 0)) over (partition by line) - coalesce(at_most, 0) as most_others,
        sum(case when at_most is null then 1 else 0 end) over (partition by line) - case
            when at_most is null then 1 else 0 end as most_open
    from terms
),
-- what each line leaves a cell
left_counts as (
    select
        line, cell, low, high,
        case when sign > 0 then case when most_open = 0 then -most_others end
            when least_open = 0 then least_others end as line_low,
        case when sign > 0 then case when least_open = 0 then -least_others end
            when most_open = 0 then most_others end as line_high
    from sums
),
tight as (
    select
        line, cell,
        case when line_low > low then line_low end as new_low,
        case when high is null or line_high < high then line_high end as new_high,
        max(line_low) over (partition by cell) as most_low,
        min(line_high) over (partition by cell) as least_high
    from left_counts
),
moved as (
    select
        cell,
        max(new_low) as low,
        min(new_high) as high,
        min(case when new_low = most_low then line end) as low_line,
        min(case when new_high = least_high then line end) as high_line
    from tight
    group by cell
)
select
    bound.cell as cell,
    {{ sqlmetrics.as_integer('coalesce(moved.low, bound.low)') }} as low,
    {{ sqlmetrics.as_integer('coalesce(moved.high, bound.high)') }} as high,
    moved.low_line as low_line,
    moved.high_line as high_line
from {{ bounds }} bound
left join moved on moved.cell = bound.cell
{%- endmacro %}
