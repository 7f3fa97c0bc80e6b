import type { SheetRow } from '@gurukul/contract/payment-upload';
import { toMils } from '@gurukul/contract/shared/money/money';
import type { PaymentPreviewRow } from '@gurukul/contract/shared/money/payment-preview';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { many, run } from '#server/test/rows.ts';
import { testApp } from '#server/test/app.ts';
import { dirtyFile } from '#server/test/dirty-payments.ts';
import type { KnownStudent, Label } from '#server/test/dirty-payments.ts';

/**
 * Measures the matching on files with known answers, and checks rules that must be true for any file. `PROOF=full
 * vitest run --project unit server/features/payment-upload/proof.test.ts` takes many more of both.
 */
const isFull = process.env['PROOF'] === 'full';

const office = await testApp();
const { db } = office;
const admin = 'admin';

/** Students who are not deleted, once for each of their present and former courses. */
const listKnown = () =>
  many<KnownStudent>(db)`
    select distinct p.id, p.fullname, p.email_id, p.phone_number, c.course_name
    from people p
    join enrolments e on e.student_id = p.id
    join courses c on c.id = e.course_id and c.deleted_at is null
    where p.main_role = 'student' and p.deleted_at is null and length(p.phone_number) >= 8
      and (select count(*) from courses k where k.deleted_at is null and lower(k.course_name) = lower(c.course_name)) = 1
    order by p.id, c.course_name
  `;

// Siblings with one phone number and one family name, four pairs in each course.
async function makeSiblings(all: readonly KnownStudent[]): Promise<(readonly [number, number])[]> {
  const once = [...new Map(all.map((student) => [student.id, student])).values()];
  const pairs = [...Map.groupBy(once, ({ course_name }) => course_name).values()].flatMap((some) =>
    [0, 2, 4, 6].flatMap((at) => {
      const [one, two] = some.slice(at, at + 2);
      return one && two ? [[one.id, two.id] as const] : [];
    }),
  );
  for (const [one, two] of pairs) {
    await run(db)`
      update people p
      set phone_number = one.phone_number, last_name = one.last_name
      from people one
      where one.id = ${one} and p.id = ${two}
    `;
  }
  return pairs;
}

const siblings = await makeSiblings(await listKnown());
const students = await listKnown();
const byId = new Map(students.map((student) => [student.id, student]));
const shared = siblings.map(([one, two]) => [byId.get(one)!, byId.get(two)!] as const);

const preview = async (rows: readonly SheetRow[], as = admin) =>
  (
    await office.call(
      'paymentUpload.payments_preview',
      { file_name: 'dirty.xlsx', rows, currency: 'INR' },
      { as },
    )
  ).body.data;

const kolkataDay = (instant: string | null) =>
  instant && new Date(Date.parse(instant) + 19_800_000).toISOString().slice(0, 10);

function judge(row: PaymentPreviewRow, label: Label): 'right' | 'asked' | 'missed' | 'wrong' {
  const isSaved = row.outcome === 'new' || row.outcome === 'update';
  const student = row.student?.id ?? null;
  if (label.expected === 'refuse') return isSaved ? 'wrong' : 'right';
  if (isSaved && student !== null) return student === label.student ? 'right' : 'wrong';
  if (label.expected === 'ask') return row.choose ? 'right' : 'wrong';
  if (label.expected === 'nobody') return isSaved ? 'right' : 'asked';
  if (row.choose) return label.expected === 'either' ? 'right' : 'asked';
  return 'missed';
}

const percent = (part: number, whole: number) => (100 * part) / whole;

describe('labelled dirty files', () => {
  const sizes = isFull ? Array.from({ length: 20 }, () => 5000) : [600];
  it.each(sizes.map((size, index) => [size, `file${index}`] as const))(
    'of %i rows (%s) are matched right in 99 of 100 rows, and never wrong in silence',
    { timeout: 600_000 },
    async (size, seed) => {
      const today = new Date().toISOString().slice(0, 10);
      const { rows, labels } = dirtyFile(students, shared, { size, seed, today });
      const data = await preview(rows);
      const verdicts = data.rows.map((row: PaymentPreviewRow) => {
        const label = labels.get(row.row)!;
        return { verdict: judge(row, label), label, row };
      });
      const of = (verdict: string) =>
        verdicts.filter((each: { verdict: string }) => each.verdict === verdict);
      const tell = ({ label, row }: { label: Label; row: PaymentPreviewRow }) => [
        label,
        row.full_name,
        row.reason,
      ];
      expect(of('wrong').map(tell)).toEqual([]);
      const examples = [...of('asked'), ...of('missed')].slice(0, 20).map(tell);
      expect({ examples, right: percent(of('right').length, size) }).toEqual({
        examples: expect.anything(),
        right: expect.toSatisfy((share: number) => share >= 99),
      });

      const saved = verdicts.filter(({ row }: { row: PaymentPreviewRow }) => row.outcome === 'new');
      expect(saved.length).toBeGreaterThan(size / 2);
      for (const { label, row } of saved) {
        expect([row.row, row.amount, kolkataDay(row.created_at)]).toEqual([row.row, label.amount, label.day]);
      }
    },
  );
});

