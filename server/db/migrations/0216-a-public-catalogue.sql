-- Pages of the published courses for everybody, and the origins of sites that may frame them and read them as JSON.
alter table provider
  add column catalogue_open boolean not null default false,
  add column catalogue_sites text[] not null default '{}';
