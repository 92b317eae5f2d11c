{#-
The cells of some of the keys: their people and, where the margin is published and has a measure, the
total, the least amount, and the sums of the largest contributions. Weights say for how many copies a
contribution stands, and the last of the largest counts in part.
-#}
{%- macro output_margin(plan, outputs, margin) -%}
{%- set names = [] -%}
{%- set windows = [] -%}
{%- for key in margin['keys'] -%}
{%- do names.append(sqlmetrics.key_name(key)) -%}
{%- do windows.append(sqlmetrics.window_key(sqlmetrics.key_name(key))) -%}
{%- endfor -%}
{%- set keys = names | map('string') | join(', ') -%}
{%- set listed = keys ~ ', ' if keys else '' -%}
{%- set people = plan.individual is not none -%}
{%- set sums = outputs.measure is not none and margin.judged -%}
{%- set lists = sums and outputs.weight is none and sqlmetrics.largest_amounts('amount', 1) -%}
{%- set counted = 'count(*)' if people else 'sum(people)' -%}
{%- set grouped = 'group by ' ~ keys if keys else 'having count(*) > 0' -%}
{%- set persons -%}
{%- if people and not margin.whole -%}
(
            select {{ listed }}individual{{ ', ' ~ sqlmetrics.kahan_sum('amount') ~ ' as amount'
                if sums }}{{ ', max(weight) as weight' if sums and not lists }}
            from contributors
            group by {{ listed }}individual
        ) persons
{%- else -%}
contributors
{%- endif -%}
{%- endset -%}
-- a row per combination of {{ margin.names or 'no keys, that is all people' }}
margin_{{ margin.number }} as (
    {%- if lists %}
    select
        {{ listed }}people, total, lowest,
        {{ sqlmetrics.sum_of_amounts('amounts', 1) }} as largest, {{ sqlmetrics.sum_of_amounts('amounts',
            2) }} as largest_two, {{ sqlmetrics.sum_of_amounts('amounts', outputs.dominance) }} as largest_n
    from (
        select
            {{ listed }}{{ counted }} as people, {{ sqlmetrics.kahan_sum('amount' if people
                else 'total') }} as total, min({{ 'amount' if people else 'lowest' }}) as lowest,
            {{ sqlmetrics.largest_amounts('amount', outputs.kept) if people
                else sqlmetrics.joined_amounts('amounts', outputs.kept) }} as amounts
        from {{ persons }}
        {{ grouped }}
    ) listed
    {%- elif sums %}
    select
        {{ listed }}{{ counted }} as people, {{ sqlmetrics.kahan_sum('total') }} as total,
        min(lowest) as lowest,
        {%- for number, name in [(1, 'largest'), (2, 'largest_two'), (outputs.dominance, 'largest_n')] %}
        {{ sqlmetrics.kahan_sum('amount * case when earlier >= ' ~ number ~ ' then 0 when earlier + weight > '
            ~ number ~ ' then ' ~ number ~ ' - earlier else weight end') }} as {{ name }}{{ ','
            if not loop.last }}
        {%- endfor %}
    from (
        select
            {{ listed }}{{ 'weight * amount as total, amount as lowest' if people
                else 'people, total, lowest' }}, amount, weight,
            sum(weight) over ({{ 'partition by ' ~ windows | join(', ') ~ ' '
                if windows }}order by amount desc rows unbounded preceding) - weight as earlier
        from {{ persons }}
    ) ranked
    {{ grouped }}
    {%- else %}
    select {{ listed }}{{ counted }} as people
    from {{ persons }}
    {{ grouped }}
    {%- endif %}
)
{%- endmacro %}
