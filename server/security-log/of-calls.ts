import type { CallName } from '@gurukul/contract/index';
import type { SecurityKind } from '@gurukul/contract/security';
import type { Call } from '@gurukul/contract/shared/call';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Limits } from '#server/config.ts';
import type { Db } from '#server/db/pool.ts';
import { exists } from '#server/db/rows.ts';
import { count, hour } from '#server/http/counters.ts';
import type { Person } from '#server/http/handlers.ts';
import type { Mailer } from '#server/mail/mailer.ts';
import { raiseAlarm } from './alarms.ts';
import { isLogged, recordSecurity } from './record.ts';
import type { SecurityEntry } from './record.ts';

interface Noted {
  readonly kind: SecurityKind;
  /** The field of the input that names the person whom it is about. */
  readonly about?: string;
}

/** What is listed by the name of a call. Every request looks here. */
function byName<Value>(list: Partial<Record<CallName, Value>>): ReadonlyMap<string, Value> {
  return new Map(Object.entries(list));
}

/**
 * Calls that change data and have an entry in the log when they succeed, in their own transaction. The audit trail has
 * what they changed. A call whose entry depends on more than its name calls `recordSecurity` itself.
 */
const noted = byName<Noted>({
  'accounts.logout': { kind: 'signed_out' },
  'accounts.act_as': { kind: 'acted_as' },
  'accounts.switch_role': { kind: 'role_changed' },
  'access.take_back_role': { kind: 'role_changed', about: 'user_id' },
  'accounts.change_password': { kind: 'password_changed' },
  'accounts.end_sessions': { kind: 'access_ended', about: 'uid' },
  'access.end_way_in': { kind: 'access_ended', about: 'uid' },
  'access.suspend': { kind: 'suspended', about: 'user_id' },
  'access.resume': { kind: 'resumed', about: 'user_id' },
  'access.reset_sign_in': { kind: 'access_reset', about: 'user_id' },
  'accounts.send_reset_link': { kind: 'access_reset', about: 'uid' },
  'accounts.ask_email_change': { kind: 'account_changed', about: 'uid' },
  'accounts.withdraw_email_change': { kind: 'account_changed', about: 'uid' },
  'accounts.invite': { kind: 'invited' },
  'invitations.resend_invitation': { kind: 'invited' },
  'accounts.release_codes': { kind: 'settings_changed' },
  'people.delete_course_admin': { kind: 'account_deleted', about: 'user_id' },
  'people.delete_teacher': { kind: 'account_deleted', about: 'teacher_id' },
  'calendar.create_feed': { kind: 'key_made' },
  'calendar.revoke_feed': { kind: 'key_ended' },
  'myPage.give_link': { kind: 'key_made', about: 'student_id' },
  'myPage.revoke_link': { kind: 'key_ended', about: 'student_id' },
  'privacy.erase_person': { kind: 'erased', about: 'user_id' },
  'privacy.save_retention': { kind: 'settings_changed' },
  'provider.save_settings': { kind: 'settings_changed' },
  'openid.save_service': { kind: 'settings_changed' },
  'openid.delete_service': { kind: 'settings_changed' },
});

/** Calls that read the file of one student. Course admins and teachers reach only students in their own care. */
const studentFiles = byName<string>({
  'students.get_single_student': 'id',
  'students.get_about': 'id',
  'students.get_notes': 'id',
  'homework.get_student_homework': 'student_id',
});

/** From so many rows on, an answer is a bulk read. It is the longest page of a list. */
const manyRows = 100;

