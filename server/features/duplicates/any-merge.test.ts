import type { MergePreview } from '@gurukul/contract/duplicates';
import { mergeFields } from '@gurukul/contract/duplicates';
import type { Sql } from 'sql-template-tag';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { randomFor } from '#server/db/seed/random.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { one, run } from '#server/test/rows.ts';
import { addEnrolment, dayFromToday } from '#server/test/small-school.ts';
import { admin, changeOf, undoOffice } from '#server/test/undo-office.ts';

/** `PROOF=full vitest run --project unit server/features/duplicates/any-merge.test.ts` merges 200 pairs. */
const isFull = process.env['PROOF'] === 'full';
const cases = isFull ? 200 : 20;
// The short form merges the same people every time.
const seed = process.env['PROOF_SEED'] ?? (isFull ? String(Date.now()) : 'merges');
const random = randomFor(seed);

const { call, db, add, gita, veda, staff, students } = await undoOffice();

const event = async (): Promise<number> =>
  (
    await one<{ id: number }>(db)`
      insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, created_by)
      values (${gita.id}, 'Satsang', 'https://meet.test/a', current_date, now(), now() + interval '1 hour', ${staff.own})
      returning id
    `
  ).id;
const events = [await event(), await event()];
let word = 0;
const newWord = () => `w${(word += 1)}`;

/** Some rows of every kind, for a student. */
async function fill(student: number): Promise<void> {
  const some = async (most: number, statement: () => Sql) => {
    for (let n = random.between(0, most); n > 0; n -= 1) await run(db)`${statement()}`;
  };
  for (const course of [gita, veda]) {
    if (random.chance(0.5))
      await addEnrolment(db, { student, course: course.id, class: course.morning, until: -9 });
    if (random.chance(0.5)) {
      const isPlaced = random.chance(0.8);
      await addEnrolment(db, {
        student,
        course: course.id,
        class: isPlaced ? course.morning : null,
        from: -8,
      });
    }
  }
  for (let day = -6; day < 0; day += 1) {
    if (random.chance(0.5)) continue;
    await run(db)`
      with register as (
        insert into attendance_registers (course_id, class_id, attendance_date)
        values (${gita.id}, ${gita.morning}, ${dayFromToday(day)}::date)
        on conflict on constraint attendance_registers_one_each do update set taken_at = now()
        returning id, attendance_date
      )
      insert into attendance (attendance_date, student_id, course_id, class_id, register_id, status)
      select attendance_date, ${student}, ${gita.id}, ${gita.morning}, id, ${random.pick(['present', 'absent', 'moved'])}
      from register
    `;
  }
  await some(
    3,
    () => sql`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
      values (${newWord()}, ${gita.id}, ${student}, 'Payer', 'payer@office.test', ${random.between(1, 999)}, 'success', now())
    `,
  );
  await some(
    2,
    () => sql`
      insert into homework (student_id, course_id, class_id, week_name, home_work)
      values (${student}, ${gita.id}, ${gita.morning}, '1', 'a.pdf')
    `,
  );
  for (const id of events) {
    if (random.chance(0.6)) {
      await run(db)`
        insert into event_registrations (event_id, student_id, removed_at)
        values (${id}, ${student}, ${random.chance(0.2) ? new Date() : null}::timestamptz)
      `;
    }
  }
  await some(
    2,
    () => sql`
      insert into contacts (person_id, kind, value)
      values (${student}, ${random.pick(['email', 'phone'])}, ${random.pick(['home@office.test', '9876543210', newWord()])})
      on conflict do nothing
    `,
  );
  await some(
    2,
    () => sql`
      insert into guardians (student_id, guardian_id, pays)
      values (${student}, ${random.pick([staff.teach, staff.own, students.anu])}, ${random.chance(0.5)})
      on conflict do nothing
    `,
  );
  if (random.chance(0.3)) {
    await run(db)`insert into guardians (student_id, guardian_id) values (${students.bala}, ${student})`;
  }
  await some(
    2,
    () => sql`
      insert into notes (person_id, body, readers, deleted_at)
      values (${student}, ${newWord()}, 'office', ${random.chance(0.3) ? new Date() : null}::timestamptz)
    `,
  );
  await some(
    2,
    () => sql`
      insert into display_names (student_id, course_id, class_id, name)
      values (${student}, ${gita.id}, ${gita.morning}, ${random.pick(['iPad', 'ipad', newWord()])})
      on conflict do nothing
    `,
  );
  await run(db)`
    update people
    set phone_number = ${random.pick([null, '9876543210', newWord()])}, city = ${random.pick(['', 'Mysuru', 'Udupi'])},
      dob = ${random.pick([null, '2001-02-03', '2002-03-04'])}::date,
      other_names = ${random.pick([[], ['Lalitha'], ['Padma', 'Lalitha']])}::text[]
    where id = ${student}
  `;
  const third = random.pick([students.deepa, students.esha]);
  if (random.chance(0.4))
    await call('duplicates.not_duplicates', { one_id: student, other_id: third }, { as: admin });
}

