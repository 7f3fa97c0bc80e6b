import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { mapInSlices } from '#server/slices.ts';
import { phoneKey } from '../likeness/contacts.ts';
import { readPhones } from '../likeness/written-phone.ts';
import { fit } from '../likeness/names.ts';
import type { Name, NameFit } from '../likeness/names.ts';

/** A student with the fields that can identify a payer. */
export interface Student {
  readonly id: number;
  readonly fullname: string;
  readonly email_id: string;
  readonly phone_number: string | null;
  /** The name, then further spellings of it. */
  readonly names: readonly Name[];
  /** In lower case. */
  readonly email: string;
  /** As far as the file writes it. */
  readonly family: Family;
  /** Present and former courses. */
  readonly courses: readonly number[];
}

/** Where else a student is reached, and who stands for them. */
export interface Family {
  /** Further addresses and those of guardians, in lower case. */
  readonly emails: readonly string[];
  /** Further numbers and those of guardians. */
  readonly phones: readonly string[];
  readonly guardians: readonly Name[];
}

export const noFamily: Family = { emails: [], phones: [], guardians: [] };

/** Digits only. */
export const phonesOf = ({ phone_number, family }: Student): readonly string[] =>
  [phone_number ?? '', ...family.phones].flatMap((phone) => readPhones(phone) ?? []);

const order: readonly NameFit[] = ['same', 'typo', 'close', 'part'];

/** The best fit of any of the student's names. */
export function fitOf(name: Name, { names }: Student): NameFit | null {
  let best: NameFit | null = null;
  for (const each of names) {
    const fits = fit(name, each);
    if (fits !== null && (best === null || order.indexOf(fits) < order.indexOf(best))) best = fits;
  }
  return best;
}

/** Somebody whom a row may mean. */
export interface Candidate {
  readonly student: Student;
  readonly because: Sentence;
}

export interface LikeName extends Candidate {
  readonly fits: NameFit;
}

const because: Readonly<Record<NameFit, Sentence>> = {
  same: said('has_name'),
  typo: said('has_name_typo'),
  close: said('has_name_typo'),
  part: said('has_name_part'),
};

/** An index of the students that a file may mean. */
export interface Students {
  /** Everybody behind the address. */
  ofEmail(email: string): readonly Student[];
  /** Students whose number has the same end. */
  ofPhones(phones: readonly string[]): Student[];
  ofName(courseId: number | null, name: Name): readonly Student[];
  /** The best fit first: the same name, then one with typos, then a part of it. */
  ofNameLike(courseId: number | null, name: Name): readonly LikeName[];
}

