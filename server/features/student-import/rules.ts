import { mapInSlices } from '#server/slices.ts';
import type { AnsweredRow, ImportOutcome, PreviewRow, PreviewTotals } from '@gurukul/contract/student-import';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Role } from '@gurukul/contract/shared/calls/roles';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import type { Places } from '../staff/places.ts';
import type { Needs } from '../consents/consents.ts';
import { finder } from '../imports/known-courses.ts';
import type { KnownCourse } from '../imports/known-courses.ts';
import { emailKey, fullnameOf } from './cells.ts';
import type { RowOf } from '#server/db/columns.ts';
import { int, row, text } from '#server/db/columns.ts';
import type { TidyRow } from './cells.ts';
import { agreesToData, eighteenBefore, notesAbout } from './written-consents.ts';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { nameOf } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { firstOf, hasName, shownBehind, whoIsMeant } from './who-is-meant.ts';
import type { Behind, Meaning } from './who-is-meant.ts';

export const knownClass = row({ id: int, course_id: int, name: text });
export type KnownClass = RowOf<typeof knownClass>;

export interface KnownPerson extends Behind {
  readonly id: number;
  readonly row: null;
  readonly role: Role;
  /** Their number on the public site. */
  readonly site_ref: string | null;
  /** Present enrolments: course id to class id. */
  readonly enrolments: ReadonlyMap<number, number | null>;
}

/** A student whom a row may mean, although not behind its address. */
export interface AlikeStudent extends KnownPerson {
  /** Their present courses with the classes, as far as the caller sees them. */
  readonly courses: readonly string[];
  /** They have nearly the name of the row, in any script, order or length; else only its number. */
  readonly isNamedAlike: boolean;
}

/** The provider's present data, as far as the file needs it and the caller may see it. */
export interface PresentData {
  readonly courses: readonly KnownCourse[];
  readonly classes: readonly KnownClass[];
  /** Everybody behind an address, by `emailKey`. */
  readonly people: ReadonlyMap<string, readonly KnownPerson[]>;
  /** The students who are like the new one of a row, by row. */
  readonly alike?: ReadonlyMap<number, readonly AlikeStudent[]>;
  /** Rows that name their person by more than address and name: a stored one, or the reference of a new one. */
  readonly certain?: ReadonlyMap<number, KnownPerson | string>;
  /** Nobody is there to ask: a birthday that nobody behind the address has means a brother or sister. */
  readonly birthdayTells?: boolean;
  /** A new student with nearly the name of one like them is a question; else a remark. */
  readonly isLikenessAsked?: boolean;
  /** Children who may not begin yet; null: none. */
  readonly needs?: Needs | null;
  /** yyyy-mm-dd: it says which consents of the rows are those of children. */
  readonly today?: string;
  /** True when the caller cannot see whose the other addresses are. */
  readonly isLimited: boolean;
}

export interface PlannedRow {
  readonly tidy: TidyRow;
  readonly course: KnownCourse | null;
  readonly class: KnownClass | null;
  /** The stored person whom the row means. */
  readonly person: KnownPerson | null;
  /** The new student whom the row means, as the row that adds them. */
  readonly addedBy: number | null;
  /** The row writes a name that the person did not have before. */
  readonly isNewName: boolean;
  readonly outcome: ImportOutcome;
  /** The problems to solve; for other outcomes, notes. */
  readonly notes: readonly Sentence[];
  /** Of a question, answered or not: everybody behind the address. */
  readonly behind: readonly Behind[];
  /** Of a row that adds a student, and of a question, answered or not: the students who are like the written one. */
  readonly alike: readonly AlikeStudent[];
  /** The office was shown all of these and said that the written one is none of them. */
  readonly isToldApart: boolean;
}

/** A student whom a row of the file adds. */
interface Newcomer extends Behind {
  readonly id: null;
  readonly row: number;
  readonly names: Name[];
  /** The reference by which the row named them; null: by address and name. */
  readonly ref: string | null;
}

