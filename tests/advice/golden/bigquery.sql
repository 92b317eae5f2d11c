with
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    select
        rpad(
                substr(cast(source.`zip` as string), 1, 3),
                length(cast(source.`zip` as string)),
                '*') as `zip`,
        case
            when source.`age` < 30 then '(-inf, 30)'
            when source.`age` >= 30 and source.`age` < 60 then '[30, 60)'
            when source.`age` >= 60 and lower(cast(source.`age` as string)) <> 'nan' then '[60, inf)'
        end as `age`,
        source.`disease`,
        source.`income`
    from t source
),
-- a row per record, with the number of those like it
sized as (
    select recoded.*, count(*) over (partition by cast(recoded.`zip` as string),
        cast(recoded.`age` as string)) as class_size
    from recoded
)
select
    case when sized.class_size < 10 then '*' else sized.`zip` end as `zip`,
    case when sized.class_size < 10 then '*' else sized.`age` end as `age`,
    '*' as `sex`,
    sized.`disease`,
    sized.`income`
from sized
