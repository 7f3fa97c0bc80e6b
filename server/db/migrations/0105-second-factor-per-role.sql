-- From that day on, by the clock of the provider, people of the role need a second factor. Null: it is offered only.
alter table provider
  add column admin_factor_from date,
  add column courseadmin_factor_from date,
  add column teacher_factor_from date;
