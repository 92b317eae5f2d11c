{#- A value as one field of a CSV line; NULL is the empty field and an empty text a quoted one. -#}
{%- macro csv_field(expression) -%}
{%- set text = sqlmetrics.as_string(expression) -%}
case
            when {{ expression }} is null then ''
            when {{ text }} = '' or {{ text }} like '%,%'
                or {{ text }} like '%"%'
                or {{ text }} like {{ sqlmetrics.concat(["'%'", sqlmetrics.character(10), "'%'"]) }}
                or {{ text }} like {{ sqlmetrics.concat(["'%'", sqlmetrics.character(13), "'%'"]) }}
            then {{ sqlmetrics.concat(["'\"'", 'replace(' ~ text ~ ", '\"', '\"\"')", "'\"'"]) }}
            else {{ text }}
        end
{%- endmacro %}
