import { audit } from '@gurukul/contract/audit';
import { cases } from '@gurukul/contract/cases';
import type { CaseRow } from '@gurukul/contract/cases';
import { dashboards, todayShown } from '@gurukul/contract/dashboards';
import type { TodayGroup, TodayKind } from '@gurukul/contract/dashboards';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { one, run } from '#server/test/rows.ts';
import { admin, dayFromToday, foundSchool, other, own, teach } from '#server/test/small-school.ts';
import { refreshDue } from '../dashboards/today-queries.ts';

const server = await testApp({ database: 'empty' });
const { db } = server;
const { gita, veda, students, staff } = await foundSchool(db);

await run(db)`update courses set start_date = ${dayFromToday(-60)}::date, course_duration = 'yearly'`;
await run(db)`update enrolments set payment_status = 'Successful'`;

/** A mark of the whole day. */
async function mark(student: number, day: number, status: string): Promise<void> {
  const date = dayFromToday(day);
  const { id } = await one<{ id: number }>(db)`
    insert into attendance_registers (course_id, class_id, attendance_date)
    values (${gita.id}, ${gita.morning}, ${date})
    on conflict on constraint attendance_registers_one_each do update set course_id = excluded.course_id
    returning id
  `;
  await run(db)`
    insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
    values (${date}, ${student}, ${gita.id}, ${gita.morning}, ${id}, ${status})
    on conflict (class_id, attendance_date, student_id, register_id)
      do update set status = excluded.status, corrected_at = now()
  `;
}

async function refresh(): Promise<void> {
  // A case that is opened again has its course looked at once more.
  for (let round = 0; round < 3; round += 1) await refreshDue(db);
}

const todayOf = async (as: string, kind: TodayKind) => {
  const groups: TodayGroup[] = (await server.call(dashboards.get_today, {}, { as })).body.data;
  return groups.find((group) => group.kind === kind)?.items ?? [];
};
const absent = async (as: string) => (await todayOf(as, 'three_absences')).map(({ line }) => line);
const caseOf = async (as: string, line: string): Promise<CaseRow | undefined> =>
  (await server.call(cases.get_cases, { state: 'all', pageSize: 100 }, { as })).body.data.find(
    (one: CaseRow) => one.line === line,
  );
const lineOf = (student: number, day: number) =>
  `three_absences:${student}:${gita.morning}:${dayFromToday(day)}`;
const anu = lineOf(students.anu, -12);
const bala = lineOf(students.bala, -12);
const undo = async (as: string, change: string | undefined) =>
  server.call(audit.undo_change, { change_id: Number(change) }, { as });

beforeAll(async () => {
  for (const day of [-12, -9, -5]) {
    await mark(students.anu, day, 'absent');
    await mark(students.bala, day, 'absent');
  }
});

