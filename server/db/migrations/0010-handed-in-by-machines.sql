-- A file is uploaded by a person or, for homework of the public site, with an intake key.
alter table files
  alter column uploaded_by drop not null,
  add column intake_key_id bigint constraint files_intake_key_fkey references intake_keys,
  add constraint files_uploaded_by_one check (num_nonnulls(uploaded_by, intake_key_id) = 1);

-- One file is handed in once, however often it is sent.
alter table homework
  add column file_id uuid constraint homework_file_fkey references files
    constraint homework_file_unique unique;
