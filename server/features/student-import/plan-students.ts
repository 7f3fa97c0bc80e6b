import type { AnsweredRow, StudentImportRow } from '@gurukul/contract/student-import';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { ColumnOrder, DateOrder } from '@gurukul/contract/shared/written/date';
import { tidyText } from '@gurukul/contract/shared/written/text';
import sql from 'sql-template-tag';
import type { Ctx } from '#server/http/handlers.ts';
import { int, row } from '#server/db/columns.ts';
import { withoutLevel } from '#server/db/levels.ts';
import type { Entering } from '#server/db/levels.ts';
import type { Db } from '#server/db/pool.ts';
import { answersColumn, listQuestions } from '#server/db/questions.ts';
import { many } from '#server/db/rows.ts';
import { mapInSlices } from '#server/slices.ts';
import { askFor, countWishes } from '../access-requests/ask.ts';
import { listCourses, namedCourses } from '../imports/known-courses.ts';
import type { KnownCourse } from '../imports/known-courses.ts';
import { recordImport } from '../imports/record.ts';
import { phoneCountries, providerZone } from '../likeness/phone-countries.ts';
import type { PhoneCountries } from '../likeness/written-phone.ts';
import { readNeeds } from '../consents/consents.ts';
import { placesOf } from '../staff/places.ts';
import { findAlike } from './alike.ts';
import { emailKey, orderOfBirthdays, tidyRow } from './cells.ts';
import type { TidyRow } from './cells.ts';
import { factsOfClasses, planWithProposals } from './proposals.ts';
import { listClasses } from './queries.ts';
import { countAddresses, within } from './reach.ts';
import type { Within } from './reach.ts';
import { placeFinder, planImport, withWaiting } from './rules.ts';
import type { KnownClass, PlannedRow } from './rules.ts';
import {
  beginnings,
  distinct,
  knownPeople,
  rememberAddresses,
  rememberDifferent,
  rememberNames,
  saveStudents,
  wishes,
  idsOf,
} from './save-students.ts';

/** A file, with the answers to the questions of its preview. */
export interface Sheet {
  readonly file_name: string;
  readonly rows: readonly StudentImportRow[];
  readonly answers?: readonly AnsweredRow[] | undefined;
  readonly date_order?: DateOrder | undefined;
  readonly even_if_full?: boolean | undefined;
}

export interface StudentPlan {
  readonly rows: readonly PlannedRow[];
  readonly taken: Within['taken'];
}

/** The plan of one file, and how its birthdays were read. */
export interface FilePlan extends StudentPlan {
  readonly dates: ColumnOrder;
}

/** What the caller found out about the rows before. */
export interface Before {
  /** Courses and classes that the same request makes, under numbers that no stored one has. */
  readonly courses?: readonly KnownCourse[];
  readonly classes?: readonly KnownClass[];
  /** Further problems, by row. */
  readonly problems?: ReadonlyMap<number, readonly Sentence[]>;
}

/** Plans a file of students. It reads only, but counts the addresses that a course admin looks up. */
export async function planStudents(
  ctx: Ctx,
  { rows: raw, answers, date_order }: Sheet,
  onDay: string,
  before: Before = {},
): Promise<FilePlan> {
  const { db, person } = ctx;
  const own = [...(await listCourses(db, person)), ...(before.courses ?? [])];
  const named = raw.map((row) => ({
    courseName: tidyText(row.course_name),
    className: tidyText(row.class_name),
  }));
  const courses = namedCourses(named, own);
  const courseIds = courses.map(({ id }) => id);
  const classes = [...(await listClasses(db, courseIds)), ...(before.classes ?? [])];
  const facts = await factsOfClasses(
    db,
    classes.map(({ id }) => id),
  );
  const findPlace = placeFinder({ courses, classes });
  const provider = await providerZone(db);
  const questions = raw.some((each) => each.answers !== undefined) ? await listQuestions(db) : [];
  const dates = await orderOfBirthdays(raw, date_order, onDay);
  const countriesOf = new Map<string | null | undefined, PhoneCountries>();
  const rows = await mapInSlices(raw, (each, index) => {
    const { class: klass } = findPlace(named[index]!);
    const zone = klass === null || klass === 'many' ? null : facts.get(klass.id)?.zone;
    const countries = countriesOf.get(zone) ?? phoneCountries('', zone, provider);
    countriesOf.set(zone, countries);
    const tidy = tidyRow(each, { today: onDay, dates, countries, questions });
    const further = before.problems?.get(each.row) ?? [];
    return further.length === 0 ? tidy : { ...tidy, problems: [...tidy.problems, ...further] };
  });
  const emails = distinct(rows.filter((row) => row.email_id !== '').map((row) => emailKey(row.email_id)));
  const isLimited = person.role !== 'admin';
  if (isLimited) await countAddresses(ctx, emails.length);
  const everybody = await knownPeople(db, emails, courseIds);
  const { people, taken } = isLimited
    ? await within(db, everybody, own)
    : { people: everybody, taken: new Set<string>() };
  const visible = isLimited ? own.map(({ id }) => id) : null;
  const answered = new Set(answers?.map(({ row }) => row));
  // Other rows mean somebody behind their address, or are a question first.
  const mayAdd = rows.filter(({ row, email_id }) => !people.has(emailKey(email_id)) || answered.has(row));
  const courseOf = (row: TidyRow) => {
    const { course } = findPlace(row);
    return course === null || course === 'many' ? null : course.id;
  };
  const alike = await findAlike(db, mayAdd, { courseIds, courseOf, visible });
  const needs = await readNeeds(db, idsOf(people, alike));
  const plan = await planWithProposals(
    await planImport(
      rows,
      {
        courses,
        classes,
        people,
        alike,
        needs,
        today: onDay,
        isLimited,
        isLikenessAsked: answers !== undefined,
      },
      answers,
    ),
    facts,
    provider,
  );
  const places = await placesOf(db, distinct(plan.flatMap((row) => row.class?.id ?? [])));
  const lacks = await withoutLevel(db, plan.flatMap(entering));
  const lacksLevel = (planned: PlannedRow) => entering(planned).some(lacks);
  return { rows: withWaiting(await withoutSameAnswers(db, plan), places, lacksLevel), taken, dates };
}

