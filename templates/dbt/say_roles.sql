{#-
Prints which columns of a relation no score is about: identifiers without a reason, and those
without a role.
-#}
{%- macro say_roles(relation, by_role) -%}
{%- for said, names in {'in the relation, as identifiers without a reason': by_role.unexplained, 'not looked at, as without a role': by_role.not_looked_at}.items() if names -%}
{%- do print('sqlmetrics: ' ~ sqlmetrics.shown_name(relation) ~ ': ' ~ said ~ ': ' ~ names | join(', ')) -%}
{%- endfor -%}
{%- endmacro %}
