{#-
One row with the epsilon of the channel from original keys to released ones: the largest
|ln p(x'|a) / p(x'|b)| over original values a and b and released values x', from the counts of linked
records. It is unbounded where a released value of one original value never stands for another.

view.known_number, .known    as in `attack_rates`
view.places     the places of the known keys, from 1
view.own        the count relation of the release, with the original's keys beside its own
view.shown      whether suppressed records are left out
-#}
{%- macro attack_channel(plan, view) -%}
{%- set originals = [] -%}
{%- set released = [] -%}
{%- for place in view.places -%}
{%- do originals.append('original_' ~ place) -%}
{%- do released.append('released_' ~ place) -%}
{%- endfor -%}
{%- set before = originals | join(', ') -%}
{%- set after = released | join(', ') -%}
select
        {{ sqlmetrics.literal(view.kind) }} as kind,
        {{ view.known_number }} as known_number, {{ sqlmetrics.literal(view.known) }} as known,
        1 as target_number, {{ sqlmetrics.literal(view.target) }} as target,
        {{ sqlmetrics.as_string('null') }} as partition_name,
        {{ sqlmetrics.as_string('null') }} as class_name, 0 as place, linked_records as records,
        case
            when linked_records = 0 then {{ sqlmetrics.literal(view.empty) }}
            when origins = 1 then 'the target has a single value'
            else 'a released value never stands for some original one, which no epsilon bounds'
        end as undefined,
        case when origins > 1 and fewest_origins = origins
            then {{ sqlmetrics.ln('case when largest_ratio > 0 then largest_ratio end') }} end as rate,
        {{ sqlmetrics.as_double('null') }} as shift,
        {{ sqlmetrics.as_double('null') }} as beyond,
        {{ sqlmetrics.as_double('null') }} as linked
    from (
        with
        -- a row per combination of original and released keys
        cells as (
            select {{ before }}, {{ after }},
            {{ sqlmetrics.as_double('sum(counted.records)') }} as cell_records
            from {{ view.own }} counted
            where counted.linked = 1{{ ' and counted.suppressed = 0' if view.shown }}
            group by {{ before }}, {{ after }}
        ),
        -- a row per combination of original and released keys
        likelihoods as (
            select {{ after }}, cell_records,
            cell_records / sum(cell_records) over (partition by {{ before }}) as likelihood
            from cells
        ),
        -- a row per combination of released keys
        outcomes as (
            select {{ sqlmetrics.count_records() }} as outcome_origins, sum(cell_records) as outcome_records,
            max(likelihood) / min(likelihood) as ratio
            from likelihoods
            group by {{ after }}
        ),
        -- one row
        origin_values as (
            select {{ sqlmetrics.count_records() }} as origins
            from (select {{ before }} from cells group by {{ before }}) distinct_origins
        ),
        -- one row
        extremes as (
            select min(outcome_origins) as fewest_origins, max(ratio) as largest_ratio,
            coalesce(sum(outcome_records), 0) as linked_records
            from outcomes
        )
        select linked_records, origins, fewest_origins, largest_ratio
        from extremes cross join origin_values
    ) view_{{ view.number }}
{%- endmacro %}