const isStored = (one: KnownPerson | Newcomer): one is KnownPerson => one.id !== null;

/** Who a row means that names a stored person, or a new one by a reference. */
function meantBy(
  certain: KnownPerson | string,
  { name, dob }: { readonly name: Name; readonly dob: string | null },
  newcomers: readonly Newcomer[],
): Meaning<KnownPerson | Newcomer> {
  const one =
    typeof certain === 'string'
      ? (newcomers.find(({ ref }) => ref === certain) ??
        newcomers.find((each) => each.ref === null && hasName(each, name) && !isOtherBirthday(each.dob, dob)))
      : certain;
  return one === undefined ? { is: 'newcomer' } : { is: 'one', one, isNewName: !hasName(one, name) };
}

const isNobodysBirthday = (dob: string | null, behind: readonly Behind[]) =>
  dob !== null && behind.every((each) => each.dob !== null && each.dob !== dob);

/** Finds course and class by the names that a row writes. */
export function placeFinder({ courses, classes }: Pick<PresentData, 'courses' | 'classes'>) {
  const findCourse = finder(courses);
  const classesByCourse = Map.groupBy(classes, (item) => item.course_id);
  const findClassIn = new Map(courses.map(({ id }) => [id, finder(classesByCourse.get(id) ?? [])]));
  return ({ courseName, className }: Pick<TidyRow, 'courseName' | 'className'>) => {
    const course = findCourse(courseName);
    const findClass = course === null || course === 'many' ? undefined : findClassIn.get(course.id);
    return { course, class: findClass?.(className) ?? null };
  };
}

/** Students of that name among those who are like the one of a row without an address. */
function namesakesOf(tidy: TidyRow, name: Name, alike: readonly AlikeStudent[]): readonly AlikeStudent[] {
  if (tidy.email_id !== '') return [];
  return alike.filter((each) => hasName(each, name) && !isOtherBirthday(each.dob, tidy.dob));
}

/** Under what rows without an address find the student of another row. */
const nameKey = ({ phone_number: phone }: TidyRow, { sorted }: Name) => `${sorted} ${phone ?? ''}`;
const keyOf = (tidy: TidyRow, name: Name) =>
  tidy.email_id === '' ? nameKey(tidy, name) : emailKey(tidy.email_id);

