{#-
What the keys tell of a target, N I(X;Y) in nats: the difference of the `whole` uncertainty and the
classes' or, where two large numbers would leave a small one, `beside`, which is the same as a sum
without signs. Where it is `nullable` that may not be there.
-#}
{%- macro gained(whole, beside, nullable) -%}
{%- set clipped -%}
case when uncertainty < {{ whole }} then {{ whole }} - uncertainty else 0 end
{%- endset -%}
{%- if not beside -%}
{{ clipped }}
{%- else -%}
case when uncertainty > 0.999 * {{ whole }} then {{ 'coalesce(' ~ beside ~ ', ' ~ clipped ~ ')' if nullable else beside }} else {{ whole }} - uncertainty end
{%- endif -%}
{%- endmacro %}
