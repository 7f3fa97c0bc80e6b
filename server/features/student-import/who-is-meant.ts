import type { AnsweredRow, BehindAddress } from '@gurukul/contract/student-import';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { isOtherBirthday } from '../likeness/birthdays.ts';
import { fit } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';

/* An address may belong to a whole family. A row means the one whose name it writes, and nobody else without a word of
   the office. */

/** Somebody behind the address of a row: a stored person, or a student whom an earlier row adds. */
export interface Behind {
  /** Null: an earlier row adds them. */
  readonly id: number | null;
  /** The row that adds them; null for a stored person. */
  readonly row: number | null;
  readonly fullname: string;
  /** The name, and further spellings of it. */
  readonly names: readonly Name[];
  /** yyyy-mm-dd */
  readonly dob: string | null;
  /** False: a colleague who does not study. */
  readonly is_student: boolean;
}

export type Meaning<B extends Behind> =
  | {
      readonly is: 'one';
      readonly one: B;
      /** The row writes a name that was not theirs. */
      readonly isNewName: boolean;
    }
  | { readonly is: 'newcomer' }
  | { readonly is: 'question'; readonly note: Sentence }
  | { readonly is: 'problem'; readonly note: Sentence };

/** An office's address may have hundreds behind it. */
const mostShown = 20;

interface NameAndBirthday {
  readonly name: Name;
  readonly dob: string | null;
}

export const hasName = ({ names }: Pick<Behind, 'names'>, name: Name) =>
  names.some((each) => fit(each, name) === 'same');

/**
 * Who a row means, of everybody behind its address. Without an answer another name is a question, and so is one name
 * with another birthday. `alike` are others whom the row means if the answer names them. A list of participants may name
 * its teachers: that a colleague studies too is a question, unless somebody decides about this one (`isDecided`).
 */
export function whoIsMeant<B extends Behind>(
  written: NameAndBirthday,
  behind: readonly B[],
  answer: AnsweredRow | undefined,
  alike: readonly B[] = [],
  isDecided = false,
): Meaning<B> {
  const named = behind.filter((each) => hasName(each, written.name));
  // Of the same name, a colleague who does not study yet is meant where no student is.
  const studying = named.filter((each) => each.is_student);
  const students = studying.length > 0 ? studying : named;
  const sameDay = students.filter(({ dob }) => dob !== null && dob === written.dob);
  const only = sameDay.length > 0 ? sameDay : students;
  const isTheirs = only.length === 1 && !isOtherBirthday(only[0]!.dob, written.dob);
  if (isTheirs && (isDecided || only[0]!.is_student)) {
    return { is: 'one', one: only[0]!, isNewName: false };
  }
  // Of two spellings of one new student in a file, the second was asked about before the first was known.
  const isNobodySince = Math.min(behind.length, mostShown) <= (answer?.seen ?? behind.length);
  if (answer?.answer === 'sibling' && isNobodySince) return { is: 'newcomer' };
  if (answer?.answer === 'mistake') return { is: 'problem', note: said('answered_mistake') };
  const chosen =
    chosenOf(students.length > 0 ? students : behind.filter((each) => each.is_student), answer) ??
    (answer?.answer === 'same' ? alike.find(({ id }) => id === answer.user_id) : undefined);
  if (chosen !== undefined) return { is: 'one', one: chosen, isNewName: !hasName(chosen, written.name) };
  if (behind.length > 0) {
    if (isTheirs) return { is: 'question', note: said('colleague_of_that_name') };
    return { is: 'question', note: students.length > 0 ? questionOfName(students) : questionAbout(behind) };
  }
  return answer?.answer === 'same' ? { is: 'problem', note: said('student_gone') } : { is: 'newcomer' };
}

function chosenOf<B extends Behind>(students: readonly B[], answer: AnsweredRow | undefined): B | undefined {
  if (answer?.answer !== 'same') return undefined;
  const { user_id: id, same_as_row: row } = answer;
  if (id === undefined && row === undefined) return students.length === 1 ? students[0] : undefined;
  return students.find((each) => (each.id === null ? each.row === row : each.id === id));
}

const questionOfName = ([first, ...others]: readonly Behind[]): Sentence =>
  others.length === 0 && first !== undefined
    ? said('other_birthday', { people: first.fullname })
    : said('several_of_that_name');

const mostNamed = 3;

function questionAbout(behind: readonly Behind[]): Sentence {
  const people = behind.filter(({ id }) => id !== null);
  if (people.length === 0) return said('other_name_in_row', { row: behind[0]!.row! });
  return said('address_of_others', { people: firstOf(people.map(({ fullname }) => fullname)) });
}

/** The first names of a list, and how many more there are. */
export const firstOf = (names: readonly string[]): string =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? [`+${names.length - mostNamed}`] : [])].join(
    ', ',
  );

export const shownBehind = (behind: readonly Behind[]): BehindAddress[] =>
  behind
    .slice(0, mostShown)
    .map(({ id, row, fullname, dob, is_student }) => ({ user_id: id, row, fullname, dob, is_student }));
