{#-
phi(d) = (1 + d) ln(1 + d) - d of a number d above -1, in double precision also near 0, where it is
the first six terms of its series.
-#}
{%- macro relative_gain(d) -%}
case
            when abs({{ d }}) < 0.01 then {{ d }} * {{ d }} * (0.5 - {{ d }} * (1 / {{ sqlmetrics.as_double('6') }} - {{ d }} * (1 / {{ sqlmetrics.as_double('12') }} - {{ d }} * (0.05 - {{ d }} * (1 / {{ sqlmetrics.as_double('30') }} - {{ d }} / 42)))))
            else (1 + {{ d }}) * {{ sqlmetrics.ln('1 + ' ~ d) }} - {{ d }}
        end
{%- endmacro %}
