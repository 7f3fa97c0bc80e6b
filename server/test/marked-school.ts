import pg from 'pg';
import type { Sql } from 'sql-template-tag';
import sql, { raw } from 'sql-template-tag';
import type { Db } from '../db/pool.ts';
import { proveAllMailboxes } from '../channels/mail/prove.ts';
import type { TestApp } from './app.ts';
import type { Objects, Planter, School } from './planted-school.ts';
import { office } from './office.ts';
import { markedDay, mondayIn } from './planted-school.ts';
import { one, run } from './rows.ts';
import { addEnrolment } from './small-school.ts';

/* A school in which every fact about people has a word that stands nowhere else. */

/**
 * Whose a row is. `near` and `beside` are two classes of one course with one course admin; `far` is the course of
 * another. `office`: of nobody's course.
 */
export const worlds = ['near', 'beside', 'far', 'office'] as const;
export type World = (typeof worlds)[number];

export interface Fact {
  /** Table and column. The staff's rows of `people` are `colleagues`. */
  readonly place: string;
  readonly world: World;
  /** The person whom the row is about first. */
  readonly about: number | null;
  /** The marks of one row of `notes` that only the office reads, for example. */
  readonly kind: string;
}

export interface MarkedSchool {
  readonly school: School;
  /** Of the near student; behind them is also the far student. */
  readonly mother: Guardian;
  /** Of the near student, whom they may not see. */
  readonly father: Guardian;
  /** Of the near student alone. */
  readonly aunt: Guardian;
  /** The facts of every mark. */
  readonly facts: ReadonlyMap<string, readonly Fact[]>;
  /** Columns that take no mark. */
  readonly unmarked: readonly string[];
  /** Tables without a row. */
  readonly unplanted: readonly string[];
  /** Statements that change the facts that somebody may not see, and so the place of each in any order. */
  otherwise(sees: (fact: Fact) => boolean): Sql[];
}

export interface Guardian {
  readonly id: number;
  readonly mailbox: string;
}

/** Part of every mark that is a word: a search for it finds any of them. */
export const mark = 'qzxq';
/** Part of every mark that is the number of a phone. */
export const numberMark = '9199';
const ofMarks = new RegExp(
  [
    `${mark}[0-9a-z]{3}z`,
    // Of planted rows: names and addresses begin with the word of their school.
    String.raw`(?:near|beside|far)\d+x ?\w*`,
    // Numbers of phones, amounts and birthdays.
    `${numberMark}\\d{8}`,
    String.raw`(?<!\d)8?77\d{4}\.\d\d`,
    String.raw`(?:19[34]\d|201[2-9])-\d\d-\d\d`,
  ].join('|'),
  'gi',
);

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  /** The table that it names a row of. */
  readonly names: string | null;
}

/**
 * Texts that steer the portal or that it writes itself. Everything else that a column takes is taken for a fact about
 * somebody, also in columns that do not exist yet.
 */
