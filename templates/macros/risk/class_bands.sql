{#-
How the classes of a plan lie, in bands: a row per target, kind of band and band, with its classes
and people, and for single classes the share of the most frequent value. The kinds are

size       of the identity: the classes of one size up to `most`, then from most + 1, 500 and 1000
certainty  of a sensitive target: the classes of at least `least` people by the tenth (0 to 9) of
           the share of their most frequent value; the band -1 has all smaller classes
sure       of a sensitive target: the classes in which that share is above the target's limit
exposed    of a sensitive target: the single classes of at least `least` people where it is highest,
           `shown` of them; the band is the place, from 1

An individual with several classes is one person: by the least of their sizes, and by the surest guess,
of classes of enough people where that is shown.

limits   the limit of each target's number
-#}
{%- macro class_bands(plan, least, most, limits, shown) -%}
{%- set people = plan.individual is not none -%}
{{ sqlmetrics.with_classes(dict(plan, level='class') if people else plan) }},
{%- if people %}
{{ sqlmetrics.persons(plan) }},
{%- endif %}
-- a row per class{{ ', and per individual with the least size of their classes' if people }}
sized as (
    select
        case when class_size >= 1000 and {{ most }} < 1000 then 1000 when class_size >= 500
            and {{ most }} < 500 then 500
            when class_size > {{ most }} then {{ most
                + 1 }} else class_size end as band, {{ 'band_classes, people' if people
                else '1 as band_classes, class_size as people' }}
    from {% if people %}(
        select class_size, {{ sqlmetrics.as_integer('1') }} as band_classes,
        {{ sqlmetrics.as_integer('0') }} as people
        from classes_0
        union all
        select least_size, {{ sqlmetrics.as_integer('0') }}, {{ sqlmetrics.as_integer('1') }}
        from persons
    ) stacked
    {%- else %}classes_0
    {%- endif %}
),
{%- for target in plan.targets if target.attribute %}
{%- set t = target.number %}
{%- if people %}
-- a row per individual and class, and per class
told_{{ t }} as (
    select individual, member, class_people, class_certainty
    from (
        select
            individual, member,
            max(class_people) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_people,
            max(class_certainty) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_certainty
        from (
            select individual, {{ sqlmetrics.key_columns(plan) }}, 1 as member, null as class_people,
            {{ sqlmetrics.as_double('null') }} as class_certainty
            from people
            {{- sqlmetrics.target_filter(plan, target) }}
            group by individual, {{ sqlmetrics.key_columns(plan) }}
            union all
            select null as individual, {{ sqlmetrics.key_columns(plan) }}, 0 as member, class_people,
            class_certainty
            from classes_{{ t }}
        ) stacked
    ) met
),
{%- endif %}
-- a row per class{{ ', and per individual with the surest guess of their classes' if people }}
guessed_{{ t }} as (
    {%- if people %}
    select 1 as classes, 0 as people, class_people, class_certainty,
    case when class_people >= {{ least }} then class_certainty end as shown_certainty
    from told_{{ t }}
    where member = 0
    union all
    select 0, 1, null, max(class_certainty),
    max(case when class_people >= {{ least }} then class_certainty end)
    from told_{{ t }}
    where member = 1
    group by individual
    {%- else %}
    select 1 as classes, class_size as people, class_size as class_people, class_alpha as class_certainty,
    case when class_size >= {{ least }} then class_alpha end as shown_certainty
    from classes_{{ t }}
    {%- endif %}
),
-- a row per band of certainty
tenths_{{ t }} as (
    select
        case when shown_certainty is null then -1
            {%- for tenth in range(9, 0, -1) %} when shown_certainty >= {{ sqlmetrics.as_double('0.'
                ~ tenth) }} then {{ tenth }}{% endfor %} else 0 end as band,
        classes, people
    from guessed_{{ t }}
),
{%- endfor %}
-- a row per target, kind and band
bands as (
    select {{ plan.targets[0].number }} as target_number, 1 as kind, band, sum(band_classes) as band_classes,
    sum(people) as people, {{ sqlmetrics.as_double('null') }} as share
    from sized
    group by band
    {%- for target in plan.targets if target.attribute %}
    union all
    select {{ target.number }}, 2, band, sum(classes), sum(people), {{ sqlmetrics.as_double('null') }}
    from tenths_{{ target.number }}
    group by band
    union all
    select {{ target.number }}, 3, 0, coalesce(sum(classes), 0), coalesce(sum(people), 0),
    {{ sqlmetrics.as_double('null') }}
    from guessed_{{ target.number }}
    where class_certainty > {{ sqlmetrics.as_double(limits[target.number]) }}
    union all
    select {{ target.number }}, 4, place, 1, class_people, class_certainty
    from (
        select class_people, class_certainty,
        row_number() over (order by class_certainty desc, class_people desc) as place
        from guessed_{{ target.number }}
        where class_people >= {{ least }}
    ) ranked
    where place <= {{ shown }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    case kind when 1 then 'size' when 2 then 'certainty' when 3 then 'sure'
        else 'exposed' end as {{ sqlmetrics.quoted('kind') }},
    {{ sqlmetrics.as_integer('band') }} as {{ sqlmetrics.quoted('band') }},
    {{ sqlmetrics.as_integer('band_classes') }} as {{ sqlmetrics.quoted('classes') }},
    {{ sqlmetrics.as_integer('people') }} as {{ sqlmetrics.quoted('people') }},
    share as {{ sqlmetrics.quoted('share') }}
from bands
order by target_number, kind, band
{%- endmacro %}
