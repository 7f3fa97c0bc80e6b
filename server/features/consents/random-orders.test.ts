import { privacy } from '@gurukul/contract/privacy';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { testApp } from '#server/test/app.ts';
import { office } from '#server/test/office.ts';
import { many, run } from '#server/test/rows.ts';
import { addEnrolment, admin, foundSchool } from '#server/test/small-school.ts';

/* In any order of events, a judge who reads nothing of the portal says the same of a child's consent. */

const { call, db } = await testApp({ database: 'empty' });
const { gita } = await foundSchool(db);
const add = office(db);

beforeAll(() => run(db)`update provider set child_consent = 'need'`);

const guardians = ['mother', 'father'] as const;
const event = fc.oneof(
  fc.record({ kind: fc.constantFrom('agree', 'withdraw'), who: fc.constantFrom(...guardians, 'somebody') }),
  fc.record({ kind: fc.constant('version') }),
  fc.record({ kind: fc.constant('birthday'), years: fc.constantFrom(9, 17, 18, 40, null) }),
  fc.record({ kind: fc.constant('bar'), who: fc.constantFrom(...guardians), maySee: fc.boolean() }),
);

interface Word {
  readonly agreed: boolean;
  readonly version: number;
}

let version = 0;
const newVersion = async () => {
  version += 1;
  const given = { kind: 'child_data', body: `Text ${version}.` };
  expect((await call(privacy.save_terms, given, { as: admin })).status).toBe(200);
};
const isFull = process.env['PROOF'] === 'full';

test('a child may begin exactly when a judge of all that was said allows it', async () => {
  await newVersion();
  const orders = fc.asyncProperty(fc.array(event, { minLength: 3, maxLength: 8 }), async (events) => {
    const child = await add.person('Child', 'student');
    const ids = {
      mother: await add.person('Mother', 'student'),
      father: await add.person('Father', 'student'),
    };
    for (const who of guardians) {
      await run(db)`update people set main_role = 'guardian' where id = ${ids[who]}`;
      await run(db)`
        insert into guardians (student_id, guardian_id, relation, may_see, pays)
        values (${child}, ${ids[who]}, ${who}, true, false)
      `;
    }
    const words: Word[] = [];
    const maySee = { mother: true, father: true };
    let years: number | null = null;
    for (const each of events) {
      if (each.kind === 'version') await newVersion();
      if ('years' in each) {
        years = each.years;
        await run(db)`
          update people set dob = (today_in_kolkata() - make_interval(years => ${years}))::date where id = ${child}
        `;
      }
      if ('maySee' in each) {
        maySee[each.who] = each.maySee;
        await run(db)`
          update guardians set may_see = ${each.maySee} where student_id = ${child} and guardian_id = ${ids[each.who]}
        `;
      } else if ('who' in each) {
        const agreed = each.kind === 'agree';
        const by = each.who === 'somebody' ? { said_name: 'Aunt' } : { said_by: ids[each.who] };
        const said = { user_id: child, purpose: 'child_data', agreed, how: 'by_phone', ...by };
        const { status } = await call(privacy.save_consent, said, { as: admin });
        const isBarred = each.who !== 'somebody' && !maySee[each.who];
        const isGrownUp = years === null || years >= 18;
        expect(status).toBe(isBarred ? 404 : agreed && isGrownUp ? 400 : 200);
        const last = words.at(-1);
        const isSame = last?.agreed === agreed && (!agreed || last.version === version);
        if (status === 200 && !isSame) words.push({ agreed, version });
      }
      const stored = await many<Word>(db)`
        select c.agreed, t.version from consents c join terms t on t.id = c.terms_id
        where c.person_id = ${child} order by c.said_at, c.id
      `;
      expect(stored).toEqual(words);
      const mayBegin = years === null || years >= 18 || words.at(-1)?.agreed === true;
      const begins = addEnrolment(db, { student: child, course: gita.id, class: null }).then(
        () => true,
        () => false,
      );
      expect(await begins).toBe(mayBegin);
      await run(db)`delete from enrolments where student_id = ${child}`;
    }
  });
  await fc.assert(orders, { numRuns: isFull ? 1_000 : 25 });
});
