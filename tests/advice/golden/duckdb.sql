with
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    select
        rpad(
                substr(cast(source."zip" as varchar), 1, 3),
                cast(length(cast(source."zip" as varchar)) as integer),
                '*') as "zip",
        case
            when source."age" < 30 then '(-inf, 30)'
            when source."age" >= 30 and source."age" < 60 then '[30, 60)'
            when source."age" >= 60 and lower(cast(source."age" as varchar)) <> 'nan' then '[60, inf)'
        end as "age",
        source."disease",
        source."income"
    from t source
),
-- a class: the records that share the keys
classes_0 as (
    select key_1, key_2, count(*) as class_size
    from (
        select
            source."zip" as key_1,
            source."age" as key_2
        from recoded source
    ) input
    group by key_1, key_2
),
-- a class of a target
class_facts as (
    select
        0 as target_number,
        key_1, key_2, cast(class_size as double) as class_size
    from classes_0
),
-- a row per class that fails
failing as (
    select key_1, key_2, 1 as failed
    from class_facts
    where
        target_number = 0 and ((class_size) < 4.999999995e0 or (class_size) is null
            or (1 / class_size) > 0.100000001e0 or (1 / class_size) is null)
    group by key_1, key_2
)
select
    case when failing.failed = 1 then '*' else recoded."zip" end as "zip",
    case when failing.failed = 1 then '*' else recoded."age" end as "age",
    '*' as "sex",
    recoded."disease",
    recoded."income"
from recoded
left join failing on (failing.key_1 is not distinct from recoded."zip")
    and (failing.key_2 is not distinct from recoded."age")
