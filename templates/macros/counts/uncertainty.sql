{#-
The uncertainty of counts in nats, sum of n ln(N / n) with N the sum of n, as an aggregate over
them. Each count stands for `times` equal ones, or for itself.

N ln N - sum of n ln n loses digits where one count m of a million or more is far above the rest r
of them. Then m ln(N / m) is r (1 - r / m / 2) to 11 digits, and the others' n ln N come to r ln N.
-#}
{%- macro uncertainty(count, times=none) -%}
{%- set of_times = ' * ' ~ times if times else '' -%}
{%- set total = 'sum(' ~ count ~ of_times ~ ')' -%}
{%- set rest = total ~ ' - max(' ~ count ~ ')' -%}
{%- set largest = sqlmetrics.as_double('max(' ~ count ~ ')') -%}
case
            when max({{ count }}) >= 1000000 and {{ rest }} < 1000000 and {{ rest }} <= {{ largest }} / 100000
            then {{ sqlmetrics.as_double(rest) }} * ({{ sqlmetrics.ln(sqlmetrics.as_double(total)) }} + 1 - {{ sqlmetrics.as_double(rest) }} / {{ largest }} / 2)
                - sum(case when {{ count }} < 1000000 then {{ sqlmetrics.n_ln_n(count) }}{{ of_times }} else 0 end)
            else {{ sqlmetrics.n_ln_n(total) }} - sum({{ sqlmetrics.n_ln_n(count) }}{{ of_times }})
        end
{%- endmacro %}
