-- Which intake key it is about; null: an alarm about people or the log.
alter table sign_in_alarms add column key_id bigint constraint sign_in_alarms_key_fkey references intake_keys;
