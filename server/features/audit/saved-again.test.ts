import { calls } from '@gurukul/contract/index';
import { beforeAll, expect, test } from 'vitest';
import { many, one } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { samples } from '#server/test/call-samples.ts';
import { planter } from '#server/test/planted-school.ts';
import type { School } from '#server/test/planted-school.ts';
import { extraMaker } from '#server/test/sample-extras.ts';
import { trail } from '../../trail.ts';
import { tellsSomething } from './recorded.ts';

const app = await testApp({ database: 'empty' });
const { call, db } = app;
const plant = planter(db);
const makeExtra = extraMaker(app, plant);
let school: School;
beforeAll(async () => {
  school = await plant.school();
});

/** Left out: calls of machines and sessions, and undos, which happen once. */
const others = /^(accounts|audit|calendar|intake)\./;
/** They need the student, the course or the course admin's session, which other calls end. */
const isFirst = ({ name }: { readonly name: string }) => /^(approvals|certificates|payments)\./.test(name);
const saving = calls()
  .filter(({ name, call: declared }) => declared.changes === true && !others.test(name))
  .toSorted((a, b) => Number(isFirst(b)) - Number(isFirst(a)));

test.each(saving)(
  '$name with the same values again leaves no empty line in the history',
  async ({ name, call: declared }) => {
    const { own, ids, tokens } = school;
    const extra = await makeExtra(name, school, name, { self: tokens.admin, stranger: tokens.admin });
    const input = samples[name].input(
      { ...own, self: ids.admin },
      { word: name, role: 'admin', me: ids.admin, extra: extra.own },
    );
    const save = () => call(declared, input, { headers: { authorization: `Bearer ${tokens.admin}` } });
    await save();
    const { last } = await one<{ last: number }>(db)`select max(id) as last from audit_entries`;
    await save();
    const written = await many<{ table_name: string; columns: string[] }>(db)`
      select table_name, array(select jsonb_object_keys(after)) as columns
      from audit_entries
      where id > ${last} and action = 'update'
    `;
    const isEmpty = ({ table_name: table, columns }: (typeof written)[number]) =>
      !columns.some((column) => tellsSomething(trail, table, column));
    expect(written.filter(isEmpty)).toEqual([]);
  },
);
