import type { NoteRow } from '@gurukul/contract/students';
import { noteMax, noteRow } from '@gurukul/contract/students';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { run } from '#server/test/rows.ts';
import { admin, changeOf, other, own, reasonsOf, teach, undoOffice } from '#server/test/undo-office.ts';
import { addEnrolment, elsewhere } from '#server/test/small-school.ts';

const { call, db, add, gita, veda, students, staff, newPupil, remove, undo } = await undoOffice();
/** Teaches the evening class of the same course, and a class of another course. */
const readers = { office: [admin, own], teachers: [admin, own, teach] } as const;
const everybody = [admin, own, other, teach, elsewhere] as const;

/** In Gita Morning, which Teach teaches. */
let student: number;
beforeEach(async () => {
  ({ student } = await newPupil());
});

const save = (as: string, note: object = {}) =>
  call('students.save_note', { user_id: student, body: 'Sings well', readers: 'office', ...note }, { as });
const written = async (as: string, note: object = {}): Promise<number> => {
  const { status, body } = await save(as, note);
  expect(status).toBe(200);
  return body.data.note_id;
};
const change = (as: string, note_id: number, note: object) => save(as, { note_id, ...note });
const drop = (as: string, note_id: number) => call('students.delete_note', { note_id }, { as });
const get = (as: string, id = student) => call('students.get_notes', { id }, { as });
const notes = async (as: string, id = student): Promise<NoteRow[]> => {
  const { status, body } = await get(as, id);
  expect(status).toBe(200);
  return z.parse(z.array(noteRow), body.data);
};
const bodies = async (as: string, id = student) => (await notes(as, id)).map(({ body }) => body);
const timeline = (as: string, of: object) => call('audit.get_timeline', of, { as });

test('three hundred notes come a page at a time, newest first, each once', async () => {
  await run(db)`
    insert into notes (person_id, body, readers, created_by)
    select ${student}, 'Note ' || n, case when n % 3 = 0 then 'office' else 'teachers' end, ${staff.own}
    from generate_series(1, 300) n
  `;
  const read = async (as: string, more: object) =>
    (await call('students.get_notes', { id: student, ...more }, { as })).body;
  const all: string[] = [];
  for (let page = 1; page <= 15; page += 1) {
    const { data, total_count } = await read(own, { page, pageSize: 20 });
    expect([data.length, total_count]).toEqual([20, 300]);
    all.push(...data.map(({ body }: NoteRow) => body));
  }
  expect(all).toEqual(Array.from({ length: 300 }, (_, at) => `Note ${300 - at}`));
  // What a teacher may not read is on no page and in no count.
  const ofTeacher = await read(teach, { page: 10, pageSize: 20 });
  expect([ofTeacher.data.length, ofTeacher.total_count]).toEqual([20, 200]);
  expect((await read(own, {})).data).toHaveLength(10);
  expect(await read(own, { page: 16, pageSize: 20 })).toMatchObject({ data: [], total_count: 300 });
});

