import type { WireWish } from '@gurukul/contract/placing';
import type { PortalLanguage } from '@gurukul/contract/provider';
import { toMils } from '@gurukul/contract/shared/money/money';
import sql from 'sql-template-tag';
import type { Mailer } from '#server/channels/mail/mailer.ts';
import { proveMailbox } from '#server/channels/mail/prove.ts';
import { namedWith } from '#server/channels/mail/behind.ts';
import { bool, idRow, int, row } from '#server/db/columns.ts';
import { listServices, serviceFor } from '#server/db/pay-services.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Db } from '#server/db/pool.ts';
import { storeAnswers } from '#server/db/questions.ts';
import { storeWish } from '#server/db/wishes.ts';
import { exists, many, maybeOne, run } from '#server/db/rows.ts';
import { takeTurn } from '#server/db/turns.ts';
import { today } from '#server/time/today.ts';
import { saveRegistered } from '../consents/consents.ts';
import { holdInstead } from '../held-places/hold.ts';
import { tellFamily } from '../held-places/tell.ts';
import { certainName, enrolHanded, everywhere, idOf } from '../intake/students.ts';
import type { Handed } from '../intake/students.ts';
import { chargeRegistered } from '../ledger/charge.ts';
import { nameOf } from '../likeness/names.ts';
import type { KnownPerson, PlannedRow } from '../student-import/rules.ts';
import { hasName } from '../student-import/who-is-meant.ts';
import { namesOf, saveGuardians } from '../students/update-student.ts';
import type { Family, Learner } from './form.ts';

/* What a proved form does. Until here nobody was looked up. */

interface Taken {
  readonly courseId: number;
  readonly family: Family;
  readonly language: PortalLanguage;
  /** The clock that the visitor chose; '' for none. */
  readonly timezone: string;
  /** Names the mail: a form is told once. */
  readonly formId: number;
}

interface HandedLearner extends Handed {
  readonly learner: Learner;
}

/**
 * Registers the learners of a family by the rules of the office. The answer has those for whom a price is due now. Null:
 * nobody can register for the course now.
 */
export async function takeFamily(tx: Db, mail: Mailer, taken: Taken): Promise<readonly number[] | null> {
  await takeTurn(tx, 'import of students');
  const { courseId, family } = taken;
  const open = await openCourse(tx, courseId);
  if (open === null) return null;
  const isBarred = await isMailboxBarred(tx, family.mailbox);
  const years = await yearsBehind(tx, family.mailbox);
  const present = new Set(await presentClasses(tx, courseId));
  const handed = family.learners.map((learner, at): HandedLearner => {
    const classId = learner.classId !== null && present.has(learner.classId) ? learner.classId : null;
    const own = { ...learner, classId };
    return { item: itemOf(taken, own), course: { id: courseId }, row: at + 1, learner: own };
  });
  const { plan, added, waiting } = await enrolHanded(tx, await today(tx), handed, {
    classesById: true,
    consentFollows: true,
    whoIsMeant: ({ learner, row: at }, behind) => meantBy(learner, behind, years, `learner ${at}`),
    isDoubtful: ({ learner }, { person }) =>
      isBarred || (person !== null && isOtherYear(person, learner, years)),
  });
  const found = handed.map(({ learner, row: at }) => {
    const planned = plan.get(at);
    const isQuestion = planned === undefined || isForOffice(planned);
    return {
      learner,
      studentId: isQuestion ? null : idOf(planned, added),
      isNew: !isQuestion && planned.addedBy === at,
      begins: planned?.outcome === 'new' || planned?.outcome === 'enrol',
    };
  });
  for (const { learner, studentId, isNew } of found) {
    if (isNew && studentId !== null) await beginFamily(tx, family, learner, studentId);
  }
  await storeAnswers(
    tx,
    found.flatMap(({ learner: { answers }, studentId }) =>
      studentId === null ? [] : [{ studentId, courseId, answers }],
    ),
  );
  for (const { learner, studentId } of found) {
    const wish = wishOf(family, learner);
    if (studentId !== null && wish !== null) await storeWish(tx, { personId: studentId, courseId }, wish);
  }
  await keepRegistrations(tx, taken, found);
  for (const { learner, studentId } of found) {
    if (studentId !== null)
      await saveRegistered(tx, {
        ...family,
        studentId,
        isSelf: learner.isSelf,
        language: taken.language,
        saidAt: null,
      });
  }
  const inLine = new Set(waiting.map(({ studentId }) => studentId));
  const entering = found.flatMap(({ studentId }) => (studentId === null ? [] : [{ studentId, courseId }]));
  const lacksLevel = await withoutLevel(tx, entering);
  const begun = found.flatMap(({ studentId, begins }) =>
    begins && studentId !== null && !inLine.has(studentId) && !lacksLevel({ studentId, courseId })
      ? [studentId]
      : [],
  );
  const chosen = chosenBy(family);
  const isPayable = chosen !== null && serviceFor(await listServices(tx), chosen.currency) !== null;
  if (chosen !== null)
    await askToPay(tx, courseId, begun, { chosen, isPayable, whenPaid: open.place_when_paid });
  const isNews = found.some(({ studentId, begins }) => studentId === null || begins);
  await tellFamily(
    tx,
    mail,
    {
      ...taken,
      mailbox: family.mailbox,
      key: `registration:${taken.formId}`,
      price: isNews && chosen !== null ? { ...chosen, can_pay: isPayable } : null,
    },
    found,
  );
  return isPayable ? begun : [];
}

