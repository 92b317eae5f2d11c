{#-
Some steps of Gauss's continued fraction for 2F1(1, 1; f + 1; q), from the step `last` back to
`first`, where `inner` is the value of the steps behind, f = people_here and q = share_elsewhere.
The function is 1 / (1 - u_1 q / (1 - u_2 q / ..)), with u_(2m) = m (f + m - 1) and
u_(2m+1) = (m + 1) (f + m), each by (f + n - 1) (f + n) for u_n.
-#}
{%- macro many_risk(first, last, inner) -%}
{%- set fraction = namespace(text=inner) -%}
{%- for step in range(last, first - 1, -1) -%}
{%- set above = step // 2 if step % 2 else step // 2 - 1 -%}
{%- set by = 'people_here / ' if step == 1 else '(people_here + ' ~ (step - 1) ~ ') / ' -%}
{%- set fraction.text = '(1 - ' ~ (step + 1) // 2 ~ ' * (people_here + ' ~ above ~ ') * share_elsewhere / '
    ~ by ~ '(people_here + ' ~ step ~ ') / ' ~ fraction.text ~ ')' -%}
{%- endfor -%}
{{ fraction.text }}
{%- endmacro %}
