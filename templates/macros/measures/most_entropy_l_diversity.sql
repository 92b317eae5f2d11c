{#-
The most records of a class that can lie in classes whose entropy reaches the limit; NULL where that
bounds nothing. `share_of_X` is the largest share s that one of X values may have with that entropy.

Entropy is concave, so together they have it too. If the class's most frequent value has the share s
of their records, their entropy is at most h(s) + (1 - s) ln(X - 1), which falls for s above 1 / X:
so it has at most the largest s that allows enough, and the others are among the class's n - max(n).
With fewer values than the least X no records have it.
-#}
{%- macro most_entropy_l_diversity(parameters) -%}
case
    {%- for name, share in parameters.items() if name.startswith('share_of_') %}
    {%- set values = name[9:] %}
    {%- if loop.first %}
    when {{ sqlmetrics.count_records() }} < {{ values }} then 0
    {%- endif %}
    when {{ sqlmetrics.count_records() }} <= {{ values }} then {{ sqlmetrics.most_of_largest(share | float) }}
    {%- endfor %}
end
{%- endmacro %}