/** Decides for every row what an import would do. Pure: preview and import use the same plan. */
export function planImport(
  rows: readonly TidyRow[],
  known: PresentData,
  answers: readonly AnsweredRow[] = [],
): Promise<PlannedRow[]> {
  const answerOf = new Map(answers.map((answer) => [answer.row, answer]));
  const findPlace = placeFinder(known);
  /** The students whom the rows so far add, by `emailKey` and by `nameKey`. */
  const newcomers = new Map<string, Newcomer[]>();
  /** The students whom the rows so far mean though nobody knew the address as theirs, by `emailKey`. */
  const recognised = new Map<string, KnownPerson[]>();
  /** First good row of each person in a course. */
  const enrolments = new Map<string, { row: number; classId: number | null }>();
  /** Children to whose data a row so far agrees, by person or row. */
  const agreed = new Set<string>();

  const addNewcomer = (key: string, tidy: TidyRow, name: Name, ref: string | null): number => {
    const { row, dob } = tidy;
    const newcomer = { id: null, row, fullname: fullnameOf(tidy), names: [name], dob, is_student: true, ref };
    for (const each of new Set([key, nameKey(tidy, name)])) {
      newcomers.set(each, [...(newcomers.get(each) ?? []), newcomer]);
    }
    return row;
  };

  const answerFor = ({ row, dob }: TidyRow, behind: readonly Behind[]): AnsweredRow | undefined =>
    known.birthdayTells === true && isNobodysBirthday(dob, behind)
      ? { row, answer: 'sibling' }
      : answerOf.get(row);

  return mapInSlices(rows, (tidy): PlannedRow => {
    const problems = [...tidy.problems];
    const { course: foundCourse, class: foundClass } = findPlace(tidy);
    if (tidy.courseName !== '' && foundCourse === null) problems.push(said('unknown_course'));
    if (foundCourse === 'many') problems.push(said('several_courses'));
    const course = foundCourse === 'many' ? null : foundCourse;

    if (course !== null && tidy.className !== '' && foundClass === null) {
      problems.push(said('unknown_class'));
    }
    if (foundClass === 'many') problems.push(said('several_classes'));
    const klass = foundClass === 'many' ? null : foundClass;

    const name = nameOf(fullnameOf(tidy));
    const key = keyOf(tidy, name);
    const like = known.alike?.get(tidy.row) ?? [];
    const certain = known.certain?.get(tidy.row);
    const ref = typeof certain === 'string' ? certain : null;
    const behind = [
      ...(known.people.get(key) ?? namesakesOf(tidy, name, like)),
      ...(recognised.get(key) ?? []),
      ...(newcomers.get(key) ?? []),
    ];
    const alike = like.filter(({ id }) => !behind.some((each) => each.id === id));
    const answer = answerFor(tidy, behind);
    const written = { name, dob: tidy.dob };
    const meant =
      certain === undefined
        ? whoIsMeant<KnownPerson | Newcomer>(written, behind, answer, alike)
        : meantBy(certain, written, newcomers.get(key) ?? []);
    if (meant.is === 'problem') problems.push(meant.note);
    const person = meant.is === 'one' && isStored(meant.one) ? meant.one : null;
    const isNewName = meant.is === 'one' && meant.isNewName;
    if (person !== null && alike.some(({ id }) => id === person.id)) {
      const others = recognised.get(key) ?? [];
      recognised.set(key, [...others, { ...person, names: [...person.names, name] }]);
    }
    const isAnswered = answerOf.has(tidy.row);
    // An answer about the address alone, before anybody like the row was shown, says nothing about them.
    const offered = shownBehind(behind).length + shownBehind(alike).length;
    const seen = answer?.seen ?? (behind.length || offered);
    const isToldApart = isAnswered && answer?.answer === 'sibling' && seen >= offered;

    const planned = (
      outcome: ImportOutcome,
      notes: readonly Sentence[] = [],
      addedBy: number | null = null,
    ): PlannedRow => ({
      tidy,
      course,
      class: klass,
      person,
      addedBy,
      isNewName,
      outcome,
      // Of a student who is there already, only answers and consents of a row that enrols them are taken.
      notes: [
        ...notes,
        ...(person === null ? tidy.notes : []),
        ...(person !== null && (outcome === 'enrol' || outcome === 'problem')
          ? tidy.notes.filter((note) => isAboutAnswer(note) || isAboutConsent(note))
          : []),
      ],
      behind: outcome === 'question' || isAnswered ? behind : [],
      alike: outcome === 'question' || isAnswered || addedBy === tidy.row ? alike : [],
      isToldApart,
    });
    if (problems.length > 0 || course === null) return planned('problem', problems);
    if (meant.is === 'question') return planned('question', [meant.note]);
    const remarks = meant.is === 'newcomer' && alike.length > 0 && !isToldApart ? [remarkAbout(alike)] : [];
    // A number alone is often that of a family.
    const isLikeOne = remarks.length > 0 && alike.some(({ isNamedAlike }) => isNamedAlike);
    if (isLikeOne && known.isLikenessAsked === true) return planned('question', remarks);

    const already = meant.is === 'one' && !isStored(meant.one) ? meant.one : null;
    const who = String(person?.id ?? `row ${already?.row ?? tidy.row}`);
    const enrolmentKey = `${course.id} ${who}`;
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
    const isWithout =
      person === null
        ? known.needs?.isChild(tidy.dob)
        : current === undefined && known.needs?.without.has(person.id);
    const dob = person?.dob ?? tidy.dob;
    const isChild =
      isWithout === true || (known.today !== undefined && dob !== null && dob > eighteenBefore(known.today));
    const untaken = notesAbout(tidy.consents, isChild);
    if (isWithout === true) {
      // No file undoes a no.
      const isRefused = person !== null && known.needs?.refused.has(person.id) === true;
      const isAgreed = agreesToData(tidy.consents) ?? agreed.has(who);
      if (isRefused || !isAgreed) return planned('problem', [said('child_without_consent'), ...untaken]);
      agreed.add(who);
    }
    enrolments.set(enrolmentKey, { row: tidy.row, classId: klass?.id ?? null });
    if (person !== null && current === undefined) return planned('enrol', untaken);
    if (person !== null)
      return planned('unchanged', Object.keys(tidy.answers).length > 0 ? [said('answers_stay')] : []);

    // What another row wrote of the same new student is a further spelling of their name.
    if (isNewName) already?.names.push(name);
    const addedBy = already?.row ?? addNewcomer(key, tidy, name, ref);
    const all = [...remarks, ...untaken];
    if (known.isLimited) return planned('ask', all, addedBy);
    return planned(already === null ? 'new' : 'enrol', all, addedBy);
  });
}

