{#-
What no score is about in a relation: {not_looked_at, unexplained}, its columns without a role, and
its identifiers without a reason; none where the relation is not built yet. A role that is given
takes the place of that in the columns' meta.
-#}
{%- macro columns_by_role(relation, quasi_identifiers=none, sensitive=none, individual=none, identifiers=none, ignored=none, by=none) -%}
{%- set columns = sqlmetrics.columns_of(relation) -%}
{%- if columns is none -%}{%- do return(none) -%}{%- endif -%}
{%- set roles = sqlmetrics.roles(relation) -%}
{%- set named = roles.identifiers if identifiers is none else sqlmetrics.reasons_of(identifiers) -%}
{%- set left_out = roles.ignored if ignored is none else sqlmetrics.reasons_of(ignored) -%}
{%- set taken = (named.keys() | list) + (left_out.keys() | list) -%}
{%- set taken = taken + (roles.quasi_identifiers if quasi_identifiers is none else sqlmetrics.as_list(quasi_identifiers)) -%}
{%- set taken = taken + (roles.sensitive if sensitive is none else sqlmetrics.as_list(sensitive)) -%}
{%- set taken = taken + sqlmetrics.as_list(roles.individual if individual is none else individual) + (sqlmetrics.slices_of(by).keys() | list) -%}
{%- set with_role = [] -%}
{%- for name in taken -%}{%- do with_role.extend(sqlmetrics.meant(name, columns)) -%}{%- endfor -%}
{%- set unexplained = [] -%}
{%- for name, reason in named.items() if not reason -%}{%- do unexplained.extend(sqlmetrics.meant(name, columns)) -%}{%- endfor -%}
{%- do return({'not_looked_at': columns | reject('in', with_role) | list, 'unexplained': unexplained}) -%}
{%- endmacro %}
