{#-
A count of people in steps of `least`: the nearest multiple, half of one up, and 0 where it is less than one.
Nothing below `least` is rounded up to it.
-#}
{%- macro near(count, least) -%}
{{ sqlmetrics.as_integer('case when ' ~ count ~ ' < ' ~ least ~ ' then ' ~ sqlmetrics.as_double('0')
    ~ ' else ' ~ least ~ ' * floor((2 * ' ~ count ~ ' + ' ~ least ~ ') / ' ~ sqlmetrics.as_double(2 * least)
    ~ ') end') }}
{%- endmacro %}