/** Nobody has this id: who is new has completed nothing. */
const newcomerId = 0;

const entering = ({ person, course }: PlannedRow): Entering[] =>
  course === null ? [] : [{ studentId: person?.id ?? newcomerId, courseId: course.id }];

const storedRow = row({ student_id: int, course_id: int, answers: answersColumn });

/** Says that answers stay only where the file has other ones: the same file may come again. */
async function withoutSameAnswers(db: Db, rows: PlannedRow[]): Promise<PlannedRow[]> {
  const ids = rows.flatMap(({ notes, person }) =>
    notes.some(saysThatAnswersStay) && person ? person.id : [],
  );
  if (ids.length === 0) return rows;
  const stored = await many(
    db,
    storedRow,
    sql`
      select e.student_id, e.course_id, p.answers || e.answers as answers
      from enrolments e join people p on p.id = e.student_id
      where e.student_id = any(${ids}::bigint[]) and e.ended_on is null
    `,
  );
  const keyOf = (student: number | undefined, course: number | undefined) => `${student} ${course}`;
  const answersOf = new Map(stored.map((one) => [keyOf(one.student_id, one.course_id), one.answers]));
  return rows.map((planned) => {
    const known = answersOf.get(keyOf(planned.person?.id, planned.course?.id)) ?? {};
    const isSame = Object.entries(planned.tidy.answers).every(([id, answer]) => (known[id] ?? '') === answer);
    return isSame
      ? { ...planned, notes: planned.notes.filter((note) => !saysThatAnswersStay(note)) }
      : planned;
  });
}

const saysThatAnswersStay = ({ code }: Sentence) => code === 'answers_stay';

export interface CarriedOut {
  /** Null: there was nothing to save. */
  readonly importId: number | null;
  readonly waiting: number;
  /** The new students, by the row that adds them. */
  readonly ids: ReadonlyMap<number, number>;
}

/** Saves what was planned. `since`, by row: the first days of enrolments that began before `onDay`. */
export async function saveStudentPlan(
  ctx: Ctx,
  sheet: Sheet,
  onDay: string,
  { rows, taken }: StudentPlan,
  since: ReadonlyMap<number, string> = new Map(),
): Promise<CarriedOut> {
  const { db: tx, person } = ctx;
  const begins = beginnings(rows, taken, since);
  const wished = wishes(rows, taken);
  if (begins.length + wished.length === 0) return { importId: null, waiting: 0, ids: new Map() };
  // Addresses of nobody count too, because the limit must not tell them from the others.
  await countWishes(ctx, rows.filter(({ outcome }) => outcome === 'ask').length);
  const importId = await recordImport(tx, person, 'students', sheet);
  const { ids, waiting } = await saveStudents(tx, person, importId, onDay, begins, {
    evenIfFull: sheet.even_if_full === true,
  });
  await rememberNames(tx, rows);
  await rememberAddresses(tx, person, rows);
  await rememberDifferent(tx, rows, ids);
  await askFor(tx, { personId: person.id }, wished);
  return { importId, waiting: waiting.length, ids };
}
