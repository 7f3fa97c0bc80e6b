-- Several changes leave as one mail: which one carried this one. It is no mail of its own.
alter table mails add column carried_by bigint,
  add constraint mails_carrier_fkey foreign key (carried_by) references mails (id) on delete cascade not valid;