const steering: Readonly<Record<string, readonly string[]>> = {
  access_requests: ['details'],
  answers: ['kind'],
  asked_deeds: ['call', 'sealed', 'kind'],
  audit_entries: ['call', 'request_id', 'table_name', 'row_id'],
  cases: ['kind', 'line'],
  changes: ['call', 'request_id'],
  code_apps: ['sealed_secret'],
  course_prices: ['country_name', 'country_code', 'currency_code'],
  courses: ['course_image', 'course_description', 'what_we_learn', 'note', 'email_id', 'price'],
  due: ['kind', 'line'],
  duplicate_pairs: ['reasons'],
  events: ['image_url', 'description'],
  event_speakers: ['speaker_image'],
  factor_challenges: ['flag', 'sign_out_url'],
  files: ['kind', 'key', 'content_type'],
  glimpses: ['glimpse_image', 'glimpse_description'],
  homework: ['status'],
  idempotency_keys: ['path', 'key', 'answer'],
  imports: ['kind'],
  intake_keys: ['starts_with', 'last_network'],
  intake_secrets: ['sealed'],
  intake_uses: ['network'],
  kept_mails: ['sealed'],
  // The sums of other rows.
  ledger_sums: ['currency', 'charged', 'waived', 'received', 'refunded', 'open', 'credit'],
  mails: ['dedupe_key', 'kind', 'sealed', 'channel'],
  mailboxes: ['mailbox'],
  message_templates: ['language'],
  messages: ['digest', 'body', 'language'],
  openid_attempts: ['role'],
  openid_identities: ['issuer'],
  openid_services: ['name', 'issuer', 'client_id'],
  passkeys: ['credential_id'],
  payments: ['status', 'kind'],
  // They add up to the amount of their payment, which has a mark.
  payment_shares: ['amount'],
  checkout_parts: ['amount'],
  checkouts: ['amount', 'currency', 'service', 'state', 'service_id', 'url', 'payment_id', 'parts'],
  payment_signatures: ['payment_id'],
  payment_totals: ['status', 'currency', 'amount'],
  people: ['password_hash', 'main_role', 'as_role', 'country', 'region', 'timezone', 'language', 'image'],
  // A page of a mailbox is there for its checkout alone.
  personal_pages: ['nonce', 'language', 'mailbox', 'unwanted'],
  provider: [
    'name',
    'logo',
    'accent',
    'time_zone',
    'languages',
    'spoken_languages',
    'sender_name',
    'reply_to',
  ],
  push_devices: ['sealed', 'language'],
  rate_limits: ['key'],
  receipts: ['language'],
  certificates: ['language', 'signature'],
  questions: ['asked'],
  // The year is a number.
  registrations: ['page_language', 'birth_year'],
  remember_tokens: ['selector'],
  saved_views: ['list'],
  schema_migrations: ['name', 'sha256'],
  security_entries: ['kind'],
  server_keys: ['name', 'value'],
  sessions: ['active_role', 'series', 'sign_out_url'],
  sign_in_alarms: ['kind', 'network'],
  ticket_payments: ['status'],
  wishes: ['zone'],
  topics: ['video', 'pdf'],
};

/** Columns that name whom a row is about, the first one first. Who wrote it down does not count. */
const peopleColumns = [
  'student_id',
  'person_id',
  'about_person_id',
  'payer_id',
  'one_id',
  'teacher_id',
  'guardian_id',
  'examiner_id',
  'author_id',
  'receiver_id',
];

