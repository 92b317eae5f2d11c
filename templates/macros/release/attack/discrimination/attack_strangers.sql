{#-
A release's classes beside the people of another relation who have the same keys: the share of the
identity that an attacker with that relation knows, and the share of the release's records with
somebody there. H(X) is the logarithm of all these people, H(X|Y*=y) that of those in the class, and
p(y) the class's share of the records that are linked. Stacked and grouped, since a join would lose
NULL keys.

view.number, view.kind    grey, or white_link for the share alone
view.known_number, .known   as in `attack_rates`
view.target               the name of the identity
view.pairs                 list of {released, general, text}: the columns of the two count
                           relations, compared as texts where one is recoded
view.own, view.others     the count relations of the release and of the others
view.shown                whether suppressed records are left out
-#}
{%- macro attack_strangers(plan, view) -%}
{%- set by_class = plan.level == 'class' -%}
{%- set keys = sqlmetrics.key_columns(view.score) -%}
{%- set bits = sqlmetrics.ln_2() -%}
select
        {{ sqlmetrics.literal(view.kind) }} as kind,
        {{ view.known_number }} as known_number, {{ sqlmetrics.literal(view.known) }} as known,
        0 as target_number, {{ sqlmetrics.literal(view.target) }} as target, {{ sqlmetrics.as_string('null') }} as partition_name,
        class_name, place, records,
        case
            when lost > 0 then 'a partition has no domain for some values'
            when released_size = 0 then 'the table has no records'
            when records = 0 or unmet = 1 then {{ sqlmetrics.literal(view.empty) }}
            else 'the target has a single value'
        end as undefined,
        case when lost = 0 and records > 0 then rate end as rate,
        {{ sqlmetrics.as_double('null') }} as shift,
        case when lost = 0 then linked end as linked
    from (
        with
        stacked as (
            select
                {%- for key in view.pairs %}
                {{ sqlmetrics.as_string('counted.' ~ key.released)
                    if key.text else 'counted.' ~ key.released }} as key_{{ loop.index }},
                {%- endfor %}
                counted.records as released_records, 0 as other_records, 0 as lost_records
            from {{ view.own }} counted
            {%- if view.shown %}
            where counted.suppressed = 0
            {%- endif %}
            union all
            select
                {%- for key in view.pairs %}
                {{ sqlmetrics.as_string('counted.' ~ key.general)
                    if key.text else 'counted.' ~ key.general }} as key_{{ loop.index }},
                {%- endfor %}
                0 as released_records, counted.records as other_records,
                counted.unmapped as lost_records
            from {{ view.others }} counted
        ),
        met as (
            select
                {{ keys }},
                {{ sqlmetrics.as_double('sum(released_records)') }} as class_size,
                {{ sqlmetrics.as_double('sum(other_records)') }} as class_others,
                sum(lost_records) as class_lost
            from stacked
            group by {{ keys }}
        ),
        crowd as (
            select
                coalesce(sum(class_size), 0) as released_size,
                sum(class_others) as target_values,
                coalesce(sum(class_lost), 0) as lost,
                sum(case when class_others > 0 then class_size else 0 end) as linked_size,
                sum(case when class_others > 0 then class_size * {{ sqlmetrics.ln('class_others') }} else 0 end) as uncertainty
            from met
        ),
        measured as (
            select
                {%- if by_class %}
                {{ keys }}, class_size, class_others,
                {%- endif %}
                released_size, target_values, lost, linked_size,
                {{ sqlmetrics.ln('case when target_values > 0 then target_values end') }} / {{ bits }} as target_entropy,
                {% if by_class -%}
                case when class_others > 0 then class_size * {{ sqlmetrics.ln('class_others') }} end / nullif(linked_size, 0) / {{ bits }} as weighted_entropy
                {%- else -%}
                uncertainty / nullif(linked_size, 0) / {{ bits }} as conditional_entropy
                {%- endif %}
            from {% if by_class %}met
            cross join crowd
            where class_size > 0{% else %}crowd{% endif %}
        ){% if by_class %},
        placed as (
            select
                {{ keys }}, class_size, class_others, released_size, target_values, lost, linked_size, target_entropy, weighted_entropy,
                row_number() over (order by case when class_others > 0 then 0 else 1 end, class_others, class_size, {{ keys }}) as place
            from measured
        ){% endif %}
        select
            {% if by_class -%}
            {{ sqlmetrics.class_name(view.score)
                if plan.show_values else sqlmetrics.as_string('null') }} as class_name, place, class_size as records,
            case when class_others > 0 then 0 else 1 end as unmet,
            {%- else -%}
            {{ sqlmetrics.as_string('null') }} as class_name, 0 as place, linked_size as records, 0 as unmet,
            {%- endif %}
            released_size, lost,
            {{ sqlmetrics.discrimination_rate(plan.level) }} as rate,
            linked_size / nullif(released_size, 0) as linked
        from {{ 'placed' if by_class else 'measured' }}
        {%- if by_class and plan.limit %}
        where place <= {{ plan.limit }}
        {%- endif %}
    ) view_{{ view.number }}
{%- endmacro %}
