{#-
The sums over a target's classes that estimates take, as columns of a select from `classes_<t>`: the
number of classes, of each term the sum and the sum of its squares, the sums of the products of
pairs of terms, and extremes.

identity           whether the classes are the identity's, in which each record is a value
weighty            the column that is 1 in classes that are there for their weight, whose terms are
                   in sums of their own, or nothing
wanted.terms       the names of `class_term`
wanted.pairs       pairs of these
wanted.extremes    the names of `class_extreme`
wanted.parameters  the parameters of the terms
-#}
{%- macro class_sums(wanted, identity=false, weighty='') -%}
{%- set entropy = '(' ~ sqlmetrics.log2('class_size') ~ ')' if identity else 'class_entropy' -%}
{%- set drawn = 'case when ' ~ weighty ~ ' = 0 then ' if weighty -%}
{%- set end = ' end' if weighty -%}
{{ sqlmetrics.as_double('count(*)') }} as sampled_classes
{%- for name in wanted.terms %}
{%- set term = sqlmetrics.class_term(name, wanted.parameters, entropy) %},
        coalesce(sum({{ drawn }}{{ term }}{{ end }}), 0) as sum_{{ name }},
        coalesce(sum({{ drawn }}({{ term }}) * ({{ term }}){{ end }}), 0) as squares_{{ name }}
        {%- if weighty %},
        coalesce(sum(case when {{ weighty }} = 1 then {{ term }} end), 0) as whole_{{ name }}{% endif %}
{%- endfor %}
{%- for one, other in wanted.pairs %},
        coalesce(sum({{ drawn }}({{ sqlmetrics.class_term(one, wanted.parameters,
            entropy) }}) * ({{ sqlmetrics.class_term(other, wanted.parameters,
            entropy) }}){{ end }}), 0) as product_{{ one }}_{{ other }}
{%- endfor %}
{%- for name in wanted.extremes %},
        {{ sqlmetrics.class_extreme(name, entropy) }} as {{ name }}
{%- endfor %}
{%- endmacro %}
