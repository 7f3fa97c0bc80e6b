import { portalLanguages } from '@gurukul/contract/provider';
import { placingStays } from '@gurukul/contract/placing';
import type { placing, PlacingPreview } from '@gurukul/contract/placing';
import { sumOf } from '@gurukul/contract/shared/money/money';
import type * as z from 'zod';
import sql from 'sql-template-tag';
import { int, money, oneOf, row, text } from '#server/db/columns.ts';
import type { Db } from '#server/db/pool.ts';
import { many, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { firstNames } from '#server/first-names.ts';
import { checked, digestOf } from '#server/http/requests/checked.ts';
import type { Ctx } from '#server/http/handlers.ts';
import type { Caller } from '#server/http/identity/scope.ts';
import { tellFamilies } from '../held-places/tell.ts';
import { heldSeconds } from '#server/channels/mail/held-seconds.ts';
import { chargeChosen, chosenPriceOf } from '../ledger/chosen-price.ts';
import { placesOf } from '../staff/places.ts';
import { moveEnrolments } from '../students/changes.ts';
import { readPlaceable } from './plan.ts';
import { speaks } from './propose.ts';

type Wanted = z.output<typeof placing.place.input>;
type Placing = Wanted['placings'][number];

const registrationRow = row({
  id: int,
  student_id: int,
  course_id: int,
  email_id: text,
  page_language: oneOf(portalLanguages),
  learner_name: text,
});

interface PlacingPlan extends PlacingPreview {
  readonly placing: readonly {
    readonly enrolmentId: number;
    readonly studentId: number;
    readonly courseId: number;
    readonly classId: number;
  }[];
  readonly registered: readonly z.infer<typeof registrationRow>[];
}

/** Decides in the order of registration, since a place that one takes is taken for the next. */
export async function planPlacing(
  db: Db,
  person: Caller,
  placings: readonly Placing[],
): Promise<PlacingPlan> {
  const { students, people, classes, clocks, lacksLevel } = await readPlaceable(db, person, null, new Date());
  const wanted = new Map(placings.map((each) => [each.enrolment_id, each]));
  const places = await placesOf(db, [...new Set(placings.map(({ class_id }) => class_id))]);
  const verdicts = [...students.keys()].flatMap((at) => {
    const { id, studentId, courseId, wish } = people[at]!;
    const placing = wanted.get(id);
    if (placing === undefined) return [];
    const { class_id: classId, by_hand: isByHand = false } = placing;
    wanted.delete(id);
    const one = classes.find((each) => each.id === classId && each.courseId === courseId);
    const lacks = lacksLevel(people[at]!);
    const isWanted = one !== undefined && wish !== null && clocks.fits(one, wish) && speaks(one, wish);
    const fits = isByHand ? one !== undefined && !lacks : isWanted;
    const stayUnfit = lacks ? 'level_missing' : 'does_not_fit';
    const stay = fits ? (places.take(classId, studentId) ? null : 'class_full') : stayUnfit;
    const { fullname } = students[at]!;
    return [{ enrolmentId: id, studentId, courseId, classId, fullname, slots: one?.slots, stay }];
  });
  const placing = verdicts.filter(({ stay }) => stay === null);
  const staying = [
    ...verdicts.flatMap(({ stay, fullname }) => (stay === null ? [] : [{ stay, fullname }])),
    ...[...wanted.keys()].map(() => ({ stay: 'gone' as const, fullname: '' })),
  ];
  const registered = await listRegistered(db, placing);
  const toCharge = await sumsToCharge(
    db,
    placing.map(({ enrolmentId }) => enrolmentId),
  );
  const sums = toCharge.map(({ amount, currency }) => ({ amount: sumOf([amount], currency), currency }));
  return {
    placing,
    registered,
    placed: placing.length,
    to_charge: toCharge.reduce((all, { count }) => all + count, 0),
    sums,
    families: new Set(registered.map(({ email_id }) => email_id)).size,
    stays: placingStays.flatMap((reason) => {
      const theirs = staying.filter(({ stay }) => stay === reason);
      const names = theirs.flatMap(({ fullname }) => (fullname === '' ? [] : [fullname]));
      return theirs.length === 0 ? [] : [{ reason, ...firstNames(names), count: theirs.length }];
    }),
    digest: await digestOf([
      ...verdicts.map(({ enrolmentId, classId, slots, stay }) => [enrolmentId, classId, slots, stay]),
      [...wanted.keys()].toSorted((one, other) => one - other),
      sums.map(({ amount, currency }) => [amount, currency]),
    ]),
  };
}

const sumRow = row({ currency: text, amount: money, count: int });

const sumsToCharge = (db: Db, enrolments: readonly number[]) =>
  many(
    db,
    sumRow,
    sql`
      select c.price ->> 'currency' as currency, sum((c.price ->> 'amount')::numeric) as amount,
        count(*)::integer as count
      from (
        select ${chosenPriceOf(sql`e`)} as price from enrolments e where e.id = any(${[...enrolments]}::bigint[])
      ) c
      where c.price is not null
      group by 1
      order by 1
    `,
  );

/** Their open registrations on the public page. */
const listRegistered = (
  db: Db,
  placing: readonly { readonly studentId: number; readonly courseId: number }[],
) =>
  many(
    db,
    registrationRow,
    sql`
      select r.id, r.student_id, r.course_id, r.email_id, r.page_language, r.learner_name
      from unnest(
        ${placing.map(({ studentId }) => studentId)}::bigint[], ${placing.map(({ courseId }) => courseId)}::bigint[]
      ) as g (student_id, course_id)
      join registrations r on r.student_id = g.student_id and r.course_id = g.course_id and r.decided_at is null
      order by r.id
    `,
  );

/** Locks the courses by id, then the students by id: the order in which all code locks them. */
async function lock(tx: Db, placings: readonly Placing[]): Promise<void> {
  const enrolments = sql`(select e.student_id, e.course_id from enrolments e
    where e.id = any(${placings.map(({ enrolment_id }) => enrolment_id)}::bigint[]))`;
  await run(
    tx,
    sql`select from courses c where c.id in (select g.course_id from ${enrolments} g) order by c.id for no key update`,
  );
  await run(
    tx,
    sql`select from people p where p.id in (select g.student_id from ${enrolments} g) order by p.id for no key update`,
  );
}

export async function place(ctx: Ctx, { placings, digest, send_mail, charge }: Wanted) {
  const { db, person } = ctx;
  return checked({
    turn: () => takeTurn(db, 'change of students'),
    async plan() {
      await lock(db, placings);
      return planPlacing(db, person, placings);
    },
    preview: (plan) => plan,
    seen: digest,
    async carryOut({ placing, registered, placed }) {
      await moveEnrolments(db, placing);
      if (charge === true) await chargeChosen(db, placing);
      await run(
        db,
        sql`
          update registrations set decision = 'placed', decided_by = ${person.id}, decided_at = now()
          where id = any(${registered.map(({ id }) => id)}::bigint[])
        `,
      );
      if (send_mail) {
        const key = `registration:${ctx.requestId}`;
        await tellFamilies(db, ctx.mail, { news: 'placed', key, heldSeconds }, registered);
      }
      return { placed, stayed: new Set(placings.map(({ enrolment_id }) => enrolment_id)).size - placed };
    },
  });
}
