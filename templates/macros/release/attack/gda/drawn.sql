{#-
A query of a relation with one more column, `draw`: a number that orders the rows at random, the
same on every engine, from their `number` and the seed. (`first_draw` is a step on the way.)

Two steps of a generator modulo 2^31 - 1. The second multiplies by what depends on the first, in
doubles that stay exact. Rows of the same draw are in the order of their number.
-#}
{%- macro drawn(relation, number, seed) -%}
    select
        drawing.*,
        {{ sqlmetrics.remainder('first_draw * (1 + ' ~ sqlmetrics.remainder('first_draw', '65521') ~ ')',
            '2147483647') }} as draw
    from (
        select
            numbered.*,
            {{ sqlmetrics.remainder(sqlmetrics.as_double(number) ~ ' * 48271 + '
                ~ (seed * 7919 + 12345) % 2147483647, '2147483647') }} as first_draw
        from {{ relation }} numbered
    ) drawing
{%- endmacro %}
