{#-
The open classes that no pattern with this number of stars makes agree with k of all records: each
of their records needs more stars. `origin` are all numbered classes, `open` the classes that fewer
stars do not reach either.
-#}
{%- macro unreached_classes(plan, origin, open, patterns, stars, k) -%}
with
-- a row per class and pattern of stars
tried as (
    select
        class_number, n
        {%- for key in plan.quasi_identifiers %},
        kept_{{ key.number }} * value_{{ key.number }} as left_{{ key.number }}
        {%- endfor %}
    from {{ origin }} numbered_classes
    cross join {{ patterns }} patterns
    where stars = {{ stars }}
),
-- a row per group of k records
reached as (
    select {% for key in plan.quasi_identifiers %}left_{{ key.number }}{{ ', ' if not loop.last }}{% endfor %}
    from tried
    group by {% for key in plan.quasi_identifiers %}left_{{ key.number }}{{ ', '
        if not loop.last }}{% endfor %}
    having sum(n) >= {{ k }}
),
-- a row per open class that a pattern makes alike with k records
reaching as (
    select tried.class_number as class_number
    from tried
    join reached on {% for key
        in plan.quasi_identifiers %}reached.left_{{ key.number }} = tried.left_{{ key.number }}{{ ' and '
        if not loop.last }}{% endfor %}
    where tried.n < {{ k }}
    group by tried.class_number
)
select open_classes.class_number as class_number, open_classes.n as n
from {{ open }} open_classes
left join reaching on reaching.class_number = open_classes.class_number
where reaching.class_number is null
{%- endmacro %}
