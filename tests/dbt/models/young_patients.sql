{{ config(materialized='ephemeral') }}
select age, stage, disease from {{ ref('patients') }} where age < 30
