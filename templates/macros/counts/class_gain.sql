{#-
What a class tells of the target beyond chance, n_y times the divergence of its distribution from
the table's, in nats: the sum of n_x n_y / N phi(d), phi(d) = (1 + d) ln(1 + d) - d, with the
`excess` d of each cell, and n_x n_y / N for each value that it lacks. phi has no sign, so nothing
cancels where it is small.
-#}
{%- macro class_gain() -%}
sum(class_total * value_total / table_total * {{ sqlmetrics.relative_gain('excess') }}) + max(class_total) * ({{ sqlmetrics.absent_share() }})
{%- endmacro %}
