{#-
A release's classes beside the people of another relation who have the same keys: the share of the
identity that an attacker with that relation knows, and the share of the release's records with
somebody there. H(X) is the logarithm of all these people, H(X|Y*=y) the logarithm of the people in
the class, and p(y) the class's share of the records that are linked. Where individuals are told
apart, each is one in each class, on both sides, and H(X) is the entropy of the people by the
classes that they are in. Stacked and grouped, since a join would lose NULL keys.

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
{%- set people = view.score.individual is not none -%}
{%- set keys = sqlmetrics.key_columns(view.score) -%}
{%- set whole = 'target_bits' if people
    else sqlmetrics.log2('case when target_values > 0 then target_values end') -%}
select
        {{ sqlmetrics.literal(view.kind) }} as kind,
        {{ view.known_number }} as known_number, {{ sqlmetrics.literal(view.known) }} as known,
        0 as target_number, {{ sqlmetrics.literal(view.target) }} as target,
        {{ sqlmetrics.as_string('null') }} as partition_name,
        class_name, place, records,
        case
            when lost > 0 then 'a partition has no domain for some values'
            when released_size = 0 then 'the table has no records'
            when records = 0 or unmet = 1 then {{ sqlmetrics.literal(view.empty) }}
            else 'the target has a single value'
        end as undefined,
        case when lost = 0 and records > 0 then rate end as rate,
        {{ sqlmetrics.as_double('null') }} as shift,
        {{ sqlmetrics.as_double('null') }} as beyond,
        case when lost = 0 then linked end as linked
    from (
        with
        -- a row per {{ 'released individual and class' if people else 'count of released records' }}
        own_members as (
            {{ sqlmetrics.attack_members(view, view.own, 'released') }}
        ),
        -- a row per {{ 'other individual and class' if people else 'count of other records' }}
        other_members as (
            {{ sqlmetrics.attack_members(view, view.others, 'general') }}
        ),
        -- a row per {{ 'individual and class' if people else 'count of records' }} of either side
        stacked as (
            select {{ keys }}, members as released_members, member_records as released_records,
            0 as other_members, 0 as lost_records
            from own_members
            union all
            select {{ keys }}, 0 as released_members, 0 as released_records, members as other_members,
            member_lost as lost_records
            from other_members
        ),
        -- a row per class of either side
        met as (
            select
                {{ keys }},
                {{ sqlmetrics.as_double('sum(released_members)') }} as class_size,
                {{ sqlmetrics.as_double('sum(released_records)') }} as class_records,
                {{ sqlmetrics.as_double('sum(other_members)') }} as class_others,
                sum(lost_records) as class_lost
            from stacked
            group by {{ keys }}
        ),
        {%- if people %}
        -- a row per individual
        appeared as (
            select {{ sqlmetrics.count_records() }} as appearances
            from other_members
            group by individual
        ),
        -- one row
        named as (
            select
                {{ sqlmetrics.as_double('count(*)') }} as target_values,
                sum(appearances * {{ sqlmetrics.surprise('appearances',
                    'all_appearances') }}) / max(all_appearances) as target_bits
            from (
                select appearances, {{ sqlmetrics.as_double('sum(appearances) over ()') }} as all_appearances
                from appeared
            ) counted
        ),
        {%- endif %}
        -- one row
        crowd as (
            select
                coalesce(sum(class_size), 0) as released_size,
                coalesce(sum(class_records), 0) as released_records,
                sum(class_others) as {{ 'other_size' if people else 'target_values' }},
                coalesce(sum(class_lost), 0) as lost,
                sum(case when class_others > 0 then class_size else 0 end) as linked_size,
                sum(case when class_others > 0 then class_records else 0 end) as linked_records,
                sum(case when class_others > 0 then class_size * ({{ sqlmetrics.log2('class_others') }})
                    else 0 end) as left_bits
            from met
        ),
        -- {{ 'a row per released class' if by_class else 'one row' }}
        measured as (
            select
                {%- if by_class %}
                {{ keys }}, class_size, class_records, class_others,
                {%- endif %}
                released_size, released_records, target_values, lost, linked_size, linked_records,
                {{ whole }} as target_entropy,
                {% if by_class -%}
                case when class_others > 0 then class_size * ({{ sqlmetrics.log2('class_others') }}) end
                    / nullif(linked_size, 0) as weighted_entropy
                {%- else -%}
                ({{ whole }}) - left_bits / nullif(linked_size, 0) as mutual_information
                {%- endif %}
            from {{ 'met\n            cross join crowd' if by_class else 'crowd' }}
            {%- if people %}
            cross join named
            {%- endif %}
            {%- if by_class %}
            where class_size > 0
            {%- endif %}
        ){% if by_class %},
        -- a row per released class
        placed as (
            select
                {{ keys }}, class_size, class_records, class_others, released_size, released_records,
                target_values, lost, linked_size, linked_records, target_entropy, weighted_entropy,
                row_number()
                    over (order by case when class_others > 0 then 0 else 1 end, class_others,
                        class_size, {{ keys }}) as place
            from measured
        ){% endif %}
        select
            {% if by_class -%}
            {{ sqlmetrics.class_name(view.score)
                if plan.show_values
                else sqlmetrics.as_string('null') }} as class_name, place, class_records as records,
            case when class_others > 0 then 0 else 1 end as unmet,
            {%- else -%}
            {{ sqlmetrics.as_string('null') }} as class_name, 0 as place, linked_records as records,
            0 as unmet,
            {%- endif %}
            released_size, lost,
            {{ sqlmetrics.discrimination_rate(plan.level) }} as rate,
            linked_records / nullif(released_records, 0) as linked
        from {{ 'placed' if by_class else 'measured' }}
        {%- if by_class and plan.limit %}
        where place <= {{ plan.limit }}
        {%- endif %}
    ) view_{{ view.number }}
{%- endmacro %}
