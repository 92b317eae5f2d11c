{#-
Generic tests of a relation's columns: each has a role, and no identifier is in the relation without
a reason. They name columns and hold no value.
-#}

{% test all_columns_have_roles(model, quasi_identifiers=none, sensitive=none, individual=none, identifiers=none, ignored=none) %}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(model, quasi_identifiers, sensitive, individual, identifiers, ignored) -%}
{{ sqlmetrics.columns_that_fail(model, by_role and by_role.not_looked_at, 'no score is about it; give it a role, such as sqlmetrics: {role: ignored, reason: ..}') }}
{%- endif -%}
{% endtest %}

{% test no_identifiers(model, identifiers=none) %}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(model, identifiers=identifiers) -%}
{{ sqlmetrics.columns_that_fail(model, by_role and by_role.unexplained, 'an identifier is in the relation; remove it, or say why it may stay: sqlmetrics: {role: identifier, reason: ..}') }}
{%- endif -%}
{% endtest %}