describe('a note', () => {
  test.each(Object.entries(readers))('for %s is read by nobody else', async (whom, may) => {
    await written(own, { body: 'Secret of all', readers: whom });
    for (const as of everybody) {
      const { status, body } = await get(as);
      const isTheirs = as !== other && as !== elsewhere;
      expect([as, status]).toEqual([as, isTheirs ? 200 : 404]);
      const isRead = JSON.stringify(body).includes('Secret of all');
      expect([as, isRead]).toEqual([as, may.some((one) => one === as)]);
    }
  });

  test('keeps its lines, says who wrote and changed it, and stands above older ones', async () => {
    const first = await written(own, { body: ' First line\n\nలాస్ట్ లైన్ ', readers: 'teachers' });
    await written(teach, { body: 'Second', readers: 'teachers' });
    await change(admin, first, { body: 'Better', readers: 'teachers' });
    expect(await notes(teach)).toMatchObject([
      { body: 'Second', written_by: 'Teach', changed: null, can: { change: true } },
      { body: 'Better', written_by: 'Own', changed: { by: 'Admin' }, can: { change: false } },
    ]);
    expect((await notes(own)).map(({ can }) => can.change)).toEqual([false, true]);
    expect((await notes(admin)).map(({ can }) => can.change)).toEqual([true, true]);
    await change(admin, first, { body: ' First line\n\nలాస్ట్ లైన్ ', readers: 'teachers' });
    expect((await bodies(own))[1]).toBe('First line\n\nలాస్ట్ లైన్');
  });

  test.each([
    ['nothing', { body: ' \n ' }],
    ['too much', { body: 'గ'.repeat(noteMax + 1) }],
    ['other readers', { readers: 'parents' }],
  ])('of %s is refused', async (_, wrong) => {
    expect((await save(admin, wrong)).status).toBe(400);
    expect((await save(admin, { body: 'గ'.repeat(noteMax) })).status).toBe(200);
  });

  test('is written by those who may see the student, and for the office by the office', async () => {
    expect((await save(teach)).status).toBe(403);
    for (const as of [other, elsewhere]) {
      expect((await save(as, { readers: 'teachers' })).status).toBe(404);
    }
    for (const user_id of [staff.teach, students.gone]) {
      expect((await save(admin, { user_id })).status).toBe(404);
    }
    expect(await notes(admin)).toEqual([]);
  });

  test('is changed and deleted by its author and an account admin, and by nobody who cannot read it', async () => {
    const ofTeacher = await written(teach, { readers: 'teachers' });
    const ofAdmin = await written(admin);
    expect((await change(own, ofTeacher, {})).status).toBe(403);
    expect((await drop(own, ofTeacher)).status).toBe(403);
    expect((await drop(own, ofAdmin)).status).toBe(403);
    for (const as of [teach, other]) {
      expect((await change(as, ofAdmin, { readers: 'teachers' })).status).toBe(404);
      expect((await drop(as, ofAdmin)).status).toBe(404);
    }
    expect((await change(admin, ofAdmin, { user_id: students.esha })).status).toBe(404);
    expect((await change(teach, ofTeacher, { body: 'Sings', readers: 'teachers' })).status).toBe(200);
    const deleted = changeOf(await drop(teach, ofTeacher));
    expect(await bodies(admin)).toEqual(['Sings well']);
    expect((await change(teach, ofTeacher, { readers: 'teachers' })).status).toBe(404);
    expect((await undo(deleted, teach)).status).toBe(200);
    expect(await bodies(teach)).toEqual(['Sings']);
    expect((await drop(admin, ofTeacher)).status).toBe(200);
  });

  test('leaves the reach of its author with the student', async () => {
    const note = await written(own);
    const added = changeOf(await change(own, note, { body: 'Sings' }));
    await call(
      'students.remove_student_association',
      { student_id: student, course_id: gita.id },
      { as: own },
    );
    expect((await get(own)).status).toBe(404);
    expect((await drop(own, note)).status).toBe(404);
    expect((await undo(added, own)).status).toBe(404);
    expect((await timeline(own, { note_id: note })).status).toBe(404);
    expect(await bodies(admin)).toEqual(['Sings']);
  });

  test('is out of sight with a deleted student, and comes back with them', async () => {
    const note = await written(own);
    const deleted = changeOf(await remove());
    for (const as of [admin, own]) expect((await get(as)).status).toBe(404);
    expect((await drop(admin, note)).status).toBe(404);
    expect((await timeline(own, { note_id: note })).status).toBe(404);
    await undo(deleted, admin);
    expect(await bodies(own)).toEqual(['Sings well']);
  });

  test('goes with a merged student to the other one, with its history and its readers', async () => {
    const [office, forTeachers] = [
      await written(own, { body: 'For the office' }),
      await written(own, { body: 'For teachers', readers: 'teachers' }),
    ];
    const dropped = await written(own, { body: 'Dropped' });
    await drop(own, dropped);
    await run(db)`update enrolments set ended_on = current_date where student_id = ${student}`;
    const survivor = await add.person(`Survivor${student}`, 'student');
    await addEnrolment(db, { student: survivor, course: veda.id, class: veda.morning });
    const two = { keep_id: survivor, merge_id: student };
    const { digest } = (await call('duplicates.merge_people', { ...two, preview: true }, { as: admin })).body
      .data;
    const merged = changeOf(await call('duplicates.merge_people', { ...two, digest }, { as: admin }));

    for (const as of [admin, other]) {
      expect(await bodies(as, survivor)).toEqual(['For teachers', 'For the office']);
      expect(JSON.stringify((await timeline(as, { note_id: office })).body)).toContain('For the office');
    }
    expect(await bodies(elsewhere, survivor)).toEqual(['For teachers']);
    expect((await timeline(own, { note_id: forTeachers })).status).toBe(404);
    await undo(merged, admin);
    expect(await bodies(elsewhere, survivor)).toEqual([]);
  });
});

