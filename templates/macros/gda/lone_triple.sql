{#- The records of `sided` that may be alone in meeting their conditions on the columns of one choice, as a query of choice and record. -#}
{%- macro lone_triple(choice, weights) -%}
{%- set numbers = choice.columns | selectattr('kind', 'equalto', 'number') | map(attribute='place') | list -%}
{%- set texts = choice.columns | rejectattr('kind', 'equalto', 'number') | map(attribute='place') | list -%}
{%- set fixed = (['v' ~ (texts | join(', v'))] if texts else []) + (['side' ~ (numbers | join(', side'))] if numbers else []) -%}
{%- set fixed = fixed | join(', ') -%}
{%- set fixed_keys -%}{%- for name in fixed.split(', ') %}{{ sqlmetrics.window_key(name) }}{{ ', ' if not loop.last }}{% endfor -%}{%- endset -%}
{%- if numbers | length == 0 -%}
select {{ choice.number }} as choice, record
    from (
        select min(record) as record, count(*) as records
        from sided
        group by {{ fixed }}
    ) cells
    where records = 1
{%- elif numbers | length == 1 -%}
select {{ choice.number }} as choice, {{ sqlmetrics.first_by('record', 'reach' ~ numbers[0]) }} as record
    from sided
    group by {{ fixed }}
{%- else -%}
select {{ choice.number }} as choice, record
    from (
        select
            record, reach{{ numbers[1] }} as reach_two,
            row_number() over (partition by {{ fixed_keys }} order by reach{{ numbers[0] }}, reach{{ numbers[1] }}) as position_of,
            min(reach{{ numbers[1] }}) over (partition by {{ fixed_keys }} order by reach{{ numbers[0] }}, reach{{ numbers[1] }} rows between unbounded preceding and 1 preceding) as before_two
            {%- if numbers | length == 3 %},
            reach{{ numbers[2] }} as reach_three,
            min(reach{{ numbers[2] }}) over (partition by {{ fixed_keys }} order by reach{{ numbers[0] }}, reach{{ numbers[1] }} rows between unbounded preceding and 1 preceding) as before_three
            {%- endif %}
        from {{ sqlmetrics.extreme_points(fixed.split(', '), numbers, weights) }}
    ) extremes
    where position_of = 1 or before_two > reach_two{{ ' or before_three > reach_three' if numbers | length == 3 }}
{%- endif -%}
{%- endmacro %}
