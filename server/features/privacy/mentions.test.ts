import { privacy } from '@gurukul/contract/privacy';
import type { MentionGroup } from '@gurukul/contract/privacy';
import { raw } from 'sql-template-tag';
import { describe, expect, it } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office as officeOf } from '#server/test/office.ts';
import { many, one, run } from '#server/test/rows.ts';
import { admin, foundSchool } from '#server/test/small-school.ts';
import { replayErasures } from './replay.ts';

const office = await testApp({ database: 'empty' });
const { db, config, storage } = office;
const { students, staff, gita } = await foundSchool(db);
const at = officeOf(db);

const named = async (first: string, last: string) => {
  const id = await at.person(first, 'student');
  await run(db)`update people set first_name = ${first}, last_name = ${last} where id = ${id}`;
  return id;
};
const note = async (body: string, person = students.bala) =>
  (
    await one<{ id: number }>(db)`
      insert into notes (person_id, body, readers, created_by) values (${person}, ${body}, 'office', ${staff.admin})
      returning id::int
    `
  ).id;
const bodyOf = async (id: number) =>
  (await one<{ body: string }>(db)`select body from notes where id = ${id}`).body;
const find = async (user_id: number): Promise<MentionGroup[]> =>
  (await office.call(privacy.find_mentions, { user_id }, { as: admin })).body.data.groups;
const erase = async (user_id: number, choices: object[] = []) => {
  const { body } = await office.call(privacy.erase_person, { user_id, preview: true }, { as: admin });
  const { status } = await office.call(
    privacy.erase_person,
    { user_id, digest: body.data.digest, choices },
    { as: admin },
  );
  expect(status).toBe(200);
};
const waiting = async (id: number): Promise<MentionGroup[]> =>
  (await office.call(privacy.get_mentions, {}, { as: admin })).body.data.people.find(
    ({ user_id }: { user_id: number }) => user_id === id,
  )?.groups ?? [];
const rowsIn = (groups: readonly MentionGroup[]) =>
  groups
    .flatMap(({ table, column, lines }) => lines.map(({ row_id }) => `${table}.${column}.${row_id}`))
    .toSorted();

