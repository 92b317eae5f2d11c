{#- The published limits of names, a list of {name, metric, at_least, at_most}; fails for an unknown name. -#}
{%- macro limits_named(names) -%}
{%- set published = sqlmetrics.limits_published() -%}
{%- set found = [] -%}
{%- for name in sqlmetrics.as_list(names) | unique(case_sensitive=true) -%}
{%- if name not in published -%}
{%- do sqlmetrics.fail("no published limit is called '" ~ name ~ "'; " ~ sqlmetrics.did_you_mean(name, published.keys() | list) ~ "`sqlmetrics limits` lists them all") -%}
{%- endif -%}
{%- for limit in published[name] -%}{%- do found.append(dict(limit, name=name)) -%}{%- endfor -%}
{%- endfor -%}
{%- if not found -%}{%- do sqlmetrics.fail('name at least one published limit: limits: ontario_low; `sqlmetrics limits` lists them all') -%}{%- endif -%}
{%- do return(found) -%}
{%- endmacro %}
