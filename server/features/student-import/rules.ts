import { mapInSlices } from '#server/slices.ts';
import type { ImportOutcome, PreviewRow, PreviewTotals } from '@gurukul/contract/student-import';
import { said } from '@gurukul/contract/shared/messages';
import type { Said } from '@gurukul/contract/shared/said';
import { finder, sameName } from '../spreadsheets/known-courses.ts';
import type { KnownCourse } from '../spreadsheets/known-courses.ts';
import { emailKey } from './cells.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { TidyRow } from './cells.ts';

export const knownClass = row({ id: int, course_id: int, name: text });
export type KnownClass = RowOf<typeof knownClass>;

export interface KnownPerson {
  readonly id: number;
  readonly fullname: string;
  readonly is_student: boolean;
  /** Present enrolments: course id to class id. */
  readonly enrolments: ReadonlyMap<number, number | null>;
}

/** The provider's present data, as far as the file needs it and the caller may see it. */
export interface Known {
  readonly courses: readonly KnownCourse[];
  readonly classes: readonly KnownClass[];
  /** By `emailKey`. */
  readonly people: ReadonlyMap<string, KnownPerson>;
  /** True when the caller cannot see whose the other addresses are. */
  readonly isLimited: boolean;
}

export interface PlannedRow {
  readonly tidy: TidyRow;
  readonly course: KnownCourse | null;
  readonly class: KnownClass | null;
  /** The person who has the address already. */
  readonly person: KnownPerson | null;
  readonly outcome: ImportOutcome;
  /** The problems to solve; for other outcomes, notes. */
  readonly notes: readonly Said[];
}

const fullname = (row: TidyRow) => `${row.firstName} ${row.lastName}`.trim();

/** By address, the first row of every name that the file gives it. */
function namesByEmail(rows: readonly TidyRow[]): Map<string, Map<string, number>> {
  const all = new Map<string, Map<string, number>>();
  for (const row of rows) {
    if (row.email === '' || row.firstName === '') continue;
    const key = emailKey(row.email);
    const names = all.get(key) ?? new Map<string, number>();
    const name = sameName(fullname(row));
    if (!names.has(name)) names.set(name, row.row);
    all.set(key, names);
  }
  return all;
}

/** Decides for every row what an import would do. Pure: preview and import use the same plan. */
export function planImport(rows: readonly TidyRow[], known: Known): Promise<PlannedRow[]> {
  const names = namesByEmail(rows);
  const findCourse = finder(known.courses);
  const classesByCourse = Map.groupBy(known.classes, (item) => item.course_id);
  const findClassIn = new Map(known.courses.map(({ id }) => [id, finder(classesByCourse.get(id) ?? [])]));
  /** First good row of each person, and of each person in a course. */
  const newPeople = new Set<string>();
  const enrolments = new Map<string, { row: number; classId: number | null }>();

  return mapInSlices(rows, (tidy): PlannedRow => {
    const problems = [...tidy.problems];
    const key = emailKey(tidy.email);

    const ownName = sameName(fullname(tidy));
    const otherName = names
      .get(key)
      ?.entries()
      .find(([name]) => name !== ownName);
    if (tidy.firstName !== '' && otherName) {
      problems.push(said('other_name_in_row', { row: otherName[1] }));
    }

    const foundCourse = tidy.courseName === '' ? null : findCourse(tidy.courseName);
    if (tidy.courseName !== '' && foundCourse === null) problems.push(said('unknown_course'));
    if (foundCourse === 'many') problems.push(said('several_courses'));
    const course = foundCourse === 'many' ? null : foundCourse;

    const foundClass =
      course === null || tidy.className === ''
        ? null
        : (findClassIn.get(course.id)?.(tidy.className) ?? null);
    if (course !== null && tidy.className !== '' && foundClass === null) {
      problems.push(said('unknown_class'));
    }
    if (foundClass === 'many') problems.push(said('several_classes'));
    const klass = foundClass === 'many' ? null : foundClass;

    const person = known.people.get(key);
    if (person && !person.is_student) problems.push(said('email_of_staff'));

    const planned = (outcome: ImportOutcome, notes: readonly Said[]): PlannedRow => ({
      tidy,
      course,
      class: klass,
      person: person ?? null,
      outcome,
      notes,
    });
    if (problems.length > 0 || course === null) return planned('problem', problems);

    const enrolmentKey = `${course.id} ${key}`;
    const earlier = enrolments.get(enrolmentKey);
    if (earlier) {
      return planned('problem', [
        earlier.classId === (klass?.id ?? null)
          ? said('same_as_row', { row: earlier.row })
          : said('other_class_in_row', { row: earlier.row }),
      ]);
    }

    const current = person?.enrolments.get(course.id);
    if (klass !== null && current === null) {
      return planned('problem', [said('in_course_without_class')]);
    }
    if (klass !== null && current !== undefined && current !== klass.id) {
      return planned('problem', [said('in_other_class')]);
    }
    enrolments.set(enrolmentKey, { row: tidy.row, classId: klass?.id ?? null });

    if (!person && known.isLimited) return planned('ask', []);
    if (!person) {
      const isFirst = !newPeople.has(key);
      newPeople.add(key);
      return planned(isFirst ? 'new' : 'enrol', []);
    }
    const knownOtherwise = sameName(person.fullname) !== sameName(fullname(tidy));
    const notes = knownOtherwise ? [said('known_by_other_name')] : [];
    return planned(current === undefined ? 'enrol' : 'unchanged', notes);
  });
}

export function countOutcomes(plan: readonly PlannedRow[]): PreviewTotals {
  const totals = { new: 0, enrol: 0, ask: 0, unchanged: 0, problem: 0 };
  for (const row of plan) totals[row.outcome] += 1;
  return totals;
}

export const previewOf = ({ tidy, course, class: klass, outcome, notes }: PlannedRow): PreviewRow => ({
  row: tidy.row,
  email_id: tidy.email || tidy.typedEmail,
  fullname: fullname(tidy),
  course_name: course?.name ?? tidy.courseName,
  class_name: klass?.name ?? tidy.className,
  outcome,
  problems: [...notes],
});
