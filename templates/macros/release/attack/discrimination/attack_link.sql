{#-
One row with the share of a release's records that are linked to the original by their record id, or
that are suppressed; or, where the two cannot be linked, without any.

view.kind       white_link | suppressed | white
view.column     linked | suppressed, the column of the count relation that says so; none where the
                two cannot be linked
view.own        the count relation of the release
view.shown      whether suppressed records are left out
-#}
{%- macro attack_link(plan, view) -%}
{%- set held = sqlmetrics.as_double('sum(case when ' ~ view.column
    ~ ' = 1 then counted_records else 0 end)') -%}
select
        {{ sqlmetrics.literal(view.kind) }} as kind,
        {{ view.known_number }} as known_number, {{ sqlmetrics.literal(view.known) }} as known,
        0 as target_number, {{ sqlmetrics.literal(view.target) }} as target,
        {{ sqlmetrics.as_string('null') }} as partition_name,
        {{ sqlmetrics.as_string('null') }} as class_name, 0 as place, {{ 'coalesce(sum(counted_records), 0)'
            if view.column is not none else '0' }} as records,
        {{ sqlmetrics.literal(view.empty) }} as undefined,
        {{ sqlmetrics.as_double('null') }} as rate,
        {{ sqlmetrics.as_double('null') }} as shift,
        {{ sqlmetrics.as_double('null') }} as beyond,
        {{ held ~ ' / nullif(' ~ sqlmetrics.as_double('sum(counted_records)') ~ ', 0)'
            if view.column is not none else sqlmetrics.as_double('null') }} as linked
    {%- if view.column is not none %}
    from (
        select counted.{{ view.column }}, counted.records as counted_records
        from {{ view.own }} counted
        {%- if view.shown %}
        where counted.suppressed = 0
        {%- endif %}
    ) view_{{ view.number }}
    {%- else %}{{ sqlmetrics.one_row() }}
    {%- endif %}
{%- endmacro %}
