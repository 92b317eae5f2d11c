{#-
Generic tests of a relation's columns: each has a role, and no identifier is in the relation without
a reason, nor a column without a role that has the name of one. They name columns and hold no value.
-#}

{% test all_columns_have_roles(model, quasi_identifiers=none, sensitive=none, individual=none, identifiers=none, ignored=none, by=none) %}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(model, quasi_identifiers, sensitive, individual, identifiers, ignored, by) -%}
{%- set failing = {} -%}
{%- for column in (by_role.not_looked_at if by_role else []) -%}
{%- do failing.update({column: 'no score is about it; give it a role, such as sqlmetrics: {role: ignored, reason: ..}'}) -%}
{%- endfor -%}
{{ sqlmetrics.columns_that_fail(model, by_role and failing) }}
{%- endif -%}
{% endtest %}

{% test no_identifiers(model, quasi_identifiers=none, sensitive=none, individual=none, identifiers=none, ignored=none, look=true, by=none) %}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(model, quasi_identifiers, sensitive, individual, identifiers, ignored, by) -%}
{%- set failing = {} -%}
{%- if by_role -%}
{%- for column in by_role.unexplained -%}
{%- do failing.update({column: 'an identifier is in the relation; remove it, or say why it may stay: sqlmetrics: {role: identifier, reason: ..}'}) -%}
{%- endfor -%}
{%- for column, says in (sqlmetrics.named_identifiers(by_role.not_looked_at) if look else {}).items() -%}
{%- do failing.update({column: 'its name speaks of ' ~ says ~ ', and it has no role; remove it, or give it one, such as sqlmetrics: {role: ignored, reason: ..}'}) -%}
{%- endfor -%}
{%- endif -%}
{{ sqlmetrics.columns_that_fail(model, by_role and failing) }}
{%- endif -%}
{% endtest %}