describe('a line that somebody takes in hand', () => {
  it('has an owner and a due day, and stays in Today with both', async () => {
    expect((await absent(teach)).toSorted()).toEqual([anu, bala].toSorted());
    const answer = await server.call(
      cases.assign,
      { lines: [anu], versions: [0], due_on: dayFromToday(1) },
      { as: teach },
    );
    expect(answer.status).toBe(200);
    const item = (await todayOf(own, 'three_absences')).find(({ line }) => line === anu);
    expect(item!.case).toMatchObject({
      owner: { user_id: staff.teach, fullname: 'Teach' },
      due_on: dayFromToday(1),
      state: 'open',
    });
    expect(item).toMatchObject({ days: [-12, -9, -5].map(dayFromToday) });
    await undo(teach, answer.headers['change-id']?.toString());
    expect(await caseOf(own, anu)).toBeUndefined();
  });

  it('is refused to the second of two who saw it without a case, and to people out of reach', async () => {
    await server.call(cases.assign, { lines: [anu], versions: [0] }, { as: own });
    const second = await server.call(cases.assign, { lines: [anu], versions: [0] }, { as: teach });
    expect(second.status).toBe(409);
    const seen = (await caseOf(own, anu))!.version;
    expect(
      (await server.call(cases.close, { lines: [anu], versions: [seen], outcome: 'other' }, { as: own }))
        .status,
    ).toBe(200);
    expect((await server.call(cases.reopen, { lines: [anu], versions: [seen] }, { as: teach })).status).toBe(
      409,
    );
    expect((await server.call(cases.reopen, { lines: [anu] }, { as: teach })).status).toBe(200);
    for (const as of [other, 'elsewhere@office.test']) {
      expect((await server.call(cases.assign, { lines: [anu] }, { as })).status).toBe(404);
      expect(await caseOf(as, anu)).toBeUndefined();
    }
    expect(
      (await server.call(cases.assign, { lines: ['unmarked_class:999999:2026-01-01'] }, { as: admin }))
        .status,
    ).toBe(404);
  });

  it('goes only to people who see it, and whom one may ask', async () => {
    const give = async (as: string, owner_id: number) =>
      (await server.call(cases.assign, { lines: [anu], owner_id }, { as })).status;
    expect(await give(admin, staff.elsewhere)).toBe(404);
    expect(await give(admin, staff.teach)).toBe(200);
    expect(await give(teach, staff.admin)).toBe(404);
    expect(await give(teach, staff.own)).toBe(200);
    const names = async (as: string) =>
      (await server.call(cases.get_owners, { lines: [anu] }, { as })).body.data.map(
        ({ fullname }: { fullname: string }) => fullname,
      );
    expect(await names(admin)).toEqual(['Admin', 'Own', 'Teach']);
    expect(await names(own)).toEqual(['Own', 'Teach']);
    expect(await names(teach)).toEqual(['Teach', 'Own']);
  });

  it('leaves Today when it is put off, dismissed or done, and comes back on its day or by an undo', async () => {
    await server.call(cases.put_off, { lines: [anu, bala], until: dayFromToday(3) }, { as: own });
    expect(await absent(own)).toEqual([]);
    await run(db)`update cases set quiet_until = ${dayFromToday(0)} where line = ${anu}`;
    expect(await absent(own)).toEqual([anu]);
    const dismissed = await server.call(cases.dismiss, { lines: [anu], reason: 'Known' }, { as: own });
    expect(await absent(own)).toEqual([]);
    await undo(own, dismissed.headers['change-id']?.toString());
    expect(await absent(own)).toEqual([anu]);
    await server.call(cases.close, { lines: [anu, bala], outcome: 'coming_back' }, { as: teach });
    expect(await absent(own)).toEqual([]);
    await server.call(cases.reopen, { lines: [anu, bala] }, { as: teach });
    expect((await absent(own)).toSorted()).toEqual([anu, bala].toSorted());
  });

  it('takes two thousand at once, and undoes them at once', async () => {
    const lines = await one<{ lines: string[] }>(db)`
      with added as (
        insert into mails (kind, dedupe_key, recipient, failed_at)
        select 'event_published', 'many ' || n, 'x@office.test', now() from generate_series(1, 2000) n
        returning id
      )
      select array_agg('failed_mail:' || a.id) as lines from added a
    `;
    const answer = await server.call(cases.dismiss, { ...lines, reason: 'An old server' }, { as: admin });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toHaveLength(2000);
    expect(await todayOf(admin, 'failed_mail')).toEqual([]);
    expect((await undo(admin, answer.headers['change-id']?.toString())).status).toBe(200);
    expect(await todayOf(admin, 'failed_mail')).toHaveLength(todayShown);
    await run(db)`delete from mails where dedupe_key like 'many %'`;
  });
});

describe('notes', () => {
  it('are read by those who see the case, private ones by the office alone', async () => {
    const write = (as: string, text: string, is_private: boolean) =>
      server.call(cases.add_note, { line: anu, text, is_private }, { as });
    expect((await write(own, 'Their mother is ill', true)).status).toBe(200);
    expect((await write(teach, 'Comes on Monday', false)).status).toBe(200);
    expect((await write(teach, 'Hidden', true)).status).toBe(403);
    const { id } = (await caseOf(own, anu))!;
    const read = async (as: string) =>
      (await server.call(cases.get_case, { case_id: id }, { as })).body.notes.map(
        ({ text }: { text: string }) => text,
      );
    expect(await read(own)).toEqual(['Comes on Monday', 'Their mother is ill']);
    expect(await read(teach)).toEqual(['Comes on Monday']);
    expect((await server.call(cases.get_case, { case_id: id }, { as: other })).status).toBe(404);
  });

  it('of a case without a student have no person', async () => {
    await run(db)`
      update class_slots set created_at = now() - interval '40 days' where class_id = ${veda.morning}
    `;
    const line = (await todayOf(other, 'unmarked_class'))[0]!.line;
    expect((await server.call(cases.add_note, { line, text: 'Asked' }, { as: other })).status).toBe(200);
    expect(await caseOf(other, line)).toMatchObject({ class_name: 'Morning', student_id: null });
  });
});

describe('a case explains itself', () => {
  it('by its absences, and by eight weeks', async () => {
    for (const day of [-50, -45, -40]) await mark(students.anu, day, 'present');
    const { id } = (await caseOf(own, anu))!;
    const { why, history } = (await server.call(cases.get_case, { case_id: id }, { as: own })).body;
    expect(why).toEqual({
      absences: [-12, -9, -5].map((day) => ({ date: dayFromToday(day), is_excused: false })),
      last_weeks: { held: 3, present: 0 },
      weeks_before: { held: 3, present: 3 },
    });
    expect(history.at(-1)).toMatchObject({ what: 'opened', by: 'Own' });
    expect(history.map(({ what }: { what: string }) => what)).toContain('done');
  });
});