const catalogue = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    (
      select k.confrelid::regclass::text
      from pg_constraint k
      cross join lateral unnest(k.conkey, k.confkey) as pair (own, named)
      join pg_attribute id on id.attrelid = k.confrelid and id.attnum = pair.named and id.attname = 'id'
      where k.conrelid = c.oid and k.contype = 'f' and pair.own = a.attnum
      limit 1
    ) as names
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and c.relname <> 'noted'
  order by 1, a.attnum`;

type Row = Readonly<Record<string, unknown>>;

/** Says whose each row is, from the class, course or person that it names, in this order. */
function placer(columns: readonly Column[], rows: ReadonlyMap<string, readonly Row[]>) {
  const byId = new Map(
    [...rows].map(([table, all]) => [table, new Map(all.map((row) => [String(row['id']), row]))]),
  );
  const named = Map.groupBy(
    columns.filter(
      ({ column, names }) => names !== null && (names !== 'people' || peopleColumns.includes(column)),
    ),
    ({ table }) => table,
  );
  const ofName = (name: unknown): World | null => {
    const word = /^(near|beside|far)\d+x/i.exec(String(name))?.[1]?.toLowerCase();
    return worlds.find((world) => world === word) ?? null;
  };
  const rank = ({ column, names }: Column): number => {
    if (names === 'classes') return 0;
    if (names === 'class_slots') return 1;
    if (names === 'courses') return 2;
    if (names === 'people') return 4 + peopleColumns.indexOf(column);
    return 3;
  };

  return function worldOf(table: string, row: Row, depth = 0): World {
    if (depth > 6) return 'office';
    const own = { people: row['first_name'], courses: row['course_name'], classes: row['class_name'] }[table];
    if (own !== undefined) return ofName(own) ?? 'office';
    for (const { column, names } of (named.get(table) ?? []).toSorted(
      (one, other) => rank(one) - rank(other),
    )) {
      const parent = byId.get(names!)?.get(String(row[column]));
      if (parent === undefined) continue;
      const world = worldOf(names!, parent, depth + 1);
      if (world !== 'office') return world;
    }
    return 'office';
  };
}

/** What a column may take, in the order of trial. */
function* shapesFor(
  { table, column, type }: Column,
  row: Row,
  number: number,
): Generator<{ value: unknown; text: string }> {
  const word = `${mark}${number.toString(36).padStart(3, '0')}z`;
  const phone = `${numberMark}${String(10_000_000 + number)}`;
  if (type.startsWith('numeric')) {
    // What is taken off is less than what it is taken off from.
    const isWhole = table === 'charges' || table === 'payments';
    const amount = `${(isWhole ? 8_770_000 : 770_000) + (number % 10_000)}.${String((number % 90) + 10)}`;
    yield { value: amount, text: amount };
    return;
  }
  if (type === 'date' && /^dob|birth/.test(column)) {
    const isChild = row[column] !== null && String(row[column]) > '2010';
    const text = new Date(Date.UTC(isChild ? 2012 : 1931, 0, 1 + number)).toISOString().slice(0, 10);
    yield { value: text, text };
    return;
  }
  if (type === 'text[]') yield { value: [word], text: word };
  if (type !== 'text') return;
  if (/phone|^number$/.test(column)) {
    yield { value: `+${phone}`, text: phone };
    yield { value: phone, text: phone };
    return;
  }
  if (!/email|mailbox|recipient|sent_to/.test(column)) yield { value: word, text: word };
  yield { value: `${word}@mark.test`, text: word };
  yield { value: `https://${word}.test/`, text: word };
}

/** Another value of that shape, before the marks in any order. */
function otherValue({ column, type }: Column, shape: number): string {
  if (type.startsWith('numeric')) return `t."${column}" * 3`;
  if (type === 'date') return `t."${column}" - 400`;
  if (type === 'text[]') return `array['aaa' || t.id]`;
  if (/phone|^number$/.test(column)) return `${shape === 0 ? `'+9188'` : `'9188'`} || (10000000 + t.id)`;
  const isMailbox = /email|mailbox|recipient|sent_to/.test(column);
  return [`'aaa' || t.id`, `'aaa' || t.id || '@mark.test'`, `'https://aaa' || t.id || '.test/'`][
    isMailbox ? shape + 1 : shape
  ]!;
}

const isMarkable = ({ table, column, type, names }: Column) =>
  names === null &&
  (/^(?:text|text\[\])$/.test(type) || type.startsWith('numeric') || /^dob|birth/.test(column)) &&
  steering[table]?.includes(column) !== true;

/** What a row is besides its table, where the readers depend on it. */
function kindOf(table: string, row: Row): string {
  if (table === 'notes') return String(row['readers']);
  if (table === 'people') return String(row['main_role']);
  if (table === 'cases') return String(row['kind']);
  return '';
}

/**
 * Plants a school and marks it, twice: the marks of the first time are in the history only. The near student has a
 * charge, a payment, a note and all the rest in the far course too, and a mother who is also the far student's.
 */