/** Money, days with a mark, and homework: what a merge may move and never change. */
const sums = () =>
  one<Record<string, string>>(db)`
    select
      (select coalesce(sum(amount), 0)::text from payments) as money,
      (select count(distinct (class_id, attendance_date, coalesce(p.merged_into, p.id)))::text
        from attendance a join people p on p.id = a.student_id) as marks,
      (select count(*)::text from homework) as homework,
      (select count(*)::text from enrolments) as enrolments,
      (select count(*)::text from notes) as notes
  `;

const chosen = () => random.pick(['keep', 'merge'] as const);
const answersTo = ({ clashes }: MergePreview) => ({
  fields: Object.fromEntries(
    mergeFields.filter(() => random.chance(0.4)).map((field) => [field, chosen()] as const),
  ),
  marks: clashes.marks.map(({ class_id, attendance_date }) => ({ class_id, attendance_date, use: chosen() })),
  courses: clashes.courses.map(({ course_id }) => ({ course_id, use: chosen() })),
});

test(`${cases} merges are taken back to the last row (seed ${seed})`, async () => {
  let clashes = 0;
  for (let n = 0; n < cases; n += 1) {
    const [keep, merge] = [
      await add.person(`Keep${newWord()}`, 'student'),
      await add.person(`Merge${newWord()}`, 'student'),
    ];
    await fill(keep);
    await fill(merge);
    const before = [await fingerprint(db), await sums()] as const;
    const two = { keep_id: keep, merge_id: merge };
    const preview: MergePreview = (
      await call('duplicates.merge_people', { ...two, preview: true }, { as: admin })
    ).body.data;
    clashes += preview.clashes.marks.length + preview.clashes.courses.length + preview.clashes.events.length;
    const counted = preview.moves.find(({ thing }) => thing === 'payments')?.count ?? 0;
    const paid = await one<{ count: number }>(db)`
        select count(*)::int as count from payments where student_id = ${merge}
      `;
    expect(counted).toBe(paid.count);
    const answer = await call(
      'duplicates.merge_people',
      { ...two, ...answersTo(preview), digest: preview.digest },
      { as: admin },
    );
    expect(answer.body).toMatchObject({ status: 200 });
    const merged = await sums();
    const { marks: marksBefore, ...othersBefore } = before[1];
    const { marks, ...others } = merged;
    expect(others).toEqual(othersBefore);
    // A day on which both had a mark is one day of one person.
    const both = await one<{ count: number }>(db)`
        select count(*)::int as count from audit_entries e
        where e.change_id = ${changeOf(answer)} and e.table_name = 'attendance' and e.action = 'delete'
      `;
    expect(Number(marks)).toBe(Number(marksBefore) - both.count);
    expect(
      (await call('audit.undo_change', { change_id: changeOf(answer) }, { as: admin })).body,
    ).toMatchObject({
      status: 200,
    });
    expect([await fingerprint(db), await sums()]).toEqual(before);
    // Half of them stay merged, so that later ones meet merged people.
    if (random.chance(0.5)) {
      const again: MergePreview = (
        await call('duplicates.merge_people', { ...two, preview: true }, { as: admin })
      ).body.data;
      const stays = await call(
        'duplicates.merge_people',
        { ...two, ...answersTo(again), digest: again.digest },
        { as: admin },
      );
      expect(stays.status).toBe(200);
    }
  }
  expect(clashes).toBeGreaterThan(cases / 2);
});
