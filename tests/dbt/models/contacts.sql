select person as patient_id, age, zip as "homePhone", disease as "E-Mail", stage as email_sent from {{ ref('patients') }}