function put<K, T>(map: Map<K, T[]>, key: K, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

/** More than a person is shown. With ten bearers of a name or ten thousand, a person must choose. */
const mostAlike = 10;
/** More students than this with one address or number: it is an office's, and identifies nobody. */
const mostSharers = 50;
/** Words of a name that are indexed. Further words only help to compare. */
const mostWords = 6;

interface Misspelt {
  readonly word: string;
  readonly student: Student;
}

/** Longer ones are no words. */
const longestWord = 24;

/** A word, and the word without each of its letters. Words that differ by one letter share one of these. */
function shortened(word: string): string[] {
  if (word.length > longestWord) return [];
  const all = [word];
  for (let at = 0; at < word.length; at += 1) all.push(word.slice(0, at) + word.slice(at + 1));
  return all;
}

/** Finds students whose names agree except for one word, by the spelling of that word. */
class OneWordApart {
  readonly #all: Misspelt[] = [];
  readonly #byWord = new Map<string, Misspelt[]>();
  readonly #byPart = new Map<string, Misspelt[][]>();

  add(misspelt: Misspelt): void {
    this.#all.push(misspelt);
    if (this.#all.length === mostAlike + 1) for (const each of this.#all) this.#spell(each);
    else if (this.#all.length > mostAlike) this.#spell(misspelt);
  }

  near(word: string): readonly Misspelt[] {
    if (this.#all.length <= mostAlike) return this.#all;
    return shortened(word).flatMap((part) => firstOf(this.#byPart.get(part) ?? [], mostAlike * mostWords));
  }

  /** A word that many students have has its parts once. */
  #spell(misspelt: Misspelt): void {
    const { word } = misspelt;
    const bearers = this.#byWord.get(word);
    if (bearers !== undefined) {
      bearers.push(misspelt);
      return;
    }
    const first = [misspelt];
    this.#byWord.set(word, first);
    for (const part of shortened(word)) put(this.#byPart, part, first);
  }
}

function firstOf<T>(lists: readonly (readonly T[])[], most: number): T[] {
  const first: T[] = [];
  for (const list of lists) {
    if (first.length >= most) break;
    first.push(...list.slice(0, most - first.length));
  }
  return first;
}

const without = (words: readonly string[], word: string) =>
  words
    .filter((other) => other !== word)
    .toSorted()
    .join(' ');

const wordsIn = ({ tokens }: Name) => [...new Set(tokens)].slice(0, mostWords);

/** Pairs of a word that may stand for a name and another word of the same name. */
const pairsIn = (words: readonly string[]) =>
  words.flatMap((word) =>
    word.length < 3 ? [] : words.filter((other) => other !== word).map((other) => [word, other] as const),
  );

/** Every shorter name within the words, with sorted words. */
function shorterNames(words: readonly string[]): string[] {
  const sorted = words.toSorted();
  return Array.from({ length: 2 ** sorted.length - 2 }, (_, chosen) =>
    sorted.filter((_word, at) => ((chosen + 1) >> at) % 2 === 1).join(' '),
  );
}

/**
 * The names of a course, with one index for each kind of similarity. A file with thousands of rows whose family name
 * half of the course has is then not compared with half of the course for each row.
 */
class CourseNames {
  readonly #byName = new Map<string, Student[]>();
  readonly #byWord = new Map<string, Student[]>();
  readonly #byOthers = new Map<string, OneWordApart>();
  /** By a word and an initial: 'kumar r'. */
  readonly #byInitial = new Map<string, Student[]>();
  /** By a word and the first letter of another one. */
  readonly #byFirstLetter = new Map<string, Student[]>();
  /** What was found for the words of a name. A file has the same name in many rows. */
  readonly #found = new Map<string, LikeName[]>();

  add(student: Student): void {
    for (const name of student.names) this.#addAs(name, student);
  }

  #addAs(name: Name, student: Student): void {
    const { sorted, joined, hasInitials } = name;
    put(this.#byName, sorted, student);
    if (joined !== sorted) put(this.#byName, joined, student);
    const words = wordsIn(name);
    for (const word of words) {
      put(this.#byWord, word, student);
      if (words.length > 1) this.#apart(without(words, word)).add({ word, student });
    }
    for (const [word, other] of pairsIn(words)) {
      if (other.length > 1) put(this.#byFirstLetter, `${word} ${other[0]}`, student);
      else if (hasInitials) put(this.#byInitial, `${word} ${other}`, student);
    }
  }

  #apart(others: string): OneWordApart {
    const known = this.#byOthers.get(others) ?? new OneWordApart();
    this.#byOthers.set(others, known);
    return known;
  }

  of({ sorted, joined }: Name): readonly Student[] {
    return this.#byName.get(sorted) ?? this.#byName.get(joined) ?? [];
  }

  like(name: Name): readonly LikeName[] {
    const words = name.tokens.join(' ');
    const known = this.#found.get(words) ?? this.#look(name);
    this.#found.set(words, known);
    return known;
  }

  #look(name: Name): LikeName[] {
    const found = new Map<Student, NameFit>();
    const look = (student: Student) => {
      const fits = found.has(student) ? null : fitOf(name, student);
      if (fits !== null) found.set(student, fits);
    };
    const lookThrough = (students: readonly Student[] = []) => {
      const most = found.size + mostAlike;
      for (const student of students.slice(0, mostAlike ** 2)) if (found.size < most) look(student);
    };
    lookThrough(this.of(name));
    const words = wordsIn(name);
    for (const word of words) {
      for (const { student } of this.#byOthers.get(without(words, word))?.near(word) ?? []) look(student);
    }
    if (found.size > mostAlike) return inOrder(found);

    // Shorter names, longer names, and names with initials in place of words.
    for (const shorter of shorterNames(words)) lookThrough(this.#byName.get(shorter));
    const rarest = words
      .map((word) => this.#byWord.get(word) ?? [])
      .toSorted((a, b) => a.length - b.length)
      .at(0);
    lookThrough(rarest);
    for (const [word, other] of pairsIn(words)) {
      lookThrough(this.#byInitial.get(`${word} ${other[0]}`));
      if (other.length === 1) lookThrough(this.#byFirstLetter.get(`${word} ${other}`));
    }
    return inOrder(found);
  }
}

const inOrder = (found: ReadonlyMap<Student, NameFit>): LikeName[] =>
  [...found]
    .map(([student, fits]) => ({ student, fits, because: because[fits] }))
    .toSorted((a, b) => order.indexOf(a.fits) - order.indexOf(b.fits))
    .slice(0, 2 * mostAlike);

/** `called` are the students whose phone number is in the file. */
export async function indexStudents(all: readonly Student[], called: readonly Student[]): Promise<Students> {
  const byEmail = new Map<string, Student[]>();
  await mapInSlices(all, (student) => {
    for (const email of new Set([student.email, ...student.family.emails])) put(byEmail, email, student);
  });
  const byPhone = new Map<string, Student[]>();
  await mapInSlices(called, (student) => {
    for (const key of new Set(phonesOf(student).map(phoneKey))) put(byPhone, key, student);
  });
  const courses = new Map<number, CourseNames>();
  await mapInSlices(all, (student) => {
    for (const courseId of student.courses) {
      const names = courses.get(courseId) ?? new CourseNames();
      courses.set(courseId, names);
      names.add(student);
    }
  });
  const sharers = (some: readonly Student[] = []) => (some.length > mostSharers ? [] : some);
  return {
    ofEmail: (email) => sharers(byEmail.get(email)),
    ofPhones: (phones) => [...new Set(phones.flatMap((phone) => sharers(byPhone.get(phoneKey(phone)))))],
    ofName: (courseId, name) =>
      courseId === null ? [] : (courses.get(courseId)?.of(name) ?? []).slice(0, mostSharers + mostAlike),
    ofNameLike: (courseId, name) => (courseId === null ? [] : (courses.get(courseId)?.like(name) ?? [])),
  };
}