/** What each learner costs; null: nothing. */
const chosenBy = ({ price }: Family) =>
  price === null || toMils(price.amount) === 0n
    ? null
    : { amount: price.amount, currency: price.currency_code };

interface Asked {
  readonly chosen: NonNullable<ReturnType<typeof chosenBy>>;
  /** A payment service takes it. */
  readonly isPayable: boolean;
  readonly whenPaid: boolean;
}

/**
 * The price is due from who begins in the course and waits for no class. A place that waits for a payment which nobody
 * takes here is for the office to give, and to charge.
 */
async function askToPay(
  tx: Db,
  courseId: number,
  begun: readonly number[],
  { chosen, isPayable, whenPaid }: Asked,
): Promise<void> {
  if (whenPaid) await holdInstead(tx, courseId, begun, isPayable);
  if (isPayable || !whenPaid) await chargeRegistered(tx, courseId, begun, chosen);
}

/** Who chose a class needs none. Where no language was ticked, it is that of the learner. */
function wishOf({ wish }: Family, { classId, language }: Learner): WireWish | null {
  if (wish === null || classId !== null) return null;
  return wish.languages.length > 0 || language === null ? wish : { ...wish, languages: [language] };
}

const isForOffice = ({ outcome, person }: PlannedRow): boolean =>
  outcome === 'question' || outcome === 'ask' || (outcome === 'problem' && person === null);

export const itemOf = (
  { courseId, family, timezone }: Pick<Taken, 'courseId' | 'family' | 'timezone'>,
  learner: Learner,
) => {
  const { first, last } = namesOf(learner.name);
  return {
    email_id: family.mailbox,
    first_name: first,
    last_name: last,
    course_id: courseId,
    ...(learner.classId !== null && { class_name: certainName({ id: learner.classId }) }),
    ...(learner.isSelf && family.phone !== '' && { phone_number: family.phone }),
    ...(learner.language !== null && { language: learner.language }),
    ...(timezone !== '' && { timezone }),
  };
};

const openCourse = (tx: Db, courseId: number) =>
  maybeOne(
    tx,
    row({ place_when_paid: bool }),
    sql`
      select v.place_when_paid from courses c, provider v
      where c.id = ${courseId} and c.status = 'published' and c.reg_status = 'opened' and c.deleted_at is null
        and course_end(c.start_date, c.course_duration) > today_in_kolkata() and v.catalogue_open and v.registration_open
      for share of c
    `,
  );

/** The mailbox of a guardian who may not see a student, or one whose page the office ended. */
const isMailboxBarred = (tx: Db, mailbox: string) =>
  exists(
    tx,
    sql`
      select from guardians g where not g.may_see and g.guardian_id in (${namedWith(sql`${mailbox}`)})
      union all
      select from personal_pages p where p.mailbox = ${mailbox} and p.revoked_at is not null
    `,
  );

