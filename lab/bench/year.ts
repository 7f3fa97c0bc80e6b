// What does a year take on the disk? Rolls of 35 weeks, payments of an intake key and mails of 10,000 students, written
// with all triggers and measured by table: `node lab/bench/year.ts`; WEEKS for fewer.
import { endAll } from '../faults/ending.ts';
import { fill } from '../../server/test/fill.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const weeks = Number(process.env['WEEKS'] ?? 35);
const students = 10_000;
const [payments, mails] = [36_000, 200_000];
const tables = [
  'attendance',
  'attendance_registers',
  'audit_entries',
  'changes',
  'payments',
  'mails',
] as const;

const record = recorder(sections.year);
const provider = await startProvider();
const owner = await provider.owner.connect();
const app = await provider.pool.connect();

type Bytes = Record<(typeof tables)[number], number>;
async function weigh(): Promise<Bytes> {
  await owner.query(`vacuum ${tables.join(', ')}`);
  const sizes = tables.map((table) => `pg_total_relation_size('${table}')::float8 as ${table}`);
  const { rows } = await owner.query<Bytes>(`select ${sizes.join(', ')}`);
  return rows[0]!;
}
/** A change of its own for each round of the loop. */
const eachAsChange = (rows: string, body: string) =>
  app.query(`do $$ declare it record; register bigint; begin
    for it in ${rows} loop perform set_config('gurukul.change', '', true); ${body} end loop; end $$`);
const who = (call: string, person: string, key: string) =>
  app.query(
    `select set_config('gurukul.call', $1, false), set_config('gurukul.person', $2, false),
       set_config('gurukul.key', $3, false), set_config('gurukul.request', gen_random_uuid()::text, false),
       set_config('gurukul.from', '203.0.113.17', false), set_config('statement_timeout', '0', false)`,
    [call, person, key],
  );

try {
  await fill(provider.owner, { students, weeks: 1 });
  await owner.query('truncate attendance, attendance_registers, payments, payment_totals, mails cascade');
  const empty = await weigh();
  await who('attendance.update_students_attendance', '7', '');
  for (let week = weeks; week > 0; week -= 1) {
    await eachAsChange(
      `select s.*, current_date - ${week * 7} as day from class_slots s order by random()`,
      `insert into attendance_registers (course_id, class_id, attendance_date, slot_id, on_date, taken_by)
       values (it.course_id, it.class_id, it.day, it.id, it.day, 7) returning id into register;
       insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status, marked_by)
       select it.day, e.student_id, e.course_id, e.class_id, register,
         case when random() < 0.1 then 'absent' else 'present' end, 7
       from enrolments e where e.class_id = it.class_id and e.ended_on is null;`,
    );
    await owner.query('delete from due_changes');
  }
  const called = await weigh();
  const { rows } = await owner.query<{ id: string }>(
    `insert into intake_keys (name, scopes, created_by, hash, starts_with)
     values ('k', array['payments'], 1, sha256('k'), 'k') returning id`,
  );
  await who('intake.payments', '', rows[0]!.id);
  for (let batch = 0; batch < payments / 600; batch += 1) {
    await eachAsChange(
      `select p.* from people p where p.main_role = 'student' order by random() limit 600`,
      `insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency,
         status, paid_at)
       values ('pay_' || substr(md5(random()::text), 1, 14), 1 + it.id % 100, it.id, it.fullname, it.email_id,
         '+9198' || lpad((it.id * 7919 % 100000000)::text, 8, '0'), 1500, 'INR', 'success',
         now() - make_interval(days => ${batch}));`,
    );
    await owner.query('delete from due_changes');
  }
  const paid = await weigh();
  for (let batch = 0; batch < mails / students; batch += 1) {
    await app.query(
      `insert into mails (dedupe_key, kind, recipient, person_id, sealed)
       select 'event_published:${batch}:' || p.id, 'event_published', p.email_id, p.id, repeat(md5(random()::text), 40)
       from people p where p.main_role = 'student'`,
    );
    for (const set of ['tries = 1, handed_over_at = now()', 'sent_at = now(), sealed = null']) {
      for (let part = 0; part < 5; part += 1)
        await app.query(`update mails set ${set} where state = 'queued' and id % 5 = ${part}`);
      await owner.query('vacuum mails');
    }
  }
  const written = await weigh();
  const { rows: counted } = await owner.query<{ n: number }>('select count(*)::int as n from attendance');
  const marks = counted[0]!.n;

  const each = (from: Bytes, to: Bytes, count: number, ...of: (typeof tables)[number][]) =>
    `${Math.round(of.reduce((sum, table) => sum + to[table] - from[table], 0) / count)} bytes`;
  const Rows = `${students} students${unless(35, weeks, 'weeks')}`;
  const trail = ['audit_entries', 'changes'] as const;
  const add = (What: string, Row: string, Trail: string) => record({ Rows, What, Row, Trail });
  add(
    'a mark, with its part of the register',
    each(empty, called, marks, 'attendance', 'attendance_registers'),
    each(empty, called, marks, ...trail),
  );
  add(
    'a payment of an intake key',
    each(called, paid, payments, 'payments'),
    each(called, paid, payments, ...trail),
  );
  add('a mail that has left', each(paid, written, mails, 'mails'), each(paid, written, mails, ...trail));
} finally {
  app.release();
  owner.release();
  await endAll();
}
