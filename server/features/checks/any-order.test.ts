import { assignments } from '@gurukul/contract/assignments';
import { audit } from '@gurukul/contract/audit';
import { classes } from '@gurukul/contract/classes';
import { cover } from '@gurukul/contract/cover';
import { meetings } from '@gurukul/contract/meetings';
import { people } from '@gurukul/contract/people';
import { expect, test } from 'vitest';
import { randomFrom } from '#server/db/seed/random.ts';
import type { Answer } from '#server/test/app.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool } from '#server/test/small-school.ts';

/** `PROOF=full vitest run --project unit server/features/checks/any-order.test.ts` takes all orders. */
const isFull = process.env['PROOF'] === 'full';
const orders = isFull ? 10_000 : 60;
const steps = 3;
// The short form tells the same stories every time.
const seed = Number(process.env['PROOF_SEED'] ?? (isFull ? Date.now() % 2_147_483_647 : 54_000_310));

const random = randomFrom(seed);
const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(random.next() * items.length)];
const nothing: Answer = { status: 200, body: {}, headers: {} };

const { call, db } = await testApp({ database: 'empty' });
const { gita, staff } = await foundSchool(db);
const add = office(db);
const teachers = [staff.teach, staff.elsewhere];
for (const name of ['Helper', 'Spare']) {
  const id = await add.person(name, 'teacher');
  await add.associate(gita.id, id);
  teachers.push(id);
}
await run(db)`update provider set children_rule = 'refuse'`;
await run(db)`update classes set for_children = true`;
await run(
  db,
)`insert into checks (person_id, kind, seen_by) select unnest(${teachers}::bigint[]), 'Police', ${staff.admin}`;
const as = { as: admin };
const course_id = gita.id;
const insists = () => ({ allow_overlap: true, allow_unchecked: random.chance(0.5) });
const marks = () => (random.chance(0.5) ? { for_children: random.chance(0.7) } : {});

interface Slot {
  readonly id: number;
  readonly class_id: number;
  readonly class_name: string;
  readonly class_day: string;
  readonly assigned_id: number | null;
}
const aSlot = async () =>
  pick(
    await many<Slot>(db)`
      select s.id, s.class_id, k.class_name, s.class_day, t.id as assigned_id
      from class_slots s
      join classes k on k.id = s.class_id
      left join slot_teachers t on t.slot_id = s.id and t.ended_at is null
      where s.course_id = ${course_id} and s.deleted_at is null
      order by s.id
    `,
  )!;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const nextOf = (weekday: string) =>
  [8, 9, 10, 11, 12, 13, 14]
    .map((n) => dayFromToday(n))
    .find((day) => weekdays[new Date(day).getUTCDay()] === weekday)!;

const slotOf = ({ class_name, class_day }: Slot) => ({
  class_name,
  class_day,
  time: '18:00',
  time_zone: 'IST',
});
const done: number[] = [];

const actions: readonly (() => Promise<Answer>)[] = [
  () => {
    const checks = Array.from({ length: random.between(1, 2) }, () => ({
      kind: 'Police check',
      number: 'P-1',
      valid_until: pick([
        null,
        dayFromToday(-1),
        dayFromToday(0),
        dayFromToday(9),
        dayFromToday(900),
        dayFromToday(900),
      ])!,
    }));
    const path = { stage: 'approved', course_ids: [], languages: [], for_children: random.chance(0.85) };
    const user_id = pick(teachers);
    return call(people.save_checks, { user_id, path: random.chance(0.5) ? path : null, checks }, as);
  },
  async () => {
    const id = pick(teachers)!;
    await run(db)`update checks set valid_until = ${dayFromToday(-1)} where person_id = ${id}`;
    return nothing;
  },
  async () => {
    const slot = { class_name: `Class ${random.between(1, 6)}`, class_day: pick(weekdays), time: '18:00' };
    const input = {
      course_id,
      ...slot,
      time_zone: 'IST',
      teacher_id: pick(teachers),
      ...marks(),
      ...insists(),
    };
    return call(classes.create_class, input, as);
  },
  async () => {
    const slot = await aSlot();
    const given = random.chance(0.5) ? { teacher_id: pick(teachers) } : {};
    const input = { course_id, id: slot.id, ...slotOf(slot), ...given, ...marks(), ...insists() };
    return call(classes.update_class, input, as);
  },
  async () => {
    const { id, assigned_id } = await aSlot();
    const user_id = pick(teachers);
    return assigned_id === null
      ? call(assignments.add_teacher_to_class, { course_id, id, user_id, ...insists() }, as)
      : call(
          assignments.replace_teacher_to_class,
          { course_id, class_id: id, assigned_id, user_id, ...insists() },
          as,
        );
  },
  async () => {
    const { id: class_id, assigned_id } = await aSlot();
    return call(
      assignments.remove_teacher_from_class,
      { course_id, class_id, assigned_id: assigned_id ?? 1 },
      as,
    );
  },
  async () => {
    const slot = await aSlot();
    const from = nextOf(slot.class_day);
    const teacher_id = pick([...teachers, null]) ?? null;
    const input = { slot_id: slot.id, from, to: from, teacher_id, tell: false, ...insists() };
    return call(meetings.change_teacher, input, as);
  },
  async () => {
    const slot = await aSlot();
    const day = nextOf(slot.class_day);
    const [teacher] = await many<{ id: number }>(db)`
      select teacher_id as id from slot_teachers where slot_id = ${slot.id} and ended_at is null
    `;
    if (teacher === undefined) return nothing;
    const asked = { from: day, to: day, slot_id: slot.id, teacher_id: teacher.id, reason: '', ask: teachers };
    return call(cover.ask_cover, asked, as);
  },
  async () => {
    const offer = pick(
      await many<{ request_id: number; email_id: string }>(db)`
        select o.request_id, p.email_id
        from cover_offers o
        join cover_requests r on r.id = o.request_id and r.taken_by is null
        join people p on p.id = o.teacher_id
        order by o.id
      `,
    );
    if (offer === undefined) return nothing;
    return call(cover.take_cover, { cover_id: offer.request_id, accept: true }, { as: offer.email_id });
  },
  async () => {
    const { id } = await aSlot();
    return call(classes.delete_class, { course_id, id }, as);
  },
  () => call(audit.undo_change, { change_id: pick(done.slice(-8)) ?? 1 }, as),
  () => call(audit.undo_change, { change_id: done.at(-1) ?? 1 }, as),
];