export async function plantMarkedSchool(
  { call, database: { pool: db, owner } }: Pick<TestApp, 'call' | 'database'>,
  plant: Planter,
): Promise<MarkedSchool> {
  const school = await plant.school();
  const family = await plantFamilies(db, school);
  for (const { received } of [school.own, school.far]) {
    const { status, body } = await call(
      'receipts.issue_receipt',
      { payment_id: received },
      { headers: { authorization: `Bearer ${school.tokens.admin}` } },
    );
    if (status !== 200) throw new Error(`no receipt: ${JSON.stringify(body)}`);
  }
  for (const { course, student } of [school.own, school.far]) {
    await db.query(
      "update enrolments set registration_status = 'Completed' where student_id = $1 and course_id = $2",
      [student, course],
    );
    const { status, body } = await call(
      'certificates.issue',
      { course_id: course, students: [{ student_id: student }] },
      { headers: { authorization: `Bearer ${school.tokens.admin}` } },
    );
    if (status !== 200) throw new Error(`no certificate: ${JSON.stringify(body)}`);
  }

  const client = new pg.Client(owner);
  await client.connect();
  try {
    const columns = (await client.query<Column>(catalogue)).rows;
    const tables = Map.groupBy(columns, ({ table }) => table);
    const rows = new Map<string, Row[]>();
    for (const table of tables.keys()) {
      const found = await client.query<Row>(
        `select t.ctid::text as ctid, t.* from "${table}" t order by t.ctid`,
      );
      rows.set(table, found.rows);
    }
    const worldOf = placer(columns, rows);
    const facts = new Map<string, Fact[]>();
    const note = (text: string, fact: Fact) =>
      facts.set(text.toLowerCase(), [...(facts.get(text.toLowerCase()) ?? []), fact]);
    let number = 0;
    const unmarked: string[] = [];
    const unplanted: string[] = [];
    const columnsOfRows: { column: Column; shape: number; id: unknown; fact: Fact }[] = [];

    await client.query('begin');
    for (const [table, all] of tables) {
      const first = rows.get(table)![0];
      if (first === undefined) {
        unplanted.push(table);
        continue;
      }
      const taken: { column: Column; shape: number }[] = [];
      for (const column of all.filter(isMarkable)) {
        const shape = await shapeTaken(client, column, first);
        if (shape === null) unmarked.push(`${table}.${column.column}`);
        else taken.push({ column, shape });
      }
      for (const row of rows.get(table)!) {
        const world = worldOf(table, row);
        const kind = kindOf(table, row);
        const named = peopleColumns
          .map((column) => row[column])
          .find((id) => id !== undefined && id !== null);
        const about = Number(table === 'people' ? row['id'] : (named ?? 0)) || null;
        const isStaff = table === 'people' && !/student|guardian/.test(kind);
        const fact = (column: string, age = ''): Fact => ({
          place: `${isStaff ? 'colleagues' : table}.${column}${age}`,
          world,
          about,
          kind,
        });
        for (const { column } of all.filter(({ type }) => type === 'jsonb' && table !== 'audit_entries')) {
          for (const text of marksIn(JSON.stringify(row[column]))) note(text, fact(column));
        }
        for (const { column, shape } of row['id'] === undefined ? [] : taken) {
          columnsOfRows.push({ column, shape, id: row['id'], fact: fact(column.column) });
        }
        const open = taken.filter(({ column: { column } }) => {
          const own = marksIn(row[column]);
          for (const text of own) note(text, fact(column));
          return own.length === 0;
        });
        let place = String(row['ctid']);
        for (const age of [' before', '']) {
          const values = open.map(({ column, shape }) => {
            number += 1;
            const { value, text } = [...shapesFor(column, row, number)][shape]!;
            note(text, fact(column.column, age));
            return value;
          });
          if (values.length === 0) continue;
          const set = open.map(({ column: { column, type } }, at) => `"${column}" = $${at + 2}::${type}`);
          const moved = await client.query<{ ctid: string }>(
            `update "${table}" set ${set.join(', ')} where ctid = $1::tid returning ctid::text as ctid`,
            [place, ...values],
          );
          place = moved.rows[0]!.ctid;
        }
      }
    }
    await client.query('commit');
    // The addresses as they are marked now.
    await run(db)`delete from mailboxes`;
    await proveAllMailboxes(db);
    const otherwise: MarkedSchool['otherwise'] = (sees) => {
      const hidden = columnsOfRows.filter(({ fact }) => !sees(fact));
      return [...Map.groupBy(hidden, ({ column }) => column)].map(([column, all]) => {
        const ids = all.map(({ id }) => `'${String(id)}'`).join(', ');
        const value = otherValue(column, all[0]!.shape);
        return raw(`update "${column.table}" t set "${column.column}" = ${value} where id in (${ids})`);
      });
    };
    return { school, ...family, facts, unmarked, unplanted, otherwise };
  } finally {
    await client.end();
  }
}

