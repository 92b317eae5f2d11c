{#-
A value as a text that is never NULL, to join by: NULL is a category of its own, and a blank at the
end of a text counts.
-#}
{%- macro encoded(expression) -%}
case when {{ expression }} is null then {{ sqlmetrics.literal('none') }}
    else {{ sqlmetrics.concat([sqlmetrics.literal('='), sqlmetrics.as_string(expression),
        sqlmetrics.literal('=')]) }} end
{%- endmacro %}
