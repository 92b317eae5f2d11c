{#-
Whether a guessed number is as near to the true one as a tolerance says: absolute, or as a share of
the true number's size. To an infinite number only itself is near.
-#}
{%- macro within_tolerance(guess, truth, tolerance) -%}
({{ guess }} = {{ truth }} or (abs({{ truth }}) <= {{ sqlmetrics.double_literal('1.7976931348623157e308') }}
    and abs({{ guess }} - {{ truth }}) <= {{ sqlmetrics.as_double(tolerance.size) }}{{ ' * abs(' ~ truth ~ ')'
    if tolerance.relative }}))
{%- endmacro %}