// What gives a class comes most often, and time passes slowly.
const weighted = [0, 0, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 4, 5, 6, 6, 6, 7, 7, 8, 8, 8, 9, 10, 11, 11, 11];

/** Who teaches children, judged by a reader of the tables that knows nothing of the guard. */
async function teaching() {
  const pairs = await many<{ key: string; teacher: number; day: string }>(db)`
    select 'slot ' || t.slot_id || ' ' || t.teacher_id as key, t.teacher_id as teacher, ${dayFromToday(0)} as day
    from slot_teachers t join class_slots s on s.id = t.slot_id join classes k on k.id = s.class_id
    where t.ended_at is null and s.deleted_at is null and k.deleted_at is null and k.for_children
    union all
    select 'meeting ' || m.slot_id || ' ' || m.on_date || ' ' || m.teacher_id, m.teacher_id, m.on_date::text
    from meetings m join class_slots s on s.id = m.slot_id join classes k on k.id = m.class_id
    where m.teacher_id is not null and s.deleted_at is null and k.deleted_at is null and k.for_children
  `;
  return new Map(pairs.map((pair) => [pair.key, pair]));
}
async function mayTeach(teacher: number, day: string) {
  const checks = await many<{ until: string | null }>(db)`
    select valid_until::text as until from checks where person_id = ${teacher}
  `;
  const paths = await many<{ stage: string; for_children: boolean }>(db)`
    select stage, for_children from volunteers where person_id = ${teacher}
  `;
  const isBarred = paths.some(({ stage, for_children }) => stage === 'approved' && !for_children);
  return !isBarred && checks.some(({ until }) => until === null || until >= day);
}

test(`nobody gets a class of children without a valid check in ${orders} orders, seed ${seed}`, async () => {
  const answers = new Map<string, number>();
  const given = { made: 0, refused: 0 };
  let before = await teaching();
  for (let order = 0; order < orders; order += 1) {
    // In long runs most classes lose their mark, and the guard has nothing left to do.
    if (order % 60 === 0) {
      await run(db)`update classes set for_children = true`;
      before = await teaching();
    }
    for (let step = 0; step < steps; step += 1) {
      const which = pick(weighted)!;
      const { status, body, headers } = await actions[which]!();
      const code = `${which} ${status} ${body?.code ?? ''}`;
      answers.set(code, (answers.get(code) ?? 0) + 1);
      expect([code, status < 500]).toEqual([code, true]);
      const change = Number(headers?.['change-id']);
      if (status === 200 && change > 0) done.push(change);
      const now = await teaching();
      const reasons = JSON.stringify(body?.reasons ?? '');
      if (body?.code === 'teacher_unchecked' || reasons.includes('teacher_unchecked')) given.refused += 1;
      for (const [key, { teacher, day }] of now) {
        if (before.has(key)) continue;
        given.made += 1;
        expect([order, code, key, await mayTeach(teacher, day)]).toEqual([order, code, key, true]);
      }
      before = now;
    }
  }
  expect(given.made).toBeGreaterThan(orders / 4);
  expect(given.refused).toBeGreaterThan(orders / 4);
  // Each action was done at least once.
  for (const which of actions.keys()) expect([...answers.keys()].join('\n')).toContain(`${which} 200 `);
});
