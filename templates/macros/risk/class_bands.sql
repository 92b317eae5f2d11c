{#-
How the classes of a plan lie, in bands: a row per target, kind of band and band, with its classes
and people, and for single classes the share of the most frequent value. The kinds are

size       of the identity: the classes of one size up to `most`, then from most + 1, 500 and 1000
certainty  of a sensitive target: the classes of at least `least` people by the tenth (0 to 9) of
           the share of their most frequent value; the band -1 has all smaller classes
sure       of a sensitive target: the classes in which that share is above the target's limit
exposed    of a sensitive target: the single classes of at least `least` people where it is highest,
           `shown` of them; the band is the place, from 1

limits   the limit of each target's number
-#}
{%- macro class_bands(plan, least, most, limits, shown) -%}
{{ sqlmetrics.with_classes(plan) }},
-- a row per class
sized as (
    select
        case when class_size >= 1000 and {{ most }} < 1000 then 1000 when class_size >= 500 and {{ most }} < 500 then 500
            when class_size > {{ most }} then {{ most + 1 }} else class_size end as band, class_size
    from classes_0
),
{%- for target in plan.targets if target.attribute %}
-- a row per class
guessed_{{ target.number }} as (
    select
        case when class_size < {{ least }} then -1
            {%- for tenth in range(9, 0, -1) %} when class_alpha >= {{ sqlmetrics.as_double('0.' ~ tenth) }} then {{ tenth }}{% endfor %} else 0 end as band,
        class_size, class_alpha
    from classes_{{ target.number }}
),
{%- endfor %}
-- a row per target, kind and band
bands as (
    select {{ plan.targets[0].number }} as target_number, 1 as kind, band, {{ sqlmetrics.count_records() }} as band_classes, sum(class_size) as people, {{ sqlmetrics.as_double('null') }} as share
    from sized
    group by band
    {%- for target in plan.targets if target.attribute %}
    union all
    select {{ target.number }}, 2, band, {{ sqlmetrics.count_records() }}, sum(class_size), {{ sqlmetrics.as_double('null') }}
    from guessed_{{ target.number }}
    group by band
    union all
    select {{ target.number }}, 3, 0, {{ sqlmetrics.count_records() }}, coalesce(sum(class_size), 0), {{ sqlmetrics.as_double('null') }}
    from guessed_{{ target.number }}
    where class_alpha > {{ sqlmetrics.as_double(limits[target.number]) }}
    union all
    select {{ target.number }}, 4, place, 1, class_size, class_alpha
    from (
        select class_size, class_alpha, row_number() over (order by class_alpha desc, class_size desc) as place
        from guessed_{{ target.number }}
        where class_size >= {{ least }}
    ) ranked
    where place <= {{ shown }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    case kind when 1 then 'size' when 2 then 'certainty' when 3 then 'sure' else 'exposed' end as {{ sqlmetrics.quoted('kind') }},
    {{ sqlmetrics.as_integer('band') }} as {{ sqlmetrics.quoted('band') }},
    {{ sqlmetrics.as_integer('band_classes') }} as {{ sqlmetrics.quoted('classes') }},
    {{ sqlmetrics.as_integer('people') }} as {{ sqlmetrics.quoted('people') }},
    share as {{ sqlmetrics.quoted('share') }}
from bands
order by target_number, kind, band
{%- endmacro %}