describe('its history', () => {
  const callsIn = async (as: string, of: object) =>
    (await timeline(as, of)).body.data.map(({ call: made }: { call: string }) => made);

  test('has every text, whole, for the office of the student', async () => {
    const long = `${'గురువు '.repeat(500)}end`;
    const note = await written(own, { body: long });
    await change(admin, note, { body: 'Short', readers: 'teachers' });
    await drop(own, note);
    for (const as of [admin, own]) {
      const { status, body } = await timeline(as, { note_id: note });
      expect(status).toBe(200);
      expect(body.data.map(({ call: made }: { call: string }) => made)).toEqual([
        'students.delete_note',
        'students.save_note',
        'students.save_note',
      ]);
      expect(body.data[1].fields).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ field: 'body', before: long, after: 'Short' }),
          expect.objectContaining({ field: 'readers', before: 'office', after: 'teachers' }),
        ]),
      );
      expect(await callsIn(as, { person_id: student })).toContain('students.save_note');
    }
    for (const as of [other, elsewhere, teach]) {
      expect((await timeline(as, { note_id: note })).status).toBe(as === other ? 404 : 403);
    }
    expect((await timeline(own, { note_id: 999_999 })).status).toBe(404);
  });

  test('is in no timeline of people who do not see the student now, not even of their own actions', async () => {
    const body = 'Only for those who see them';
    const says = async (as: string, of: object) => {
      const answer = await timeline(as, of);
      return answer.status === 200 && JSON.stringify(answer.body).includes(body);
    };
    const byOwn = { person_id: staff.own, side: 'by' };
    await written(own, { body });
    await addEnrolment(db, { student, course: veda.id, class: null });
    expect(await says(own, byOwn)).toBe(true);
    expect(await says(other, { person_id: student })).toBe(true);
    const leave = (as: string, course_id: number) =>
      call('students.remove_student_association', { student_id: student, course_id }, { as });
    await leave(own, gita.id);
    await leave(other, veda.id);
    for (const as of [own, other]) {
      for (const of of [byOwn, { person_id: student }]) expect(await says(as, of)).toBe(false);
    }
    expect(await says(admin, byOwn)).toBe(true);
  });

  test('in the bin are deleted notes, not written ones', async () => {
    const note = await written(own, { body: 'Binned' });
    const inBin = async () => {
      const { body } = await call('audit.get_bin', { noun: 'students' }, { as: own });
      return body.data.map(({ call: made }: { call: string }) => made);
    };
    expect(await inBin()).not.toContain('students.save_note');
    await drop(own, note);
    expect((await inBin())[0]).toBe('students.delete_note');
  });
});

describe('a note for the office', () => {
  /** Own of the course, and a teacher beside it: in the role of a teacher they read what a teacher reads. */
  test('is read by somebody with two roles in the role of the office only, also their own', async () => {
    const both = 'both@office.test';
    const id = await add.person('Both', 'courseadmin', { asRole: 'teacher' });
    const course = await add.course('Bhakti', id);
    const classId = await add.class(course, 'Dawn');
    await add.associate(course, id);
    await add.assign(course, await add.slot(course, classId), id);
    await addEnrolment(db, { student, course, class: classId });

    const ofOwn = await written(own, { body: 'Of the office' });
    const note = await written(both, { body: 'For a while' });
    const changed = changeOf(await change(both, note, { body: 'Secret' }));
    expect(await bodies(both)).toEqual(['Secret', 'Of the office']);
    expect((await call('accounts.act_as', { role: 'teacher' }, { as: both })).status).toBe(200);
    expect(await bodies(both)).toEqual([]);
    for (const one of [note, ofOwn]) {
      expect((await change(both, one, { readers: 'teachers' })).status).toBe(404);
      expect((await drop(both, one)).status).toBe(404);
    }
    expect((await undo(changed, both)).status).toBe(404);
    const found = await call('search.find', { text: 'Secret' }, { as: both });
    expect(found.body).toMatchObject({ status: 200, data: [] });
    await call('accounts.act_as', { role: 'courseadmin' }, { as: both });
    expect((await undo(changed, both)).status).toBe(200);
    expect(await bodies(both)).toEqual(['For a while', 'Of the office']);
  });

  test('does not come before teachers by an undo of its readers or of its text', async () => {
    const opened = await written(own, { body: 'Mild', readers: 'teachers' });
    const closed = changeOf(await change(own, opened, { body: 'Mild' }));
    const sharpened = changeOf(await change(own, opened, { body: 'Sharp' }));
    const refused = await undo(closed, own);
    expect(refused.status).toBe(409);
    expect(reasonsOf(refused)).toMatchObject([{ code: 'column_changed', column: 'body', by: 'Own' }]);

    const shown = changeOf(await change(own, opened, { body: 'Sharp', readers: 'teachers' }));
    const changedAndShown = await undo(sharpened, admin);
    expect(changedAndShown.status).toBe(409);
    expect(reasonsOf(changedAndShown)).toMatchObject([{ code: 'column_changed', column: 'readers' }]);
    expect(await bodies(teach)).toEqual(['Sharp']);
    // Newest first, each is taken back: a text meets the readers that it had.
    for (const each of [shown, sharpened, closed]) {
      expect((await undo(each, own)).status).toBe(200);
    }
    expect(await bodies(teach)).toEqual(['Mild']);
  });
});