/** A call that somebody signed in has made, with its parsed input. */
export interface Made {
  readonly name: string;
  readonly call: Call;
  readonly person: Person;
  /** As `addressFrom` returns it. */
  readonly from: string;
  readonly input: unknown;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const idIn = (input: unknown, field: string | undefined): number | null => {
  const value = field !== undefined && isRecord(input) ? input[field] : null;
  return typeof value === 'number' ? value : null;
};

/** Adds the entry of a call that changed data and did not refuse. */
export async function recordDeed(tx: Db, { name, person, from, input }: Made): Promise<void> {
  const deed = noted.get(name);
  if (deed === undefined || (isRecord(input) && input['preview'] === true)) return;
  const about = idIn(input, deed.about);
  const role = isRecord(input) && deed.about === undefined ? input['role'] : undefined;
  await recordSecurity(tx, {
    kind: deed.kind,
    personId: person.id,
    aboutId: about === person.id ? null : about,
    from,
    facts: { call: name, ...(typeof role === 'string' ? { role } : {}) },
  });
}

/** Adds an entry unless the same person has the same one from this hour. Lists and pages are read again and again. */
async function recordOncePerHour(db: Db, entry: SecurityEntry): Promise<boolean> {
  const { rows: _rows, ...facts } = entry.facts ?? {};
  const isThere = await exists(
    db,
    sql`
      select from security_entries e
      where e.person_id = ${entry.personId}
        and e.kind = ${entry.kind}
        and e.about_person_id is not distinct from ${entry.aboutId ?? null}::bigint
        and e.facts - 'rows' = ${JSON.stringify(facts)}::jsonb
        and e.at > now() - interval '1 hour'
      limit 1
    `,
  );
  if (!isThere) await recordSecurity(db, entry);
  return !isThere;
}

/** Words of a fixed list. A text that somebody typed may be a name, so the log says only that there was one. */
const plainFields = new Set(['format', 'status', 'state', 'kind', 'list', 'sort', 'role', 'from', 'to']);

function shown(field: string, value: unknown): string[] {
  if (value === null || value === undefined || value === '') return [];
  if (Array.isArray(value)) return [`${field}: ${value.length}`];
  if (typeof value === 'number' || typeof value === 'boolean') return [`${field}=${value}`];
  if (typeof value !== 'string') return [field];
  return [plainFields.has(field) || /^\d[\d-]*$/.test(value) ? `${field}=${value}` : `${field}=…`];
}

const filterOf = (input: unknown): string =>
  isRecord(input)
    ? Object.entries(input)
        .flatMap(([field, value]) => shown(field, value))
        .join(' ')
    : '';

/** Counts rows that somebody took, and raises the alarm of a mass export. */
async function countRows(pool: pg.Pool, mail: Mailer, limits: Limits, person: Person, rows: number) {
  if (rows === 0) return;
  const taken = await count(pool, { key: `rows-taken:${person.id}`, seconds: hour }, rows);
  if (taken < limits.rowsTakenPerPersonHour) return;
  await raiseAlarm(pool, mail, {
    kind: 'mass_export',
    network: null,
    personId: person.id,
    count: Math.min(taken, 2_147_483_647),
  });
}

interface Serving {
  readonly pool: pg.Pool;
  readonly mail: Mailer;
  readonly config: { readonly limits: Limits };
}

/** The length of the longest list of an answer. */
const rowsOf = (answer: unknown): number =>
  isRecord(answer)
    ? Math.max(
        0,
        ...Object.values(answer).map((value) =>
          Array.isArray(value) ? value.length : isRecord(value) ? rowsOf(value) : 0,
        ),
      )
    : 0;

/** Adds an entry for a read of a student's file by an account admin, or of many rows by anybody. */
export async function recordRead(
  { pool, mail, config }: Serving,
  { name, call, person, from, input }: Made,
  answer: unknown,
): Promise<void> {
  const personId = person.id;
  if (name === 'privacy.export_person') {
    const aboutId = idIn(input, 'user_id');
    await recordSecurity(pool, { kind: 'exported', personId, aboutId, from, facts: { call: name } });
    return;
  }
  const file = studentFiles.get(name);
  if (file !== undefined) {
    if (person.role !== 'admin') return;
    await recordOncePerHour(pool, { kind: 'read_student', personId, aboutId: idIn(input, file), from });
    return;
  }
  // A preview answers with the rows that the caller sent.
  const rows = call.limits === undefined ? rowsOf(answer) : 0;
  if (rows < manyRows) return;
  const facts = { call: name, filter: filterOf(input), rows };
  const isNew = await recordOncePerHour(pool, { kind: 'read_many', personId, from, facts });
  if (isNew) await countRows(pool, mail, config.limits, person, rows);
}

/** Adds the entry of a file when it has been sent, or when the reader has left. `rows`: null when it has none. */
export async function recordFile(
  { pool, mail, config }: Serving,
  { name, person, from, input }: Made,
  rows: number | null,
): Promise<void> {
  await recordSecurity(pool, {
    kind: 'exported',
    personId: person.id,
    from,
    facts: { call: name, filter: filterOf(input), ...(rows === null ? {} : { rows }) },
  });
  await countRows(pool, mail, config.limits, person, rows ?? 0);
}

/** Adds an entry for a refusal for lack of rights, and raises an alarm when they are many. */
export async function recordRefusal(
  { pool, mail, config }: Serving,
  refused: {
    readonly name: string;
    readonly personId: number;
    readonly from: string;
    readonly status: number;
  },
): Promise<void> {
  const { name, personId, from, status } = refused;
  const refusals = await count(pool, { key: `refusals:${personId}`, seconds: hour });
  if (isLogged(refusals)) {
    const facts = { call: name, status, in_this_hour: refusals };
    await recordSecurity(pool, { kind: 'refused', personId, from, facts });
  }
  if (refusals < config.limits.refusalsPerPersonHour) return;
  await raiseAlarm(pool, mail, { kind: 'refusals', network: null, personId, count: refusals });
}