/** The marks in a text, in small letters. */
export const marksIn = (value: unknown): string[] =>
  value === null || value === undefined
    ? []
    : [...String(value).matchAll(ofMarks)].map(([text]) => text.toLowerCase());

/** The first shape that the column takes in that row; null when its values are counted. */
async function shapeTaken(client: pg.Client, column: Column, row: Row): Promise<number | null> {
  for (const [shape, { value }] of [...shapesFor(column, row, 46_000)].entries()) {
    await client.query('savepoint trial');
    try {
      await client.query(
        `update "${column.table}" set "${column.column}" = $2::${column.type} where ctid = $1::tid`,
        [row['ctid'], value],
      );
      await client.query('set constraints all immediate');
      await client.query('rollback to savepoint trial');
      return shape;
    } catch {
      await client.query('rollback to savepoint trial');
    }
  }
  return null;
}

type Families = Pick<MarkedSchool, 'mother' | 'father' | 'aunt'>;

/** What the planter of schools leaves out, for each world. */
async function plantFamilies(db: Db, school: School): Promise<Families> {
  const add = office(db);
  const { own, beside, far, ids } = school;
  const wordOf = (world: string) => school.ownWord.replace('Near', world);
  const insert = async (query: Sql) => (await one<{ id: number }>(db)`${query}`).id;
  let phone = 99_000_000;
  const number = () => `${numberMark}${(phone += 1)}`;

  const guardian = async (word: string, name: string): Promise<Guardian> => {
    const id = await add.person(word + name, 'student');
    await run(db)`
      update people set main_role = 'guardian', phone_number = ${`+${number()}`}, dob = '1970-05-05'
      where id = ${id}
    `;
    const mailbox = `${word}${name}@office.test`.toLowerCase();
    return { id, mailbox };
  };
  const behind = (student: number, { id }: Guardian, maySee: boolean) =>
    run(db)`
      insert into guardians (student_id, guardian_id, relation, may_see, pays) values (${student}, ${id}, 'x', ${maySee}, ${maySee})
    `;

  /** What is about the person in whichever course. */
  async function ofPerson(word: string, student: number, other: number, by: number): Promise<void> {
    const mailbox = `${word}Second@office.test`.toLowerCase();
    await run(db)`
      insert into contacts (person_id, kind, value) values (${student}, 'email', ${mailbox}), (${student}, 'phone', ${`+${number()}`})
    `;
    await run(db)`
      insert into notes (person_id, body, readers, created_by) values (${student}, 'x', 'office', ${by}), (${student}, 'x', 'teachers', ${by})
    `;
    await run(db)`
      insert into whatsapp_consents (person_id, number, how, recorded_by) values (${student}, ${number()}, 'paper_form', ${by})
    `;
    await run(db)`
      insert into consents (person_id, purpose, agreed, how, recorded_by) values (${student}, 'photos', true, 'paper_form', ${by})
    `;
    await run(db)`
      insert into reminders (student_id, currency, sent_to, asked_by) values (${student}, 'INR', ${mailbox}, ${by})
    `;
    await run(db)`
      insert into duplicate_pairs (one_id, other_id, reasons) values (${Math.min(student, other)}, ${Math.max(student, other)}, '{}')
    `;
    await run(db)`
      insert into payments (payment_id, student_id, full_name, email_id, amount, currency, status, kind, paid_at)
      values (${`gift ${word}`}, ${student}, ${`${word} Giver`}, ${mailbox}, 10, 'INR', 'success', 'donation', now())
    `;
  }

  /** What is about the person in one course. */
  async function ofCourse(
    word: string,
    student: number,
    { course, class: group, slot }: Objects,
    by: number,
  ): Promise<void> {
    await run(db)`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${student}, ${course}, ${group}, 'x', '')
    `;
    await run(db)`
      insert into display_names (student_id, course_id, class_id, name, learned_by) values (${student}, ${course}, ${group}, ${`x${student} ${course}`}, ${by})
    `;
    await run(db)`
      insert into answers (student_id, course_id, class_id, kind, body, said_by)
      values (${student}, ${course}, ${group}, 'reply', 'x', ${student})
    `;
    const charge = await insert(sql`
      insert into charges (student_id, course_id, due_on, amount, currency, note)
      values (${student}, ${course}, '2026-01-05', 900000, 'INR', 'x') returning id
    `);
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency, canceled_at, cancel_reason)
      values (${student}, ${course}, '2026-01-05', 900000, 'INR', now(), 'x')
    `;
    await run(db)`
      insert into waivers (charge_id, amount, reason, sponsor, note, created_by)
      values (${charge}, 5, 'sponsored', 'x', 'x', ${by})
    `;
    const payment = await insert(sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, currency, status, method, paid_at)
      values (${`course ${word} ${student}`}, ${course}, ${student}, ${`${word} Payer`}, ${`${word}Payer@office.test`.toLowerCase()},
        500, 'INR', 'success', 'cash', now() - interval '3 days')
      returning id
    `);
    await run(db)`
      insert into refunds (refund_id, payment_id, kind, amount, reason, refunded_at, recorded_by)
      values (${`back ${word} ${student}`}, ${payment}, 'refund', 5, 'x', now(), ${by})
    `;
    await run(db)`
      insert into payment_shares (payment_id, student_id, course_id, amount) values (${payment}, ${student}, ${course}, 500)
    `;
    await run(db)`
      with page as (
        insert into personal_pages (mailbox, nonce, hash)
        values (${`${word}${student}.paid@mark.test`.toLowerCase()}, 'x', ${Buffer.from(`paid ${word}${student}`)}) returning id
      ), paid as (
        insert into checkouts (service, is_test, page_id, reader_id, currency, amount, parts, ends_at)
        select 'stripe', false, page.id, ${student}, 'INR', 500, ${`${word} ${course}`}, now() from page returning id
      )
      insert into checkout_parts (checkout_id, student_id, course_id, amount)
      select paid.id, ${student}, ${course}, 500 from paid
    `;
    await run(db)`
      with file as (
        insert into imports (kind, file_name, content_hash, row_count, created_by)
        values ('payments', 'x', ${Buffer.from(`${word}${student}`)}, 1, ${by}) returning id
      )
      insert into imported_payments (import_id, row_number, payment, matched_by, before, after)
      select file.id, 2, ${payment}, 'name', null, ${JSON.stringify({ full_name: `${word}Imported` })}::jsonb from file
    `;
    await run(db)`
      insert into cases (kind, line, course_id, class_id, student_id, quiet_until, opened_by, owner_id, state, outcome, reason, closed_at, closed_by)
      values ('absent_student', ${`absent_student:${student}:${group}`}, ${course}, ${group}, ${student}, ${markedDay}, ${by}, ${by}, 'done', 'left', 'x', now(), ${by})
    `;
    const meeting = (weeks: number, state: string | null) => sql`
      insert into meetings (course_id, class_id, slot_id, on_date, state, reason, join_link, recording_link, created_by)
      values (${course}, ${group}, ${slot}, ${mondayIn(weeks)}, ${state}, 'x', 'https://x.test/', 'https://x.test/', ${by})
      on conflict do nothing
    `;
    await run(db)`${meeting(0, null)}`;
    await run(db)`${meeting(1, 'canceled')}`;
    await run(db)`
      insert into days_off (from_date, until_date, name, course_id, class_id, created_by)
      values ('2036-03-01', '2036-03-01', 'x', ${course}, ${group}, ${by})
    `;
  }

  /** What belongs to a colleague alone. */
  async function ofStaff(word: string, person: number, role: string): Promise<void> {
    await run(db)`
      insert into known_browsers (person_id, device_hash, seen_at, agent) values (${person}, ${Buffer.from(`${word}${role}`)}, now(), 'x')
    `;
    await run(db)`
      insert into saved_views (author_id, role, list, name, address, for_office) values (${person}, ${role}, '/students', 'x', 'x', false)
    `;
    await run(db)`
      insert into report_schedules (author_id, receiver_id, role, name, report, rhythm, next_on)
      values (${person}, ${person}, ${role}, 'x', '{"list": "students", "course_status": "all", "last_period": false}', 'weekly', current_date + 9)
    `;
    await run(db)`
      insert into sessions (token_hash, person_id, active_role, last_seen_at, expires_at, agent)
      values (${Buffer.from(`s${word}${role}`)}, ${person}, ${role}, now(), now() + interval '1 day', 'x')
    `;
    await run(db)`update people set dob = '1970-05-05', phone_number = 'x' where id = ${person}`;
    await run(db)`
      insert into passkeys (person_id, credential_id, public_key, sign_count, transports, name, is_synced)
      values (${person}, ${`${word}${role}`}, '\\x00', 0, '{}', 'x', false)
    `;
    await run(db)`
      insert into openid_identities (person_id, issuer, subject, email_id)
      values (${person}, 'https://issuer.test', ${`${word}${role}`}, 'x@mark.test')
    `;
    await run(db)`
      insert into email_changes (person_id, email_id, instead_of, confirm_hash, refuse_hash, expires_at)
      values (${person}, 'x@mark.test', 'y@mark.test', ${Buffer.from(`c${word}${role}`)}, ${Buffer.from(`r${word}${role}`)}, now() + interval '1 day')
    `;
  }

  await run(db)`
    insert into openid_services (name, label, issuer, client_id, domains, is_enabled)
    values ('school', 'School', 'https://issuer.test', 'x', '{}', false)
  `;
  const [mother, father, aunt] = [
    await guardian(wordOf('Near'), 'Mother'),
    await guardian(wordOf('Near'), 'Father'),
    await guardian(wordOf('Near'), 'Aunt'),
  ];
  await behind(own.student, mother, true);
  await behind(far.student, mother, true);
  await behind(own.student, father, false);
  await behind(own.student, aunt, true);
  const heads = { near: ids.courseadmin, far: far.courseadmin };
  for (const [world, objects, by] of [
    ['Near', own, heads.near],
    ['Beside', beside, heads.near],
    ['Far', far, heads.far],
  ] as const) {
    const word = wordOf(world);
    await ofPerson(word, objects.student, objects.guest === own.guest ? own.guest : far.guest, by);
    await ofCourse(word, objects.student, objects, by);
    await ofStaff(word, objects.teacher, 'teacher');
    if (world !== 'Beside') {
      await ofStaff(word, by, 'courseadmin');
      await run(db)`
        insert into event_speakers (event_id, speaker_name, speaker_image) values (${objects.liveEvent}, 'x', '')
      `;
    }
    await run(db)`update class_slots set join_link = 'https://x.test/' where class_id = ${objects.class}`;
  }
  await addEnrolment(db, { student: own.student, course: far.course, class: far.class });
  await ofCourse(wordOf('Far'), own.student, far, heads.far);
  await run(db)`
    update people set dob = '2014-01-01' where id = any(${[own.student, far.student, beside.student]}::bigint[])
  `;
  await run(db)`update people set dob = '1950-01-01' where id = any(${[own.guest, far.guest]}::bigint[])`;
  await run(db)`
    insert into enquiries (intake_key_id, enquiry_id, query_type_id, name, email_id, message)
    select k.id, 'x', ${own.queryType}, 'x', ${`${wordOf('Near')}Guest@office.test`.toLowerCase()}, 'x'
    from intake_keys k limit 1
  `;
  await run(db)`
    insert into ticket_payments (payment_id, name, email, course_type, registration_code, adult, child, amount, currency, status, created_at)
    values ('x', 'x', 'x@mark.test', 'x', 'x', 1, 0, 10, 'INR', 'success', now())
  `;
  return { mother, father, aunt };
}