const presentClasses = async (tx: Db, courseId: number) =>
  (
    await many(
      tx,
      idRow,
      sql`select k.id from classes k where k.course_id = ${courseId} and k.deleted_at is null`,
    )
  ).map(({ id }) => id);

/** By student. */
type Years = ReadonlyMap<number, number>;

const yearRow = row({ id: int, year: int });

/** The years of birth behind a mailbox: of birthdays, else as a form said them. */
async function yearsBehind(tx: Db, mailbox: string): Promise<Years> {
  const found = await many(
    tx,
    yearRow,
    sql`
      select p.id, coalesce(extract(year from p.dob)::integer, (
        select r.birth_year from registrations r where r.student_id = p.id order by r.id desc limit 1
      )) as year
      from people p
      where p.id in (select v.person_id from people_behind_emails v where v.email = ${mailbox})
        and (p.dob is not null or exists (select from registrations r where r.student_id = p.id))
    `,
  );
  return new Map(found.map(({ id, year }) => [id, year]));
}

const isOtherYear = ({ id }: Pick<KnownPerson, 'id'>, { year }: Learner, years: Years): boolean =>
  (years.get(id) ?? year) !== year;

/**
 * The one of that name behind the mailbox; or a new one, where all behind it were born in other years. Undefined: the
 * rules of an import decide, which ask about another name.
 */
function meantBy(
  learner: Learner,
  behind: readonly KnownPerson[],
  years: Years,
  asNew: string,
): KnownPerson | string | undefined {
  const named = behind.filter((each) => hasName(each, nameOf(learner.name)));
  if (named.length === 1) return named[0];
  const isNobody = behind.every(({ id }) => years.has(id) && years.get(id) !== learner.year);
  return named.length === 0 && isNobody ? asNew : undefined;
}

/** A new student gets who registered them as their guardian, and the mailbox counts as proved for both. */
export async function beginFamily(
  tx: Db,
  family: Family,
  learner: Learner,
  studentId: number,
): Promise<void> {
  const proved = [studentId];
  if (!learner.isSelf) {
    await saveGuardians(tx, everywhere, studentId, [
      {
        name: family.name,
        email_id: family.mailbox,
        phone_number: family.phone,
        relation: '',
        may_see: true,
        pays: true,
      },
    ]);
    const guardians = await many(
      tx,
      idRow,
      sql`select g.guardian_id as id from guardians g where g.student_id = ${studentId}`,
    );
    proved.push(...guardians.map(({ id }) => id));
  }
  await proveMailbox(tx, family.mailbox, proved);
}

export interface FoundLearner {
  readonly learner: Learner;
  /** Null: a question for the office. */
  readonly studentId: number | null;
}

/** Stores who registered. What waits already is not stored twice, and who has a place or waits for one is decided. */
async function keepRegistrations(
  tx: Db,
  { courseId, family, language, timezone }: Taken,
  found: readonly FoundLearner[],
): Promise<void> {
  const chosen = chosenBy(family);
  for (const { learner, studentId } of found) {
    const wish = studentId === null ? wishOf(family, learner) : null;
    await run(
      tx,
      sql`
        insert into registrations (course_id, class_id, contact_name, email_id, phone_number, page_language, is_self,
          learner_name, birth_year, language, timezone, student_id, answers, agreed, wish, price)
        select ${courseId}, ${learner.classId}, ${family.name}, ${family.mailbox}, ${family.phone}, ${language},
          ${learner.isSelf}, ${learner.name}, ${learner.year}, ${learner.language}, ${timezone}, ${studentId},
          ${studentId === null ? JSON.stringify(learner.answers) : '{}'}::jsonb,
          ${studentId === null ? [...family.agreed] : []}::bigint[],
          ${wish && JSON.stringify(wish)}::jsonb, ${chosen && JSON.stringify(chosen)}::jsonb
        where not exists (
          select from registrations r
          where r.course_id = ${courseId} and r.decided_at is null and (
            r.student_id = ${studentId}
            or r.student_id is null and r.email_id = ${family.mailbox} and lower(r.learner_name) = lower(${learner.name})
          )
        )
      `,
    );
  }
}
