import { dashboards } from '@gurukul/contract/dashboards';
import type { TodayItems } from '@gurukul/contract/dashboards';
import { messages } from '@gurukul/contract/messages';
import { expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { run } from '#server/test/rows.ts';
import { dayFromToday, foundSchool } from '#server/test/small-school.ts';

const server = await testApp({ database: 'empty' });
const { call, config, db } = server;
const { gita, staff } = await foundSchool(db);
const [own, admin] = ['own@office.test', 'admin@office.test'] as const;
await run(db)`update courses set start_date = ${dayFromToday(-140)}::date, course_duration = 'yearly'`;
await run(db)`update class_slots set created_at = now() - interval '140 days'`;
await run(
  db,
)`update enrolments set started_on = ${dayFromToday(-140)}::date where started_on > ${dayFromToday(-140)}::date and ended_on is null`;

/** The lines of Today about the rolls of a teacher, as the office sees them. */
const linesOf = async (teacher_id: number, as: string): Promise<TodayItems['unmarked_class'][]> => {
  const asked = { kind: 'unmarked_class', page: 1, pageSize: 100, filter: { teacher_id } };
  return (await call(dashboards.get_today_kind, asked, { as })).body.data;
};
const mailTo = async (teacher: number, as: string, body = '<p>{rolls}</p>') => {
  const answer = await call(
    messages.preview_message,
    { audience: { teacher_ids: [staff.teach, staff.elsewhere] }, subject: 'Rolls', body, as: teacher },
    { as },
  );
  return answer.body.data.samples[0].mail as { text: string; html: string };
};
const addressOf = ({ class_id, attendance_date, course_id }: TodayItems['unmarked_class']) =>
  `${config.appUrl}/attendance?roll=${class_id}_${attendance_date}&course=${course_id}`;

test('a reminder names the latest rolls that wait for its reader, the overdue of them first, each by class and day with its link', async () => {
  const lines = await linesOf(staff.teach, own);
  expect(lines.length).toBeGreaterThan(25);
  const { text, html } = await mailTo(staff.teach, own);
  const links = Array.from(text.matchAll(/\((https?:\S+roll=\S+)\)/g), ([, link]) => link);
  expect(links).toEqual(lines.slice(-20).map(addressOf));
  expect(text).toMatch(/Morning.* · .*Gita.*: (Monday|Thursday),? \d/);
  expect(text).toContain(`and ${lines.length - 20} more`);
  expect(html).toContain(addressOf(lines.at(-20)!).replace('&', '&amp;'));
});

test('it names no roll beyond the reach of its author, and none that is called', async () => {
  expect((await mailTo(staff.elsewhere, own)).text).not.toContain('Veda');
  expect((await mailTo(staff.elsewhere, admin)).text).toContain('Veda');
  const latest = (await linesOf(staff.teach, own)).at(-1);
  await run(db)`
    with registers as (
      insert into attendance_registers (course_id, class_id, attendance_date)
      values (${gita.id}, ${gita.morning}, ${latest!.attendance_date})
      returning id, course_id, class_id, attendance_date
    )
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    select r.attendance_date, e.student_id, r.course_id, r.class_id, r.id, 'present'
    from registers r
    join enrolments e on e.class_id = r.class_id and e.ended_on is null
  `;
  expect((await mailTo(staff.teach, own)).text).not.toContain(addressOf(latest!));
});

test('who has called all of them reads that', async () => {
  await run(db)`update class_slots set created_at = now()`;
  expect((await mailTo(staff.teach, own)).text).toContain('no roll is missing');
});
