-- Which mailbox of a person counts: its holder has proved with a code that they read it. A written address without a row
-- is new, and counts for nothing but mails without personal facts.
create table mailboxes (
  person_id bigint not null constraint mailboxes_person_fkey references people on delete cascade,
  -- in lower case
  mailbox text not null constraint mailboxes_mailbox_lower check (mailbox = lower(mailbox) and mailbox <> ''),
  -- null: an address that was written beside a proved one
  proved_at timestamptz,
  -- its holder said that the person is not theirs
  denied_at timestamptz,
  -- such an address counts a day later at the earliest, so that the proved one can refuse it
  counts_from timestamptz not null default now(),
  -- the person has the proved address no more; it counts for a day after this
  left_at timestamptz,
  -- it was the person's first address when it left
  was_first boolean not null default false,
  -- the proved mailboxes are still to be told of it
  to_tell boolean not null default false,
  constraint mailboxes_pkey primary key (person_id, mailbox)
);
create index mailboxes_by_mailbox on mailboxes (mailbox);
create index mailboxes_to_tell on mailboxes (person_id) where to_tell;
create index mailboxes_left on mailboxes (left_at) where left_at is not null;

-- Everything that stands at this moment counts as proved: nobody's page ends by the upgrade.
insert into mailboxes (person_id, mailbox, proved_at)
select p.id, lower(p.email_id), now() from people p where p.email_id <> ''
union
select c.person_id, lower(c.value), now() from contacts c where c.kind = 'email';

-- The mailboxes that count among a person, their students, and the guardians who may see these: they are told of another
-- one.
create function proved_mailboxes_around(person bigint) returns setof text language sql stable as $$
  with students as (
    select person as id
    union
    select g.student_id from guardians g where g.guardian_id = person and g.may_see
  ), family as (
    select s.id from students s
    union
    select g.guardian_id from guardians g join students s on s.id = g.student_id where g.may_see
  )
  select distinct m.mailbox
  from family f
  join people p on p.id = f.id and p.deleted_at is null
  join mailboxes m on m.person_id = f.id
  where m.proved_at is not null and m.counts_from <= now()
    and (m.left_at is null or m.left_at > now() - interval '1 day')
$$;

-- An address of a person came or went, whoever wrote it. This is the only place that says what then counts.
create function note_mailbox(person bigint, gone text, come text, is_first boolean) returns void language plpgsql as $$
begin
  if gone <> '' and not exists (select from people p where p.id = person and lower(p.email_id) = gone)
    and not exists (select from contacts c where c.person_id = person and c.kind = 'email' and lower(c.value) = gone)
  then
    delete from mailboxes m
    where m.person_id = person and m.mailbox = gone and (m.proved_at is null or m.counts_from > now());
    -- Staff prove a new address before they get it, and their old one is told by then.
    if exists (select from people p where p.id = person and p.main_role in ('student', 'guardian')) then
      update mailboxes m
      set left_at = now(), was_first = is_first, to_tell = true
      where m.person_id = person and m.mailbox = gone and m.left_at is null;
    else
      delete from mailboxes m where m.person_id = person and m.mailbox = gone;
    end if;
  end if;

  if come = '' then return; end if;
  delete from mailboxes m
  where m.person_id = person and m.mailbox = come and m.left_at <= now() - interval '1 day';
  update mailboxes m set left_at = null, to_tell = false
  where m.person_id = person and m.mailbox = come and m.left_at is not null;
  insert into mailboxes (person_id, mailbox, counts_from, to_tell)
  select person, come, now() + interval '1 day', true
  where exists (select from people p where p.id = person and p.main_role in ('student', 'guardian'))
    and exists (select from proved_mailboxes_around(person) around where around <> come)
  on conflict (person_id, mailbox) do nothing;
end
$$;

create function note_mailbox_of_person() returns trigger language plpgsql as $$
begin
  perform note_mailbox(new.id, lower(old.email_id), lower(new.email_id), true);
  return null;
end
$$;

create function note_mailbox_of_contact() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.kind = 'email' then
    perform note_mailbox(old.person_id, lower(old.value), '', false);
  end if;
  if tg_op <> 'DELETE' and new.kind = 'email' then
    perform note_mailbox(new.person_id, '', lower(new.value), false);
  end if;
  return null;
end
$$;

-- A guardian who may see from now on: their addresses open what those of the family do.
create function note_mailboxes_of_guardian() returns trigger language plpgsql as $$
begin
  perform note_mailbox(new.guardian_id, '', a.mailbox, false)
  from (
    select lower(p.email_id) as mailbox from people p where p.id = new.guardian_id
    union
    select lower(c.value) from contacts c where c.person_id = new.guardian_id and c.kind = 'email'
  ) a;
  return null;
end
$$;

create trigger guardians_mailboxes after insert or update of guardian_id, student_id, may_see on guardians for each row
  when (new.may_see) execute function note_mailboxes_of_guardian();
create trigger people_mailboxes after update of email_id on people for each row
  when (lower(old.email_id) <> lower(new.email_id)) execute function note_mailbox_of_person();
create trigger contacts_mailboxes after insert or update or delete on contacts for each row
  execute function note_mailbox_of_contact();

-- What a course admin may not change alone becomes a request, which an account admin decides.
-- Allowed: drop, because the check comes back wider in the next statement.
alter table corrections drop constraint corrections_field_known;
alter table corrections add constraint corrections_field_known check (field in (
  'first_name', 'last_name', 'phone_number', 'dob', 'address', 'city', 'pincode', 'email_id', 'contacts', 'guardians'
)) not valid;

-- Allowed: drop, because the check comes back wider in the next statement.
alter table mails drop constraint mails_kind_known;
alter table mails add constraint mails_kind_known check (kind in (
  'invite', 'reset_code', 'password_changed', 'sign_in_blocked', 'new_device', 'security_alarm', 'reset_link',
  'email_confirm', 'email_refuse', 'email_changed', 'browser_copied', 'deed_asked', 'deed_decided',
  'openid_linked', 'factor_news', 'intake_key_made', 'intake_key_rotated', 'intake_key_ends',
  'intake_keys_left', 'event_published', 'event_changed', 'event_canceled', 'event_on_again',
  'meeting_reminder', 'event_reminder', 'meeting_change', 'cover_asked', 'cover_nobody', 'receipt',
  'owing_reminder', 'my_page_link', 'my_page_code', 'address_changed', 'address_refused', 'enquiry', 'message', 'report',
  'open_cases', 'test_mail'
)) not valid;
