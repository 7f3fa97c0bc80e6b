import type { Call } from '@gurukul/contract/shared/calls/call';
import type pg from 'pg';
import sql from 'sql-template-tag';
import type { Limits } from '#server/config.ts';
import { plannedEitherWay } from '#server/db/pool.ts';
import type { Db } from '#server/db/pool.ts';
import { exists } from '#server/db/rows.ts';
import { count, hour } from '#server/http/limits/counters.ts';
import type { Person } from '#server/http/handlers.ts';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { raiseAlarm } from './alarms.ts';
import { peopleIn } from './people-in.ts';
import type { Reads } from './reads.ts';
import { isLogged, recordSecurity } from './record.ts';
import type { SecurityEntry } from './record.ts';

/** From so many rows on, an answer is a bulk read. It is the longest page of a list. */
const manyRows = 100;
/** Of shorter answers there is an entry when together they reach so many rows in an hour, and at each doubling. */
const manyTogether = 500;

/** Whether the count has passed 500, 1,000, 2,000 and so on with these rows. */
function passesStep(taken: number, rows: number): boolean {
  const steps = (count: number) =>
    count < manyTogether ? 0 : 1 + Math.floor(Math.log2(count / manyTogether));
  return steps(taken) > steps(taken - rows);
}

/** A call that somebody signed in has made, with its parsed input. */
export interface MadeCall {
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
export async function recordAction(tx: Db, { name, call, person, from, input }: MadeCall): Promise<void> {
  const { log } = call;
  if (log === undefined || (isRecord(input) && input['preview'] === true)) return;
  const about = idIn(input, log.about);
  const role = isRecord(input) && log.about === undefined ? input['role'] : undefined;
  await recordSecurity(tx, {
    kind: log.kind,
    personId: person.id,
    aboutId: about === person.id ? null : about,
    from,
    facts: { call: name, ...(typeof role === 'string' ? { role } : {}) },
  });
}

/** Adds an entry unless the same person has the same one from this hour. Lists and pages are read again and again. */
async function recordOncePerHour(db: Db, entry: SecurityEntry): Promise<void> {
  const { rows: _rows, in_this_hour: _count, ...facts } = entry.facts ?? {};
  const isThere = await exists(
    db,
    plannedEitherWay(sql`
      select from security_entries e
      where e.person_id = ${entry.personId}
        and e.kind = ${entry.kind}
        and e.about_person_id is not distinct from ${entry.aboutId ?? null}::bigint
        and e.facts - 'rows' - 'in_this_hour' = ${JSON.stringify(facts)}::jsonb
        and e.at > now() - interval '1 hour'
      limit 1
    `),
  );
  if (!isThere) await recordSecurity(db, entry);
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

export interface Serving {
  readonly pool: pg.Pool;
  readonly mail: Mailer;
  readonly config: { readonly limits: Pick<Limits, 'rowsTakenPerPersonHour'> };
}

/**
 * Counts rows of people that somebody took in this hour, by whatever call, page, file or mail, and raises the alarm of a
 * mass export. Returns the count.
 */
export async function countRows(
  { pool, mail, config }: Serving,
  personId: number,
  rows: number,
): Promise<number> {
  if (rows === 0) return 0;
  const taken = await count(pool, { key: `rows-taken:${personId}`, seconds: hour }, rows);
  if (taken >= config.limits.rowsTakenPerPersonHour) {
    await raiseAlarm(pool, mail, {
      kind: 'mass_export',
      network: null,
      personId,
      count: Math.min(taken, 2_147_483_647),
    });
  }
  return taken;
}

/** The person whom the input is about, unless it is the caller. */
function personIn({ call, person, input }: MadeCall): number | null {
  const fields = ['student_id', 'user_id', 'teacher_id', call.log?.about];
  return fields.map((field) => idIn(input, field)).find((id) => id !== null && id !== person.id) ?? null;
}

/**
 * Counts the rows of people in an answer before it leaves, and adds an entry when they are many. The same request counts
 * once an hour. An answer about one person counts as one row, whichever call gives it.
 */
export async function recordRows(serving: Serving & { readonly reads: Reads }, made: MadeCall, rows: number) {
  const { name, call, person, from, input } = made;
  const aboutId = rows > 1 ? null : personIn(made);
  if (rows === 0 && aboutId === null) return;
  // A long upload is not written once more to compare it.
  const request =
    aboutId === null ? [name, person.role, call.limits === undefined ? input : null] : [aboutId];
  const fresh = serving.reads.freshOf([person.id, ...request], Math.max(rows, 1));
  if (fresh === 0) return;
  const taken = await countRows(serving, person.id, fresh);
  if (rows < manyRows && !passesStep(taken, fresh)) return;
  const facts = { call: name, filter: filterOf(input), rows, in_this_hour: taken };
  await recordOncePerHour(serving.pool, { kind: 'read_many', personId: person.id, from, facts });
}

/** Counts the rows of an answer, and adds the entry of a person's export or of an account admin's read of a student's file. */
export async function recordRead(
  serving: Serving & { readonly reads: Reads },
  made: MadeCall,
  answer: unknown,
): Promise<void> {
  const { name, call, person, from, input } = made;
  const { pool } = serving;
  const personId = person.id;
  const kind = call.log?.kind;
  const aboutId = idIn(input, call.log?.about);
  if (kind === 'exported') {
    await recordSecurity(pool, { kind, personId, aboutId, from, facts: { call: name } });
    await countRows(serving, personId, 1);
    return;
  }
  await recordRows(serving, made, peopleIn(call, answer));
  // Course admins and teachers reach only students in their own care.
  if (kind === undefined || person.role !== 'admin') return;
  await recordOncePerHour(pool, { kind, personId, aboutId, from });
}

/** Adds the entry of a file when it has been sent, or when the reader has left. `rows`: null when it has none. */
export async function recordFile(serving: Serving, made: MadeCall, rows: number | null): Promise<void> {
  const { name, person, from, input } = made;
  await recordSecurity(serving.pool, {
    kind: 'exported',
    personId: person.id,
    from,
    facts: { call: name, filter: filterOf(input), ...(rows === null ? {} : { rows }) },
  });
  await countRows(serving, person.id, rows ?? (personIn(made) === null ? 0 : 1));
}

/** Adds the entry of a report that is mailed. `from`: empty when its day has come. */
export const recordReport = (
  tx: Db,
  { personId, from, report, rows }: { personId: number; from: string; report: number; rows: number },
): Promise<void> =>
  recordSecurity(tx, {
    kind: 'exported',
    personId,
    from,
    facts: { call: 'reports.send_report', report, rows },
  });

/** Adds an entry for a refusal for lack of rights, and raises an alarm when they are many. */
export async function recordRefusal(
  { pool, mail, config }: Serving & { readonly config: { readonly limits: Limits } },
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
