{#-
Whether a guessed number is as near to the true one as a tolerance says: absolute, or as a share of
the true number's size.
-#}
{%- macro within_tolerance(guess, truth, tolerance) -%}
(abs({{ guess }} - {{ truth }}) <= {{ sqlmetrics.as_double(tolerance.size) }}{{ ' * abs(' ~ truth ~ ')'
    if tolerance.relative }})
{%- endmacro %}
