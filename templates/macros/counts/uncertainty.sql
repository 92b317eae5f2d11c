{#-
The uncertainty of counts in nats, sum of n ln(N / n) with N the sum of n, as an aggregate over
them. Each count stands for `times` equal ones, or for itself.

With m the largest count it is m ln(N / m) + (N - m) ln N less the sum of n ln n of the others, where
nothing cancels: each of these n is at most N / 2, and m ln(1 + x) with x = (N - m) / m is (N - m)
ln(1 + x) / x, by the same rounded 1 + x (Kahan). To take m ln m off the sum loses no digit, since
whole parts are added apart, as whole numbers. It is 0 exactly where there is a single count.
-#}
{%- macro uncertainty(count, times=none) -%}
{%- set of_times = ' * ' ~ times if times else '' -%}
{%- set total = sqlmetrics.as_double('sum(' ~ count ~ of_times ~ ')') -%}
{%- set largest = sqlmetrics.as_double('max(' ~ count ~ ')') -%}
{%- set ratio = total ~ ' / ' ~ largest -%}
{%- set term = sqlmetrics.n_ln_n(count) -%}
{%- set whole = sqlmetrics.as_integer(term) -%}
{%- set most = sqlmetrics.n_ln_n('max(' ~ count ~ ')') -%}
{%- set most_whole = sqlmetrics.as_integer(most) -%}
{{ sqlmetrics.as_double('sum(' ~ count ~ of_times ~ ') - max(' ~ count ~ ')') }} * (coalesce({{ sqlmetrics.ln(ratio) }} / nullif({{ ratio }} - 1, 0), 1) + {{ sqlmetrics.ln(total) }})
            - {{ sqlmetrics.as_double('sum(' ~ whole ~ of_times ~ ') - ' ~ most_whole) }}
            - (sum(({{ term }} - {{ whole }}){{ of_times }}) - ({{ most }} - {{ most_whole }}))
{%- endmacro %}