describe('texts that name an erased person', () => {
  it('are found by name, part, address and number in every kind of text, and nothing else is', async () => {
    const id = await named('Kamakshi', 'Zutshi');
    await run(db)`
      update people set phone_number = '919812340567', email_id = 'kz@mail.test' where id = ${id}
    `;
    await note('Their own note about Kamakshi Zutshi', id);
    const notes = [
      await note('Comes with Kamakshi  Zutshi on Mondays'),
      await note('zutshi, kamakshi brought the fees'),
      await note('Ask Zutshi for the keys'),
      await note('Write to KZ@mail.test'),
      await note('Call +91 98123-40567 first'),
    ];
    // Longer words, another number, another address.
    await note('Zutshiwala and Kamakshipuram, 98123405678, akz@mail.test.in');
    const saved = await one<{ id: number }>(db)`
      insert into saved_views (author_id, role, list, name, address, for_office)
      values (${staff.own}, 'courseadmin', 'students', 'One', '/students?search=Kamakshi%20Zutshi', false) returning id::int
    `;
    const report = await one<{ id: number }>(db)`
      insert into report_schedules (author_id, receiver_id, role, name, report, rhythm, next_on)
      values (${staff.admin}, ${staff.admin}, 'admin', 'Weekly',
        ${JSON.stringify({ list: 'students', search: 'Kamakshi\nZutshi' })}::jsonb, 'weekly', current_date)
      returning id::int
    `;
    const message = await one<{ id: number }>(db)`
      insert into messages (author_id, author_role, subject, body, audience, digest, send_at, next_at)
      values (${staff.admin}, 'admin', 'Hall', '<p>Bring <b>Kamakshi Zutshi</b></p>', ${JSON.stringify({ class_id: gita.morning })}::jsonb,
        'hall', now(), now() + interval '1 hour')
      returning id::int
    `;
    // A text of before, which only the trail has.
    const former = await note('Former words of Kamakshi Zutshi');
    await run(db)`update notes set body = 'Other words' where id = ${former}`;

    const groups = await find(id);
    const found = rowsIn(groups);
    expect(found.filter((each) => !each.startsWith('audit_entries'))).toEqual(
      [
        ...notes.map((each) => `notes.body.${each}`),
        `saved_views.address.${saved.id}`,
        `report_schedules.report.${report.id}`,
        `messages.body.${message.id}`,
      ].toSorted(),
    );
    expect(found.filter((each) => each.startsWith('audit_entries')).length).toBeGreaterThan(0);
    const [line] = groups.find(({ table }) => table === 'messages')!.lines;
    expect(line).toMatchObject({ found: 'Kamakshi Zutshi', whose: 'Admin' });

    await erase(id, [
      { table: 'notes', column: 'body', row_id: String(notes[4]), choice: 'needed' },
      { table: 'notes', column: 'body', choice: 'remove' },
      { table: 'saved_views', column: 'address', choice: 'remove' },
      { table: 'report_schedules', column: 'report', choice: 'remove' },
      { table: 'audit_entries', column: 'before', choice: 'remove' },
      { table: 'audit_entries', column: 'after', choice: 'remove' },
    ]);
    expect(await Promise.all(notes.map((each) => bodyOf(each)))).toEqual([
      'Comes with Erased on Mondays',
      'Erased brought the fees',
      'Ask Erased for the keys',
      'Write to Erased',
      'Call +91 98123-40567 first',
    ]);
    expect(await one(db)`select address from saved_views where id = ${saved.id}`).toEqual({
      address: '/students?search=Erased',
    });
    expect(
      await one(db)`select report ->> 'search' as search from report_schedules where id = ${report.id}`,
    ).toEqual({
      search: 'Erased',
    });
    // What nobody decided about waits.
    expect(rowsIn(await waiting(id))).toEqual([`messages.body.${message.id}`]);
    expect((await waiting(id))[0]!.lines[0]).toMatchObject({ found: 'Kamakshi Zutshi' });
    const decided = await office.call(
      privacy.decide_mentions,
      { user_id: id, choices: [{ table: 'messages', column: 'body', choice: 'remove' }] },
      { as: admin },
    );
    expect(decided.status).toBe(200);
    expect(await waiting(id)).toEqual([]);
    // Nothing but the row that the office left has anything of them, the trail included.
    const tables = await many<{ name: string }>(db)`
      select c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    `;
    const left: string[] = [];
    for (const { name } of tables) {
      const rows = await many<{ row: string }>(db)`
        select t::text as row from ${raw(name)} t
        where t::text ~* 'kamakshi([^a-z]|$)|[^a-z]zutshi([^a-z]|$)|[^a]kz@mail\\.test[^.]|98123.40567'
      `;
      left.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    expect(left.filter((each) => !each.includes('98123-40567'))).toEqual([]);
    expect(left.length).toBeGreaterThan(0);
    // The decisions are in the trail, by whom, without the words.
    const trail = await many<{ after: { choice: string } }>(db)`
      select after from audit_entries
      where table_name = 'erasure_mentions' and about_person_id = ${id} and person_id = ${staff.admin}
    `;
    expect(trail.map(({ after }) => after.choice)).toEqual(expect.arrayContaining(['needed', 'remove']));
    expect(JSON.stringify(trail)).not.toContain('sealed');
  });

  it('are few where others have the name too: a part of it alone says nothing about who', async () => {
    const id = await named('Radha', 'Quillon');
    await named('Radha', 'Xerxes');
    await note('Radha is ill');
    const theirs = await note('Radha Quillon is ill');
    expect(rowsIn((await find(id)).filter(({ table }) => table === 'notes'))).toEqual([
      `notes.body.${theirs}`,
    ]);
  });

  it('are counted where they are many, and decided about at once', async () => {
    const id = await named('Manifold', 'Vrxample');
    for (let index = 0; index < 12; index += 1) await note(`Manifold Vrxample, ${index}`);
    const group = (await find(id)).find(({ table }) => table === 'notes');
    expect([group!.count, group!.lines.length]).toEqual([12, 5]);
    await erase(id, [{ table: 'notes', column: 'body', choice: 'somebody_else' }]);
    expect((await waiting(id)).filter(({ table }) => table === 'notes')).toEqual([]);
  });

  it('get the same decisions when the erasure is repeated after a restore', async () => {
    const id = await named('Returning', 'Blqist');
    const [gone, stays] = [await note('Returning Blqist came'), await note('Returning Blqist, the author')];
    await erase(id, [
      { table: 'notes', column: 'body', row_id: String(gone), choice: 'remove' },
      { table: 'notes', column: 'body', row_id: String(stays), choice: 'public' },
    ]);
    // The older backup has the person, the texts and no decision.
    await run(db)`delete from erasure_mentions where person_id = ${id}`;
    await run(db)`
      update people set first_name = 'Returning', last_name = 'Blqist', erased_at = null, deleted_at = null
      where id = ${id}
    `;
    await run(db)`update notes set body = 'Returning Blqist came' where id = ${gone}`;
    const replay = () => replayErasures({ pool: db, config, storage, say: () => undefined });
    expect(await replay()).toBe(1);
    expect([await bodyOf(gone), await bodyOf(stays)]).toEqual([
      'Erased came',
      'Returning Blqist, the author',
    ]);
    expect((await waiting(id)).filter(({ table }) => table === 'notes')).toEqual([]);
    // A younger one has the erasure, and the text that was decided about since.
    await run(db)`
      delete from erasure_mentions where person_id = ${id} and row_id = ${String(stays)} and table_name = 'notes'
    `;
    expect(JSON.parse((await storage.readErasure(String(id))) ?? '').choices).toContainEqual({
      table: 'notes',
      column: 'body',
      row_id: String(gone),
      choice: 'remove',
    });
  });
});
