-- Two tabs that use one remembered sign-in at the same moment must not look like a stolen one: for a few seconds after
-- a change the validator before it still counts.
alter table remember_tokens add column rotated_at timestamptz;

-- An address without an account gets a grant as well, one that opens nothing: it takes the same work.
alter table reset_grants alter column person_id drop not null;
