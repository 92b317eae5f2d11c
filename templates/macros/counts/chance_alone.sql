{#-
The discrimination rate that chance gives, 0 to 1: E[I] / H(X), with E[I] the mean of I(X;Y) over all
assignments with the same counts of values and of classes; 1 where these two are equal to rounding.

Source: Vinh, Epps and Bailey 2010.
-#}
{%- macro chance_alone(level) -%}
case
            when target_entropy > 0 and target_entropy - expected_information <= 1e-12 * target_entropy then 1
            when target_entropy > 0 and expected_information > 0 then expected_information / target_entropy
            when target_entropy > 0 then 0
        end
{%- endmacro %}
