-- The provider's own settings: one row, which is there from the beginning. An empty text means the portal's own.
create table provider (
  id bigint constraint provider_pkey primary key constraint provider_one_row check (id = 1),
  name text not null default '',
  -- location of a picture, /files/...
  logo text not null default '',
  accent text not null default 'teal',
  -- IANA zone
  time_zone text not null default 'Asia/Kolkata',
  languages text[] not null default '{en,te,hi}',
  -- of mails
  sender_name text not null default '',
  reply_to text not null default '',
  version integer not null default 1
);
insert into provider (id) values (1);

create trigger provider_audited after insert or update or delete on provider for each row
  when (current_user = 'gurukul_app' or coalesce(current_setting('gurukul.audit', true), '') <> 'off')
  execute function record_audit();

-- Allowed: drop, because the version before knows fewer kinds, which the new check includes.
alter table files drop constraint files_kind_known;
alter table files add constraint files_kind_known check (kind in ('profile_image', 'course_image', 'glimpse_image',
  'event_image', 'speaker_image', 'topic_pdf', 'homework_pdf', 'provider_logo')) not valid;
