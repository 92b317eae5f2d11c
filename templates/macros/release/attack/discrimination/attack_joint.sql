{#-
What a release says of its original's records, a row per measure and target: whose keys are alone in
both relations, and whose value the released records with the same keys claim. Both count relations
are stacked and grouped, since a join would lose NULL keys. A class is the records of either side
with the same keys; its released records are disclosive if they have a single value. The measures
are expressions over the columns of `sums` and `chances`.

view.number                 the number of the view
view.known_number, .known   as in `attack_rates`
view.original, .released    the count relations
view.pairs                  list of {original, released, text}: the columns of the keys in the count
                            relations, compared as texts where their types differ
view.attributes             list of {number, name, text}: the sensitive attributes, whose values
                            compare as texts where their types differ; number 0 is the keys alone
view.identity               the number of the attribute by whose cells the identity is measured
view.target                 the name of the identity
view.measures               list of {metric, identity, records, undefined}: whether it measures the
                            identity or each attribute, the column with the number that it rests on,
                            and the reason why it can be undefined
view.everything             whether what makes up the measures is measured, too
view.people                 whether individuals are told apart
view.mapped                 whether the original's keys are recoded
view.shown                  whether suppressed records are left out
view.empty                  why it is undefined without records on one of the sides
-#}
{%- macro attack_joint(plan, view) -%}
{%- set several = view.attributes | length > 1 -%}
{%- set own = 'target_number, ' if several else '' -%}
{%- set columns = [] -%}
{%- for pair in view.pairs -%}{%- do columns.append('key_' ~ loop.index) -%}{%- endfor -%}
{%- set keys = own ~ (columns | join(', ')) -%}
{%- set columns = [] -%}
{%- for attribute in view.attributes if attribute.number -%}
    {%- do columns.append('value_' ~ attribute.number) -%}
{%- endfor -%}
{%- set values = columns | join(', ') -%}
{%- set cell = keys ~ (', ' ~ values if values else '') -%}
{%- set sums = [
    ('lone_both', 'case when class_originals = 1 and class_released = 1 then 1 else 0 end'),
    ('met', 'case when class_released > 0 then class_originals else 0 end'),
    ('told_rightly', 'case when released_values = 1 then common_originals else 0 end'),
    ('released_guesses', 'common_pairs / nullif(class_released, 0)'),
] -%}
{%- if view.everything -%}
{%- do sums.extend([
    ('lone_originals', 'case when class_originals = 1 then 1 else 0 end'),
    ('lone_released', 'case when class_released = 1 then 1 else 0 end'),
    ('lone_met', 'case when class_originals = 1 and class_released > 0 then 1 else 0 end'),
    ('original_disclosive', 'case when original_values = 1 then class_originals else 0 end'),
    ('released_disclosive', 'case when released_values = 1 then class_released else 0 end'),
    ('told', 'case when released_values = 1 then class_originals else 0 end'),
    ('told_of_both',
    'case when released_values = 1 and original_values = 1 then common_originals else 0 end'),
    ('original_guesses', 'original_pairs / nullif(class_originals, 0)'),
]) -%}
{%- endif -%}
select
        metric as kind, {{ view.known_number }} as known_number,
        {{ sqlmetrics.literal(view.known) }} as known,
        target_number, target, {{ sqlmetrics.as_string('null') }} as partition_name,
        {{ sqlmetrics.as_string('null') }} as class_name, 0 as place, records,
        case
            when lost > 0 then 'a partition has no domain for some values'
            when filled = 0 then {{ sqlmetrics.literal(view.empty) }}
            else absence
        end as undefined,
        case when lost = 0 and filled = 1 then rate end as rate,
        {{ sqlmetrics.as_double('null') }} as shift,
        {{ sqlmetrics.as_double('null') }} as beyond,
        {{ sqlmetrics.as_double('null') }} as linked
    from (
        with
        -- a row per count of either side{{ ' and attribute' if several }}
        sided as (
            {{ sqlmetrics.attack_side(view, 'original', several) }}
            union all
            {{ sqlmetrics.attack_side(view, 'released', several) }}
        ),
        {%- if view.people %}
        -- a row per individual, keys and value{{ ' of an attribute' if several }}
        members as (
            select individual, {{ cell }}, max(original_records) as member_originals,
            max(released_records) as member_released
            from sided
            group by individual, {{ cell }}
        ),
        {%- endif %}
        -- a row per keys and value{{ ' of an attribute' if several }}
        cells as (
            select
                {{ cell }},
                sum({{ 'member_originals' if view.people else 'original_records' }}) as originals,
                sum({{ 'member_released' if view.people else 'released_records' }}) as released
            from {{ 'members' if view.people else 'sided' }}
            group by {{ cell }}
        ),
        -- a row per keys{{ ' and attribute' if several }}
        classes as (
            select
                {{ keys }},
                sum(originals) as class_originals,
                sum(released) as class_released,
                {%- if view.everything %}
                {{ sqlmetrics.count_where('originals > 0') }} as original_values,
                sum(originals * originals) as original_pairs,
                {%- endif %}
                {{ sqlmetrics.count_where('released > 0') }} as released_values,
                sum(case when released > 0 then originals else 0 end) as common_originals,
                sum(originals * released) as common_pairs,
                max(case when released > 0 then {{ sqlmetrics.joint_value(view,
                    several) }} end) as released_value
            from cells
            group by {{ keys }}
        ),
        -- a row per value that released records claim alone, and for all others{{ ', of an attribute'
            if several }}
        claims as (
            select
                {{ own }}sum(class_originals) as claim_originals,
                sum(class_released) as claim_released
                {%- for name, expression in sums %},
                sum({{ expression }}) as claim_{{ name }}
                {%- endfor %}
            from classes
            group by {{ own }}case when released_values = 1 then 1 else 0 end,
            case when released_values = 1 then released_value end
        ),
        -- {{ 'a row per attribute' if several else 'one row' }}
        sums as (
            select
                {{ own }}sum(claim_originals) as originals,
                sum(claim_released) as released,
                {%- for name, _ in sums %}
                sum(claim_{{ name }}) as {{ name }},
                {%- endfor %}
                max(claim_told_rightly) as told_most
            from claims
            {%- if several %}
            group by target_number
            {%- endif %}
        ),
        {%- if values %}
        -- {{ 'a row per attribute' if several else 'one row' }}
        chances as (
            select {{ own }}sum(value_originals * value_originals) as value_pairs
            from (select {{ own }}sum(originals) as value_originals from cells group by {{ own
                ~ values }}) value_counts
            {%- if several %}
            group by target_number
            {%- endif %}
        ),
        {%- endif %}
        -- a row per attribute
        attributes as (
            {%- for attribute in view.attributes %}
            select {{ attribute.number }} as target_number,
            {{ sqlmetrics.as_string(sqlmetrics.literal(attribute.name)) }} as name{{ sqlmetrics.one_row() }}
            {{- '\n            union all' if not loop.last }}
            {%- endfor %}
        ),
        -- a row per measure
        measures as (
            {%- for measure in view.measures %}
            select {{ loop.index }} as measure_number,
            {{ sqlmetrics.as_string(sqlmetrics.literal(measure.metric)) }} as metric,
            {{ 1 if measure.identity else 0 }} as of_identity,
            {{ sqlmetrics.as_string(sqlmetrics.literal(measure.undefined) if measure.undefined
                else 'null') }} as absence{{ sqlmetrics.one_row() }}
            {{- '\n            union all' if not loop.last }}
            {%- endfor %}
        )
        select
            metric, absence,
            case when of_identity = 1 then 0 else attributes.target_number end as target_number,
            case when of_identity = 1 then {{ sqlmetrics.literal(view.target) }}
                else attributes.name end as target,
            {{ 'lost_records' if view.mapped else '0' }} as lost,
            case when originals > 0 and released > 0 then 1 else 0 end as filled,
            coalesce(case measure_number{% for measure
                in view.measures %} when {{ loop.index }} then {{ measure.records }}{% endfor %} end,
                0) as records,
            case
                {%- for measure in view.measures %}
                when measure_number = {{ loop.index }} then {{ sqlmetrics[measure.metric](plan.level) }}
                {%- endfor %}
            end as rate
        from attributes
        {%- if several %}
        left join sums on sums.target_number = attributes.target_number
        left join chances on chances.target_number = attributes.target_number
        {%- else %}
        cross join sums
        {%- if values %}
        cross join chances
        {%- endif %}
        {%- endif %}
        {%- if view.mapped %}
        cross join (select coalesce(sum(counted.unmapped), 0) as lost_records
            from {{ view.original }} counted) lost_keys
        {%- endif %}
        cross join measures
        where (of_identity = 1 and attributes.target_number = {{ view.identity }})
            or (of_identity = 0 and attributes.target_number > 0)
    ) view_{{ view.number }}
{%- endmacro %}
