import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { many, one, run } from '#server/test/rows.ts';
import { admin, changeOf, other, own, undoOffice } from '#server/test/undo-office.ts';

const { call, db, gita, leave, newPupil, remove, setStatus, staff, undo } = await undoOffice();
/** Each test has a student of its own, enrolled in Gita Morning unless it says otherwise. */
let student: number;
let name: string;
beforeEach(async () => {
  ({ student, name } = await newPupil());
});

describe('a change', () => {
  const changes = () => one<{ count: number }>(db)`select count(*) from changes`;

  test('is named in the answer, also when the request is repeated; one that changed nothing is not', async () => {
    const key = { headers: { 'idempotency-key': randomUUID() }, as: admin };
    const input = { student_id: student };
    const first = await call('students.delete_student', input, key);
    const change = changeOf(first);
    const repeated = await call('students.delete_student', input, key);
    expect(repeated.headers['idempotency-replayed']).toBe('true');
    expect(changeOf(repeated)).toBe(change);
    const nothing = await call('students.delete_student', input, { as: admin });
    expect(nothing.status).toBe(200);
    expect(nothing.headers['change-id']).toBeUndefined();
  });

  test('does not exist when a call is refused or only reads', async () => {
    const before = await changes();
    expect((await leave(other)).status).toBe(404);
    await call('audit.get_bin', {}, { as: own });
    expect(await changes()).toEqual(before);
  });

  test('names the person, the call, the request, the network and every row it wrote', async () => {
    const change = changeOf(await remove());
    const row = await one<{ request_id: string }>(db)`
      select person_id, call, request_id, host(from_address) as from, at > now() - interval '1 minute' as is_new
      from changes where id = ${change}
    `;
    expect(row).toMatchObject({
      person_id: staff.admin,
      call: 'students.delete_student',
      from: '127.0.0.1',
      is_new: true,
    });
    const entries = sql`
      select table_name, action, request_id, about_person_id, course_id from audit_entries where change_id = ${change} order by id
    `;
    expect(await many(db)`${entries}`).toEqual([
      {
        table_name: 'people',
        action: 'update',
        request_id: row.request_id,
        about_person_id: student,
        course_id: null,
      },
      {
        table_name: 'enrolments',
        action: 'update',
        request_id: row.request_id,
        about_person_id: student,
        course_id: gita.id,
      },
    ]);
  });

  test('outside of calls is one for each transaction', async () => {
    await run(db)`insert into query_types (name) values (${`${name} 1`}), (${`${name} 2`})`;
    await run(db)`insert into query_types (name) values (${`${name} 3`})`;
    const found = await many<{ change_id: number; person_id: number | null; call: string | null }>(db)`
      select e.change_id, ch.person_id, ch.call
      from audit_entries e join changes ch on ch.id = e.change_id
      where e.after ->> 'name' like ${`${name} %`} order by e.id
    `;
    expect(found.map(({ change_id }) => change_id - (found[0]?.change_id ?? 0))).toEqual([0, 0, 1]);
    expect(found[0]).toMatchObject({ person_id: null, call: null });
  });

  test('that undoes another is a change of its own, and is not undone', async () => {
    const change = changeOf(await setStatus('Successful'));
    await undo(change, admin);
    const { by_change_id } = await one<{ by_change_id: number }>(db)`
      select by_change_id from undos where change_id = ${change} and undone_by = ${staff.admin}
    `;
    expect(await one(db)`select call from changes where id = ${by_change_id}`).toEqual({
      call: 'audit.undo_change',
    });
    expect((await undo(by_change_id, admin)).body.message).toBe('This cannot be undone');
  });
});