const isAboutConsent = ({ code }: Sentence) => code === 'consent_lost';
const isAboutAnswer = ({ code }: Sentence) => code === 'answer_lost';

const remarkAbout = (alike: readonly AlikeStudent[]): Sentence =>
  said('like_students', {
    people: firstOf(
      alike.map(({ fullname, courses }) =>
        courses.length > 0 ? `${fullname} (${courses.join(', ')})` : fullname,
      ),
    ),
  });

export function countOutcomes(plan: readonly PlannedRow[]): PreviewTotals {
  const totals = { new: 0, enrol: 0, ask: 0, unchanged: 0, question: 0, problem: 0, waiting: 0 };
  for (const { outcome, notes } of plan) {
    totals[outcome] += 1;
    if (notes.some(({ code }) => code === waits.code)) totals.waiting += 1;
  }
  return totals;
}

/** The note of a row whose class is full. */
export const waits = said('class_full_waits');

/** Notes which rows find their class full, one after the other: a place that one row takes is taken for the next. */
export const withWaiting = (
  plan: readonly PlannedRow[],
  places: Places,
  lacksLevel: (row: PlannedRow) => boolean = () => false,
): PlannedRow[] =>
  plan.map((row) => {
    const { outcome, class: klass, person, addedBy, tidy } = row;
    if (klass === null || (outcome !== 'new' && outcome !== 'enrol' && outcome !== 'ask')) return row;
    if (lacksLevel(row)) return { ...row, notes: [...row.notes, said('level_missing_joins')] };
    const isIn = places.take(klass.id, person?.id ?? `row ${addedBy ?? tidy.row}`);
    return isIn ? row : { ...row, notes: [...row.notes, waits] };
  });

export const previewOf = ({
  tidy,
  addedBy,
  course,
  class: klass,
  outcome,
  notes,
  behind,
  alike,
}: PlannedRow): PreviewRow => ({
  row: tidy.row,
  email_id: tidy.email_id || tidy.typedEmail,
  fullname: outcome === 'problem' && tidy.problems.length > 0 ? tidy.typedName : fullnameOf(tidy),
  dob: tidy.dob,
  timezone: addedBy === tidy.row ? tidy.timezone : '',
  language: addedBy === tidy.row ? (tidy.language ?? '') : '',
  course_name: course?.name ?? tidy.courseName,
  class_name: klass?.name ?? tidy.className,
  outcome,
  problems: [...notes],
  behind: shownBehind(behind),
  alike: shownBehind(alike),
});
