{#-
The whole statement: from a relation, read once, or from a count table of it to the score records.

plan.relation           the relation, as the dialect spells it
plan.counted            the count table made by `count_table`, as the dialect spells it, or none
plan.quasi_identifiers  list of {number, column, name, recoding}; number counts from 1
plan.attributes         list of sensitive columns
plan.targets            list of {number, name, attribute, recoding, scopes, cell_measures, measures, measured, carried, weighed,
                        ranked, order, hierarchy, parameters}; number 0 is the identity, without an attribute; scopes are the kinds
                        of metric that it has; cell_measures ({name, parameters}) are aggregated over the cells of a class,
                        measures ({name, aggregate, partial, column}) carried from classes to the table, measured their names;
                        carried names the columns that the table has for its metrics; weighed and ranked say what a cell
                        has beside it; order is none, 'natural' or a list of values, hierarchy none or a list of (node, parent) per level;
                        parameters ({metric, text}) are those of this target alone
plan.measures           the measures of any target, plan.carried their columns and others of the table
plan.metrics            list of {name, unit, direction, targets, undefined, classes, parameters, parameter_text}; classes says
                        whether it sums over the classes' sizes
plan.individual         column or none
plan.nulls              category | drop
plan.level              table | class
plan.hidden             whether a metric needs the number of records that suppression leaves out
plan.expected           whether a metric needs the mutual information that chance gives
plan.show_values        whether class records name the class's key values
plan.named_keys         whether class_facts keeps the keys, for `scored`
plan.limit              the riskiest classes only, per target, or none
-#}
{%- macro score(plan) -%}
with
{{ sqlmetrics.count_facts(plan) }},
{{ sqlmetrics.records(plan) }}
{%- endmacro %}
