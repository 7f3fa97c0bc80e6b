import type { PrivacyGroup } from '@gurukul/contract/privacy';
import sql, { join, raw } from 'sql-template-tag';
import type { Sql } from 'sql-template-tag';
import { countedFields, erasedFields, unknownOf } from '#server/db/person.ts';

/** Whom an export or an erasure is about. */
export interface Who {
  /** The person, and those who were merged into them. */
  readonly ids: readonly number[];
  /** Their addresses that nobody else uses, in small letters. */
  readonly emails: readonly string[];
}

/** Where something about a person is stored, and what an erasure does there. */
export interface Place {
  readonly table: string;
  readonly group: PrivacyGroup;
  /** Condition on rows `t`. */
  readonly about: (who: Who) => Sql;
  /** The rows go; or these columns get these values; or they stay as they are, because of a law or without any name. */
  readonly erase: 'delete' | 'law' | 'nothing' | Readonly<Record<string, Sql>>;
  /** Columns that no export shows. */
  readonly secret?: readonly string[];
}

type About = Place['about'];

/** `column = value` for each. */
export const setting = (columns: Readonly<Record<string, Sql>>) =>
  join(Object.entries(columns).map(([column, value]) => sql`${raw(column)} = ${value}`));

const ofPerson =
  (column: string): About =>
  ({ ids }) =>
    sql`t.${raw(column)} = any(${[...ids]}::bigint[])`;

const ofEmail =
  (column: string): About =>
  ({ emails }) =>
    sql`lower(t.${raw(column)}) = any(${[...emails]}::text[])`;

/** Rows that name a row of another table about the person. */
const through =
  (column: string, table: string, key: string, about: About): About =>
  (who) =>
    sql`t.${raw(column)} in (select t.${raw(key)} from ${raw(table)} t where ${about(who)})`;

const either =
  (one: About, other: About): About =>
  (who) =>
    sql`(${one(who)} or ${other(who)})`;

/** Requests that name somebody as a guardian. */
const namedAsGuardian: About = ({ ids, emails }) => sql`
  case when t.field = 'guardians' then exists (
    select from jsonb_to_recordset(t.value::jsonb -> 'guardians') as g (guardian_id bigint, email_id text)
    where g.guardian_id = any(${[...ids]}::bigint[]) or lower(g.email_id) = any(${[...emails]}::text[])
  ) else false end`;

const empty = sql`''`;
/** `.invalid` belongs to nobody (RFC 2606). */
export const nobody = sql`'erased@erased.invalid'`;
export const payerColumns = sql`array['full_name', 'email_id', 'phone_number', 'note']`;

const ofStudent = ofPerson('student_id');
const self = ofPerson('person_id');
const paid = either(ofStudent, ofEmail('email_id'));
const mailed = either(
  either(self, ofEmail('recipient')),
  through('id', 'message_readers', 'mail_id', ofStudent),
);

/**
 * Every table that knows something about one person. An erasure goes through them in this order, and at the end through
 * `people` and the trail. A test names the tables that know nothing about anybody, so a new table has to be in one of
 * both lists.
 */
