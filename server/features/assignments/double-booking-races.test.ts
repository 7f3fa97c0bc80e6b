import { accounts } from '@gurukul/contract/accounts';
import { classes } from '@gurukul/contract/classes';
import { assignments } from '@gurukul/contract/assignments';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '../../test/app.ts';
import { run } from '../../test/rows.ts';
import { testApp } from '../../test/app.ts';
import { office } from '../../test/office.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const at = office(db);

const asha = 'asha@office.test';
const bala = 'bala@office.test';
const prema = 'prema@office.test';
await at.person('Asha', 'admin');
const balaId = await at.person('Bala', 'courseadmin');
const chitraId = await at.person('Chitra', 'courseadmin');
const premaId = await at.person('Prema', 'courseadmin', { asRole: 'teacher' });
const teacherIds = [
  await at.person('Dev', 'teacher'),
  await at.person('Esha', 'teacher'),
  await at.person('Om', 'teacher'),
] as const;
const [devId, eshaId, omId] = teacherIds;
// Signing in takes longer than the races, so everybody signs in before.
await Promise.all([asha, bala, prema].map((who) => server.tokenOf(who)));

beforeEach(() => db.query('update slot_teachers set ended_at = clock_timestamp() where ended_at is null'));

async function course(name: string, courseadminId: number) {
  const id = await at.course(name, courseadminId);
  for (const teacherId of teacherIds) await at.associate(id, teacherId);
  return id;
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const count = async (text: string) =>
  (await db.query<{ n: number }>(`select count(*)::integer as n ${text}`)).rows[0]?.n;

describe('two saves at the same moment in two courses', () => {
  it('never put one teacher in two places: one of them is refused', async () => {
    const [gita, veda] = [await course('Gita', balaId), await course('Veda', chitraId)];
    const slot = { class_day: 'monday', time: '06:00', time_zone: 'IST', teacher_id: devId };
    const overlapping = { ...slot, time: '06:30' };
    const slotIn = async (courseId: number, name: string) =>
      at.slot(courseId, await at.class(courseId, name), 'monday', '06:15');
    for (let round = 0; round < 30; round += 1) {
      const name = `Round ${round}`;
      await run(db)`update slot_teachers set ended_at = clock_timestamp() where ended_at is null`;
      const slotId = await slotIn(veda, name);
      const first = () =>
        server.call(classes.create_class, { course_id: gita, class_name: name, ...slot }, { as: bala });
      const second = () =>
        round % 2 === 0
          ? server.call(
              assignments.add_teacher_to_class,
              { course_id: veda, id: slotId, user_id: devId },
              { as: asha },
            )
          : server.call(
              classes.create_class,
              { course_id: veda, class_name: `${name} too`, ...overlapping },
              { as: asha },
            );
      const answers = await Promise.all(round % 4 < 2 ? [first(), second()] : [second(), first()]);
      expect(inOrder(statuses(answers))).toEqual([200, 409]);
      const refused = answers.findIndex(({ status }) => status === 409);
      expect(answers[refused]?.body.overlap.clashes).toHaveLength(1);
      expect(await count(`from slot_teachers where teacher_id = ${devId} and ended_at is null`)).toBe(1);
    }
  });
});

/** States that must never exist, in any order of the saves. */
const orphans = {
  'two teachers of one slot': `from (
    select slot_id from slot_teachers where ended_at is null group by slot_id having count(*) > 1
  ) twice`,
  'a teacher of a slot that is gone': `from slot_teachers t
    join class_slots s on s.id = t.slot_id where t.ended_at is null and s.deleted_at is not null`,
  'a slot of a class that is gone': `from class_slots s
    join classes k on k.id = s.class_id where s.deleted_at is null and k.deleted_at is not null`,
  'a class without a slot': `from classes k
    where k.deleted_at is null
      and not exists (select from class_slots s where s.class_id = k.id and s.deleted_at is null)`,
  'a teacher who is not associated': `from slot_teachers t
    join course_teachers ct on ct.course_id = t.course_id and ct.teacher_id = t.teacher_id
    where t.ended_at is null and not ct.associated`,
};

const none = Object.fromEntries(Object.keys(orphans).map((what) => [what, 0]));
async function countOrphans() {
  const counts = Object.entries(orphans).map(
    ([what, from]) => `(select count(*)::integer ${from}) as "${what}"`,
  );
  return (await db.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0];
}

/** One class of a course, and everything that can be done to it, all at once. */
async function quarrel(courseId: number, round: number) {
  const classId = await at.class(courseId, `Round ${round}`);
  const slotId = await at.slot(courseId, classId, 'monday', '06:00');
  const isTaught = round % 3 !== 0;
  const assigned_id = isTaught ? await at.assign(courseId, slotId, devId) : 999_999;
  const slot = { course_id: courseId, class_name: `Round ${round}`, time_zone: 'IST' };
  const wanted = { allow_overlap: true };
  const add = { course_id: courseId, id: slotId, user_id: omId, ...wanted };
  const replace = { course_id: courseId, class_id: slotId, assigned_id, user_id: eshaId, ...wanted };
  const actions = [
    () => server.call(assignments.add_teacher_to_class, add, { as: bala }),
    () => server.call(assignments.replace_teacher_to_class, replace, { as: asha }),
    () => server.call(classes.delete_class, { course_id: courseId, id: slotId }, { as: bala }),
    () =>
      server.call(
        classes.create_class,
        { ...slot, class_day: 'friday', time: '06:00', teacher_id: devId, ...wanted },
        { as: asha },
      ),
  ];
  const turn = round % actions.length;
  return Promise.all([...actions.slice(turn), ...actions.slice(0, turn)].map((action) => action()));
}

// Each order with each state of the class, in the long form more often.
const rounds = process.env['PROOF'] === 'full' ? 50 : 12;

describe('adding, replacing and deleting at the same moment', () => {
  it(`leaves at most one teacher and no orphan, in ${rounds} rounds`, async () => {
    // Two courses at a time: they share the teachers, and must not wait for each other in a circle.
    const [gita, veda] = [await course('Gita', balaId), await course('Veda', balaId)];
    const seen = new Map<number, number>();
    for (let round = 0; round < rounds; round += 1) {
      const answers = (await Promise.all([quarrel(gita, round), quarrel(veda, round + 1)])).flat();
      for (const status of statuses(answers)) seen.set(status, (seen.get(status) ?? 0) + 1);
      expect({ round, ...(await countOrphans()) }).toEqual({ round, ...none });
    }
    // Each refusal has a reason; nothing broke and nothing waited too long.
    expect([...seen.keys()].toSorted()).toEqual([200, 404, 409]);
    expect(seen.get(200)).toBeGreaterThan(2 * rounds);
  });
});

describe('giving a class to a teacher who drops the role at the same moment', () => {
  it('ends with a teacher who teaches, or without both', async () => {
    const gita = await course('Gita', balaId);
    await at.associate(gita, premaId);
    for (let round = 0; round < 30; round += 1) {
      await run(db)`update slot_teachers set ended_at = clock_timestamp() where ended_at is null`;
      await db.query(`update people set as_role = 'teacher' where id = ${premaId}`);
      const slotId = await at.slot(gita, await at.class(gita, `Round ${round}`));
      const give = () =>
        server.call(
          assignments.add_teacher_to_class,
          { course_id: gita, id: slotId, user_id: premaId },
          { as: bala },
        );
      const drop = () => server.call(accounts.switch_role, { role: 'courseadmin' }, { as: prema });
      const [given, dropped] =
        round % 2 === 0
          ? await Promise.all([give(), drop()])
          : (await Promise.all([drop(), give()])).toReversed();
      expect(dropped?.status).toBe(200);
      const isDropped = dropped?.body.message === 'success';
      expect(given?.status).toBe(isDropped ? 404 : 200);
      expect(
        await count(`from slot_teachers t join people p on p.id = t.teacher_id
          where t.ended_at is null and p.main_role <> 'teacher' and p.as_role is null`),
      ).toBe(0);
    }
  });
});
