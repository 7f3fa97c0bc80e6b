-- An approval is for the rows that were there when somebody asked: the digest of their ids. null: the input alone says
-- what happens.
alter table asked_deeds add column rows_digest bytea;