export const places: readonly Place[] = [
  { table: 'contacts', group: 'contacts', about: self, erase: 'delete' },
  { table: 'mailboxes', group: 'contacts', about: self, erase: 'delete' },
  {
    table: 'guardians',
    group: 'contacts',
    about: either(ofStudent, ofPerson('guardian_id')),
    erase: 'delete',
  },
  { table: 'whatsapp_consents', group: 'contacts', about: self, erase: 'delete' },
  // The proof stays, without a name.
  {
    table: 'consents',
    group: 'contacts',
    about: either(self, ofPerson('said_by')),
    erase: { said_name: empty },
  },
  {
    table: 'duplicate_pairs',
    group: 'contacts',
    about: either(ofPerson('one_id'), ofPerson('other_id')),
    erase: 'delete',
  },
  { table: 'notes', group: 'notes', about: self, erase: 'delete' },
  { table: 'cases', group: 'notes', about: ofStudent, erase: { reason: empty } },
  {
    table: 'enrolments',
    group: 'enrolments',
    about: ofStudent,
    erase: { fee_details: empty, answers: sql`'{}'` },
  },
  { table: 'event_registrations', group: 'enrolments', about: ofStudent, erase: 'nothing' },
  { table: 'continuations', group: 'enrolments', about: ofStudent, erase: 'delete' },
  { table: 'level_exceptions', group: 'enrolments', about: ofStudent, erase: 'delete' },
  { table: 'display_names', group: 'attendance', about: ofStudent, erase: 'delete' },
  { table: 'attendance', group: 'attendance', about: ofStudent, erase: 'nothing' },
  // Its bytes are swept away once no row names them.
  { table: 'homework', group: 'homework', about: ofStudent, erase: 'delete' },
  { table: 'tests', group: 'homework', about: ofStudent, erase: { words: empty } },
  {
    table: 'imported_payments',
    group: 'payments',
    about: through('payment', 'payments', 'id', paid),
    erase: { before: sql`t.before - ${payerColumns}`, after: sql`t.after - ${payerColumns}` },
  },
  {
    table: 'payments',
    group: 'payments',
    about: paid,
    erase: { full_name: sql`'Erased'`, email_id: empty, phone_number: empty, note: empty },
  },
  {
    table: 'ticket_payments',
    group: 'payments',
    about: ofEmail('email'),
    erase: { name: sql`'Erased'`, email: empty, phone: empty },
  },
  { table: 'payment_shares', group: 'payments', about: ofStudent, erase: 'nothing' },
  { table: 'checkouts', group: 'payments', about: ofPerson('reader_id'), erase: { url: sql`null` } },
  { table: 'checkout_parts', group: 'payments', about: ofStudent, erase: 'nothing' },
  {
    table: 'waivers',
    group: 'payments',
    about: through('charge_id', 'charges', 'id', ofStudent),
    erase: { note: empty },
  },
  { table: 'charges', group: 'payments', about: ofStudent, erase: { note: empty } },
  { table: 'reminders', group: 'payments', about: ofStudent, erase: { sent_to: empty } },
  { table: 'receipts', group: 'receipts', about: ofPerson('payer_id'), erase: 'law' },
  // Who checks its paper reads that it is no longer shown. Its number stays.
  {
    table: 'certificates',
    group: 'certificates',
    about: ofStudent,
    erase: { name: empty, revoke_reason: empty },
  },
  {
    table: 'kept_mails',
    group: 'mails',
    about: through('mail_id', 'mails', 'id', mailed),
    erase: 'delete',
    secret: ['sealed'],
  },
  {
    table: 'mails',
    group: 'mails',
    about: mailed,
    erase: {
      recipient: nobody,
      sealed: sql`null`,
      failure: sql`null`,
      bounce: sql`null`,
      marks_address: sql`null`,
      withdrawn_at: sql`case when t.state = 'queued' then now() else t.withdrawn_at end`,
    },
    secret: ['sealed'],
  },
  // Written to nobody but them. What still waits for its minute is withdrawn.
  {
    table: 'messages',
    group: 'mails',
    about: (who) =>
      sql`
        (
          (
            t.id in (select r.message_id from message_readers r where r.student_id = any(${[...who.ids]}::bigint[]))
            or coalesce(t.audience -> 'user_ids', t.audience -> 'teacher_ids') <@ to_jsonb(${[...who.ids]}::bigint[])
          )
          and not exists (
            select from message_readers r
            where r.message_id = t.id and r.student_id <> all(${[...who.ids]}::bigint[])
          )
        )
      `,
    erase: {
      subject: sql`'-'`,
      body: sql`'-'`,
      next_at: sql`null`,
      canceled_at: sql`case when t.next_at is null then t.canceled_at else now() end`,
    },
  },
  { table: 'message_readers', group: 'mails', about: ofStudent, erase: 'nothing' },
  // That somebody could not come stays true of the meeting.
  {
    table: 'answers',
    group: 'my_page',
    about: either(ofStudent, ofPerson('said_by')),
    erase: { body: sql`'-'` },
  },
  {
    table: 'corrections',
    group: 'my_page',
    about: either(either(self, ofPerson('said_by')), namedAsGuardian),
    erase: 'delete',
  },
  {
    table: 'personal_pages',
    group: 'my_page',
    about: ofEmail('mailbox'),
    erase: 'delete',
    secret: ['nonce', 'hash', 'old_hash'],
  },
  {
    table: 'access_requests',
    group: 'requests',
    about: ofEmail('email_id'),
    erase: 'delete',
  },
  {
    table: 'registrations',
    group: 'requests',
    about: either(ofStudent, ofEmail('email_id')),
    erase: 'delete',
  },
  {
    table: 'registration_forms',
    group: 'requests',
    about: ofEmail('mailbox'),
    erase: 'delete',
    secret: ['hash', 'code_hmac'],
  },
  { table: 'wishes', group: 'requests', about: self, erase: 'delete' },
  { table: 'enquiries', group: 'requests', about: ofEmail('email_id'), erase: 'delete' },
  { table: 'invites', group: 'access', about: ofEmail('email_id'), erase: 'delete', secret: ['hash'] },
  {
    table: 'email_changes',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['confirm_hash', 'refuse_hash'],
  },
  { table: 'openid_identities', group: 'access', about: self, erase: 'delete' },
  {
    table: 'push_devices',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['endpoint_mac', 'sealed'],
  },
  {
    table: 'sessions',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['token_hash', 'series', 'sign_out_url'],
  },
  {
    table: 'remember_tokens',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['selector', 'validator_hash', 'previous_validator_hash'],
  },
  {
    table: 'passkeys',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['credential_id', 'public_key', 'sign_count'],
  },
  {
    table: 'code_apps',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['sealed_secret', 'last_step'],
  },
  { table: 'recovery_codes', group: 'access', about: self, erase: 'delete', secret: ['code_hmac'] },
  {
    table: 'factor_challenges',
    group: 'access',
    about: self,
    erase: 'delete',
    secret: ['challenge_hash', 'browser_hash', 'proved_hash'],
  },
  { table: 'known_browsers', group: 'access', about: self, erase: 'delete', secret: ['device_hash'] },
  {
    table: 'reset_challenges',
    group: 'access',
    about: either(self, ofEmail('email_id')),
    erase: 'delete',
    secret: ['challenge_hash', 'code_hmac'],
  },
  { table: 'reset_grants', group: 'access', about: self, erase: 'delete', secret: ['grant_hash'] },
  { table: 'calendar_feeds', group: 'access', about: self, erase: 'delete', secret: ['hash'] },
  // The log names people by their numbers only, and its chain would break.
  {
    table: 'security_entries',
    group: 'access',
    about: either(self, ofPerson('about_person_id')),
    erase: 'nothing',
    secret: ['hash'],
  },
  {
    table: 'asked_deeds',
    group: 'access',
    about: ({ ids }) => sql`${[...ids]}::bigint[] && array[t.asked_by, t.decided_by, t.about_person_id]`,
    erase: { reason: sql`'-'` },
    secret: ['sealed', 'hash', 'rows_digest'],
  },
  { table: 'saved_views', group: 'access', about: ofPerson('author_id'), erase: 'delete' },
  { table: 'report_schedules', group: 'access', about: ofPerson('receiver_id'), erase: 'delete' },
  { table: 'query_emails', group: 'history', about: ofEmail('email_id'), erase: 'delete' },
  { table: 'courses', group: 'history', about: ofEmail('email_id'), erase: { email_id: empty } },
  { table: 'test_hours', group: 'history', about: ofPerson('examiner_id'), erase: { join_link: empty } },
  { table: 'checks', group: 'history', about: self, erase: 'delete', secret: ['sealed_number'] },
  { table: 'volunteers', group: 'history', about: self, erase: 'delete' },
  { table: 'away', group: 'history', about: ofPerson('teacher_id'), erase: 'delete' },
  { table: 'cover_requests', group: 'history', about: ofPerson('teacher_id'), erase: { reason: empty } },
];

/** What an erased person's own row is from then on. It stays deleted. */
export const erasedPerson: Readonly<Record<string, Sql>> = {
  ...Object.fromEntries(erasedFields.map((field) => [field, unknownOf(field)])),
  first_name: sql`'Erased'`,
  last_name: sql`t.id::text`,
  email_id: sql`case when t.main_role in ('student', 'guardian') then '' else 'erased-' || t.id || '@erased.invalid' end`,
  password_hash: sql`null`,
  description: empty,
  image: empty,
  student_level_status: sql`null`,
  work_status: sql`null`,
  other_names: sql`'{}'`,
  answers: sql`'{}'`,
  site_ref: sql`null`,
};

/** What the trail loses: of each table the columns that are emptied, or all of a row that goes (null). */
export const emptiedInTrail: Readonly<Record<string, readonly string[] | null>> = {
  people: [...Object.keys(erasedPerson), 'fullname', ...countedFields],
  // Of pictures and homework; its rows go too.
  files: null,
  ...Object.fromEntries(
    places.flatMap(({ table, erase }): [string, readonly string[] | null][] => {
      if (erase === 'delete') return [[table, null]];
      return typeof erase === 'string' ? [] : [[table, Object.keys(erase)]];
    }),
  ),
};
