-- Since when a row has named a file: what none ever named is removed after a day. Files that are there already stay, as
-- the default of the moment says; those to come begin without.
alter table files add column named_at timestamptz default now();
-- Allowed: drop, because the version before does not know the column, and leaves it empty as it should be.
alter table files alter column named_at drop default;

-- What somebody brought in a day is counted before the next upload begins.
-- Allowed: index, because a provider has thousands of files, not millions: it is built in a moment.
create index files_of_person on files (uploaded_by, created_at);
