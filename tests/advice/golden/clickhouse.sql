with
-- a row per record, with the quasi-identifiers on their levels
round_1_recoded as (
    select
        rightPadUTF8(
                substringUTF8(cast(source."zip" as Nullable(String)), 1, 3),
                lengthUTF8(cast(source."zip" as Nullable(String))),
                '*') as "zip",
        case
            when source."age" < 30 then '(-inf, 30)'
            when source."age" >= 30 and source."age" < 60 then '[30, 60)'
            when source."age" >= 60 and lower(cast(source."age" as Nullable(String))) <> 'nan'
                then '[60, inf)'
        end as "age",
        source."disease",
        source."income"
    from t source
),
-- a row per record, with the number of those like it
round_1_sized as (
    select round_1_recoded.*, count(*) over (partition by round_1_recoded."zip", round_1_recoded."age") as
        class_size
    from round_1_recoded
)
select
    case when round_1_sized.class_size < 10 then '*' else round_1_sized."zip" end as "zip",
    case when round_1_sized.class_size < 10 then '*' else round_1_sized."age" end as "age",
    '*' as "sex",
    round_1_sized."disease",
    round_1_sized."income"
from round_1_sized
