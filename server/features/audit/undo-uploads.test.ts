import type { changesPage } from '@gurukul/contract/audit';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import type * as z from 'zod';
import { dueOf } from '#server/features/dashboards/today-queries.ts';
import { fingerprint } from '#server/test/fingerprint.ts';
import { many, one, run } from '#server/test/rows.ts';
import { dayFromToday } from '#server/test/small-school.ts';
import { admin, changeOf, own, reasonsOf, refusedSince, undoOffice } from '#server/test/undo-office.ts';
import { trail } from '../../trail.ts';
import { changedSince } from './changed-since.ts';

const { call, callChecked, db, gita, move, newPupil, undo, veda } = await undoOffice();
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let student: number;
let name: string;
beforeEach(async () => {
  ({ student, name } = await newPupil());
});

describe('uploads', () => {
  const row = (more: object = {}) => ({
    row: 2,
    first_name: `New ${name}`,
    last_name: '',
    email_id: `new-${name}@office.test`.toLowerCase(),
    phone_number: '',
    course_name: 'Gita',
    class_name: 'Morning',
    ...more,
  });
  const upload = () =>
    callChecked(
      'studentImport.students',
      {
        file_name: 'new.xlsx',
        rows: [row(), row({ row: 3, first_name: 'Esha', email_id: 'esha@office.test' })],
        confirm: true,
      },
      { as: own },
    );
  const added = () =>
    one<{ id: number }>(db)`
      select max(id) as id from people where email_id = ${`new-${name}@office.test`.toLowerCase()}
    `;

  test('of students remove the students they added, once, and can be uploaded again', async () => {
    const answer = await upload();
    expect(answer.body.data).toMatchObject({ created: 0, asked: 2 });
    const change = changeOf(answer);
    expect((await undo(change, own)).status).toBe(200);
    const record = sql`select undone_at is not null as undone from imports where id = ${answer.body.data.import_id}`;
    expect(await one(db)`${record}`).toEqual({ undone: true });
    const again = await upload();
    expect(again.body.data).toMatchObject({ created: 0, asked: 2 });
    expect((await undo(changeOf(again), own)).status).toBe(200);
  });

  test('of students stay when something was added to one of them', async () => {
    const change = changeOf(await upload());
    const { id } = await added();
    await run(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
      values (${name}, ${gita.id}, ${id}, 'New', 'x@office.test', 1, 'success', now())
    `;
    const before = await fingerprint(db);
    expect(Object.values(refusedSince(await undo(change, own)))).toEqual([`New ${name} has payments by now`]);
    expect(await fingerprint(db)).toEqual(before);
    await run(db)`delete from payments where payment_id = ${name}`;
    expect((await undo(change, own)).status).toBe(200);
  });

  test('of thousands can be undone while none of their rows was changed, down to the last one', async () => {
    const size = 1_200;
    const email = (n: number) => `many-${n}@office.test`;
    const rows = Array.from({ length: size }, (_, n) =>
      row({ row: n + 2, first_name: `Many ${'x'.repeat(n % 7)}`, email_id: email(n) }),
    );
    const uploaded = changeOf(
      await callChecked(
        'studentImport.students',
        { file_name: 'many.xlsx', rows, confirm: true },
        { as: own },
      ),
    );
    const offer = async () => {
      const { data } = (await call('audit.get_bin', {}, { as: admin })).body as z.infer<typeof changesPage>;
      return data.find(({ change_id }) => change_id === uploaded);
    };
    expect((await offer())?.row_count).toBeGreaterThan(2 * size);
    expect((await offer())?.undo).toMatchObject({ can: true, why: null });

    const { id } = await one<{ id: number }>(db)`select id from people where email_id = ${email(size - 1)}`;
    const pay = (payment_status: string) =>
      call(
        'students.update_payment_status',
        { user_id: id, course_id: gita.id, payment_status },
        { as: own },
      );
    const later = [changeOf(await pay('Failed')), changeOf(await pay('Sponsored'))];
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'changed_since' });
    // The cost of one page is limited: beyond it some rows stand for all.
    const written = [{ change_id: uploaded, row_count: 2 * size + 1 }];
    expect([
      await changedSince(db, trail, written),
      await changedSince(db, trail, written, 2 * size),
    ]).toEqual([new Set([uploaded]), new Set()]);
    expect(reasonsOf(await undo(uploaded, own))).toMatchObject([
      { code: 'column_changed', column: 'payment_status', by: 'Own' },
    ]);

    // Written later, and then restored.
    for (const change of later.toReversed()) expect((await undo(change, own)).status).toBe(200);
    expect((await offer())?.undo).toMatchObject({ can: true, why: null });
    // Over, although no column that the upload wrote has changed.
    const gone = changeOf(
      await call('students.remove_student_association', { student_id: id, course_id: gita.id }, { as: own }),
    );
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'changed_since' });
    expect((await undo(gone, own)).status).toBe(200);
    expect((await undo(uploaded, own)).status).toBe(200);
    expect((await offer())?.undo).toMatchObject({ can: false, why: 'undone' });
  });

  test('of students report the payments that wait for a student again', async () => {
    await run(db)`update courses set start_date = ${dayFromToday(-9)} where id = ${veda.id}`;
    const { id } = await one<{ id: number }>(db)`
      insert into payments (payment_id, course_id, student_id, full_name, email_id, amount, status, paid_at)
      values (${`early-${name}`}, ${veda.id}, ${student}, 'Early', 'x@office.test', 1, 'success', now()) returning id
    `;
    const waiting = () =>
      many(db)`select d.payment from (${dueOf({ id: 0, role: 'admin' }, 1000)}) d where d.payment = ${id}`;
    expect(await waiting()).toHaveLength(1);
    const change = changeOf(await move(veda.id, veda.morning));
    expect(await waiting()).toEqual([]);
    expect((await undo(change, admin)).status).toBe(200);
    expect(await waiting()).toHaveLength(1);
  });

  const paymentFile = () => ({
    file_name: `${name}.csv`,
    rows: [
      {
        row: 2,
        full_name: name,
        course_name: 'Gita',
        payment_id: `pay-${name}`,
        created_at: '2026-03-02',
        amount: '250.00',
        currency: 'INR',
        status: 'success',
        phone_number: '',
        email_id: `${name}@office.test`.toLowerCase(),
      },
    ],
  });
  const uploadPayments = async () => {
    const file = paymentFile();
    const { digest } = (await call('paymentUpload.payments_preview', file, { as: own })).body.data;
    return call('paymentUpload.payments', { ...file, confirm: true, digest }, { as: own });
  };
  const why = async (change: number) => {
    const { body } = await call('audit.get_bin', {}, { as: own });
    return body.data.find((found: { change_id: number }) => found.change_id === change).undo.why;
  };

  test('of payments undone in their list are undone here, and the other way round', async () => {
    const first = await uploadPayments();
    const change = changeOf(first);
    expect(await why(change)).toBeNull();
    expect(
      (await call('paymentUpload.payments_undo', { import_id: first.body.data.import_id }, { as: own }))
        .status,
    ).toBe(200);
    expect(await why(change)).toBe('undone');
    expect((await undo(change, own)).body).toMatchObject({ status: 409, message: 'This was already undone' });

    const second = await uploadPayments();
    expect((await undo(changeOf(second), own)).status).toBe(200);
    const late = await call(
      'paymentUpload.payments_undo',
      { import_id: second.body.data.import_id },
      { as: own },
    );
    expect(late.body).toMatchObject({ status: 409, message: 'This upload was already undone' });
  });

  test('of payments undone in both places at once are undone once', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answer = await uploadPayments();
      const change = changeOf(answer);
      const answers = await Promise.all([
        undo(change, own),
        call('paymentUpload.payments_undo', { import_id: answer.body.data.import_id }, { as: own }),
      ]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    }
  });

  test('of payments stay when one was changed since', async () => {
    const change = changeOf(await uploadPayments());
    await run(db)`update payments set amount = 1 where payment_id = ${`pay-${name}`}`;
    expect(await why(change)).toBe('changed_since');
    const refused = await undo(change, own);
    expect(refusedSince(refused)).toEqual({ 'row 2': 'This payment was changed since' });
    expect(reasonsOf(refused)).toEqual([{ code: 'payment_changed', place: 'row 2', line: 2 }]);
  });
});