describe('a case whose line goes away', () => {
  const outcome = async (line: string) => {
    const found = await caseOf(own, line);
    return [found?.state, found?.outcome, found?.closed_by];
  };

  it('is closed with the reason, and open again when the line is back', async () => {
    await mark(students.anu, -9, 'present');
    await refresh();
    expect(await outcome(anu)).toEqual(['done', 'wrong_mark', null]);
    await mark(students.anu, -9, 'absent');
    await refresh();
    expect(await outcome(anu)).toEqual(['open', null, null]);
  });

  it('follows a row that began earlier than it was known to', async () => {
    await mark(students.anu, -20, 'absent');
    await refresh();
    const earlier = lineOf(students.anu, -20);
    expect(await outcome(earlier)).toEqual(['open', null, null]);
    expect(await caseOf(own, anu)).toBeUndefined();
    await mark(students.anu, -2, 'present');
    await refresh();
    expect(await outcome(earlier)).toEqual(['done', 'came', null]);
  });

  it('is closed when the student has another class, or none', async () => {
    await server.call(cases.assign, { lines: [bala] }, { as: own });
    await run(db)`update enrolments set class_id = ${gita.evening} where student_id = ${students.bala}`;
    await refresh();
    expect(await outcome(bala)).toEqual(['done', 'moved', null]);
    await run(db)`update enrolments set class_id = ${gita.morning} where student_id = ${students.bala}`;
    await refresh();
    expect(await outcome(bala)).toEqual(['open', null, null]);
    await run(db)`update enrolments set ended_on = ${dayFromToday(0)} where student_id = ${students.bala}`;
    await refresh();
    expect(await outcome(bala)).toEqual(['done', 'left', null]);
    await run(db)`
      update enrolments set ended_on = null where student_id = ${students.bala} and course_id = ${gita.id}
    `;
    await refresh();
    await run(db)`update courses set start_date = ${dayFromToday(-500)} where id = ${gita.id}`;
    await refresh();
    expect(await outcome(bala)).toEqual(['done', 'course_over', null]);
    await run(db)`update courses set start_date = ${dayFromToday(-60)} where id = ${gita.id}`;
    await refresh();
  });

  it('is shown when it was dismissed and the line comes back later', async () => {
    await server.call(cases.dismiss, { lines: [bala], reason: 'Known' }, { as: own });
    await mark(students.bala, -5, 'present');
    await refresh();
    expect(await outcome(bala)).toEqual(['dismissed', null, 'Own']);
    await mark(students.bala, -5, 'absent');
    await refresh();
    expect(await outcome(bala)).toEqual(['open', null, null]);
  });

  it('counts neither excused absences nor meetings that did not take place', async () => {
    const excuse = (on: number) => sql`
      insert into answers (student_id, course_id, class_id, kind, slot_id, on_date, is_extra, held_on, said_by)
      select ${students.bala}, ${gita.id}, ${gita.morning}, 'cannot_come', s.id, ${dayFromToday(on)}, false,
        ${dayFromToday(on)}, ${students.bala}
      from class_slots s where s.class_id = ${gita.morning} order by s.id limit 1
    `;
    await run(db)`${excuse(-5)}`;
    await refresh();
    expect(await outcome(bala)).toEqual(['done', 'excused', null]);
    await mark(students.bala, -4, 'absent');
    await refresh();
    expect(await outcome(bala)).toEqual(['open', null, null]);
    await run(db)`
      insert into days_off (from_date, until_date, name) values (${dayFromToday(-9)}, ${dayFromToday(-9)}, 'Holi')
    `;
    await refresh();
    expect(await outcome(bala)).toEqual(['done', 'excused', null]);
  });
});

describe('people who go', () => {
  it('leave their open cases to nobody', async () => {
    const [line] = await absent(own);
    expect(line).toBeUndefined();
    const roll = (await todayOf(other, 'unmarked_class'))[0]!.line;
    await server.call(cases.assign, { lines: [roll], owner_id: staff.elsewhere }, { as: other });
    expect((await caseOf(other, roll))?.owner?.fullname).toBe('Elsewhere');
    expect(
      (await server.call('people.delete_teacher', { teacher_id: staff.elsewhere }, { as: admin })).status,
    ).toBe(200);
    expect((await caseOf(other, roll))?.owner).toBeNull();
  });
});
