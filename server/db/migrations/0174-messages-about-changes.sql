-- The change that the message tells of; null: of none. After its Undo the message is withdrawn or corrected.
alter table messages add column change_id bigint,
  add constraint messages_change_fkey foreign key (change_id) references changes (id) on delete set null not valid;
