import { dashboards } from '@gurukul/contract/dashboards';
import type { TodayHas } from '@gurukul/contract/dashboards';
import { expect, test } from 'vitest';
import { run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';

const { call, db } = await testApp({ database: 'empty' });
const add = office(db);

/** What each of them sees when nothing is due: the kinds of things that exist, or that something is due. */
async function seen(...names: string[]): Promise<string[]> {
  const told: string[] = [];
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop
    const { body } = await call(dashboards.get_today, {}, { as: `${name}@office.test` });
    const { data, has }: { data: unknown[]; has?: TodayHas } = body;
    const there = Object.entries(has ?? {}).flatMap(([thing, is]) => (is ? [thing] : []));
    told.push(data.length > 0 ? `${name}: due` : `${name}: ${there.join(' ') || 'nothing'}`);
  }
  return told;
}

test('without due items the answer says what exists, so that an empty start does not look finished', async () => {
  await add.person('Admin', 'admin');
  const teach = await add.person('Teach', 'teacher');
  expect(await seen('admin', 'teach')).toEqual(['admin: nothing', 'teach: nothing']);

  const own = await add.person('Own', 'courseadmin');
  await add.person('Other', 'courseadmin');
  expect(await seen('admin', 'own')).toEqual(['admin: course_admins', 'own: course_admins']);

  const course = await add.course('Gita', own, { startDate: dayFromToday(-40) });
  await run(db)`update courses set course_duration = 'yearly'`;
  expect(await seen('admin', 'own', 'other', 'teach')).toEqual([
    'admin: course_admins courses',
    'own: course_admins courses',
    'other: course_admins',
    'teach: course_admins',
  ]);

  const group = await add.class(course, 'Morning');
  const slot = await add.slot(course, group, 'monday', '18:00');
  // The course is not published, and its class meets all the same, so it needs a teacher.
  expect(await seen('admin', 'own', 'other')).toEqual(['admin: due', 'own: due', 'other: course_admins']);

  await add.associate(course, teach);
  await add.assign(course, slot, teach);
  expect(await seen('admin', 'own', 'other', 'teach')).toEqual([
    'admin: course_admins courses classes',
    'own: course_admins courses classes',
    'other: course_admins',
    'teach: course_admins courses classes',
  ]);

  await addEnrolment(db, { student: await add.person('Anu', 'student'), course, class: group, from: 0 });
  expect(await seen('admin', 'own', 'other', 'teach')).toEqual([
    'admin: course_admins courses classes students',
    'own: course_admins courses classes students',
    'other: course_admins',
    'teach: course_admins courses classes students',
  ]);
});