describe('any file', () => {
  const courses = [...new Set(students.map(({ course_name }) => course_name))];
  // Few ids and mostly good cells, so that files speak of the same payments again and again.
  const mostly = (good: readonly string[], bad: readonly (string | undefined)[]) =>
    fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...good) },
      { weight: 1, arbitrary: fc.constantFrom(...bad) },
    );
  const ids = Array.from({ length: 25 }, (_, index) => `pay_${index}`);
  const anybody = fc.constantFrom(...students.slice(0, 30));
  const row = fc
    .record({
      somebody: anybody,
      other: anybody,
      payment_id: mostly(ids, ['', undefined, '=1', '1E+5']),
      // '' stands for the course of the student.
      course_name: mostly(['', '', '', ...courses.slice(0, 2)], ['Nowhere', undefined]),
      created_at: mostly(
        ['2026-03-05', '25/03/2026', '46000.25', '2026-03-05 10:00'],
        ['05/03/2026', '03/25/2026', 'soon', ''],
      ),
      amount: mostly(
        ['1', '0.10', '1,20,000.50', '₹ 99', 'USD 7'],
        ['-1', '1.234', 'x', '', undefined, 'JPY 1.5'],
      ),
      currency: mostly(['', '', '', 'INR'], ['USD', 'gold', undefined]),
      status: mostly(['success', 'Paid', 'failed', 'FAILED'], ['', undefined]),
      who: fc.constantFrom('all', 'all', 'all', 'name', 'phone', 'email', 'email', 'mixed', 'none'),
    })
    .map(({ somebody, other, who, ...cells }) => ({
      ...cells,
      course_name: cells.course_name === '' ? somebody.course_name : cells.course_name,
      full_name: who === 'none' || who === 'phone' ? '' : somebody.fullname,
      email_id: who === 'all' || who === 'email' || who === 'mixed' ? somebody.email_id : '',
      phone_number:
        who === 'all' || who === 'phone' ? somebody.phone_number : who === 'mixed' ? other.phone_number : '',
    }));
  const file = fc
    .array(row, { minLength: 1, maxLength: 12 })
    .map((rows) => rows.map((cells, index): SheetRow => ({ row: index + 2, ...cells })));
  const resolutions = fc.array(
    fc.oneof(
      fc.record({ row: fc.integer({ min: 2, max: 16 }), skip: fc.constant(true) }),
      fc.record({
        row: fc.integer({ min: 2, max: 16 }),
        student_id: fc.option(
          anybody.map(({ id }) => id),
          { nil: null },
        ),
      }),
    ),
    { maxLength: 4 },
  );

  const snapshot = async () =>
    JSON.stringify(await many(db)`select payments::text as row from payments order by id`);

  it('adds up, does what the preview said, and is undone to the byte', async () => {
    await run(db)`delete from refunds`;
    await run(db)`delete from payments`;
    let updated = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(file, resolutions), { minLength: 1, maxLength: 3 }),
        async (files) => {
          const steps: { importId: number; before: string }[] = [];
          for (const [rows, said] of files) {
            const before = await snapshot();
            const input = { file_name: 'any.csv', rows, resolutions: said, currency: 'INR' };
            const { body } = await office.call('paymentUpload.payments_preview', input, { as: admin });
            const { totals, digest } = body.data;
            expect(totals.rows).toBe(rows.length);
            expect(totals.created + totals.updated + totals.skipped + totals.rejected).toBe(rows.length);
            const saved = await office.call(
              'paymentUpload.payments',
              { ...input, confirm: true, digest },
              { as: admin },
            );
            expect([saved.status, saved.body.data?.totals]).toEqual([200, totals]);
            updated += totals.updated;
            expect(saved.body.data.money).toEqual(body.data.money.saved);
            const sums = body.data.money.file.map(({ amount }: { amount: string }) => toMils(amount));
            // A known payment keeps its amount where the file says none, and shows it.
            const without = new Set(
              rows.filter(({ amount = '' }) => amount.trim() === '').map(({ row }) => row),
            );
            const readable = body.data.rows.flatMap(({ row, outcome, amount, problems }: PaymentPreviewRow) =>
              (without.has(row) && outcome !== 'problem') ||
              problems.some(({ code }) => code === 'same_as_row')
                ? []
                : (amount ?? []),
            );
            expect(sums.reduce((sum: bigint, mils: bigint) => sum + mils, 0n)).toBe(
              readable.reduce((sum: bigint, amount: string) => sum + toMils(amount), 0n),
            );

            const again = await office.call(
              'paymentUpload.payments',
              { ...input, confirm: true, digest },
              { as: admin },
            );
            expect([again.status, again.body.data?.import_id]).toEqual([200, null]);
            if (saved.body.data.import_id === null) expect(await snapshot()).toBe(before);
            else steps.push({ importId: saved.body.data.import_id, before });
          }
          for (const { importId, before } of steps.toReversed()) {
            expect(
              (await office.call('paymentUpload.payments_undo', { import_id: importId }, { as: admin }))
                .status,
            ).toBe(200);
            expect(await snapshot()).toBe(before);
          }
        },
      ),
      { numRuns: isFull ? 500 : 8 },
    );
    expect(await snapshot()).toBe('[]');
  });
});
