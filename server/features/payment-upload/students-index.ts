import { mapInSlices } from '#server/slices.ts';
import { phoneKey, readPhones } from './contacts.ts';
import { fit } from './names.ts';
import type { Name, NameFit } from './names.ts';

/** A student as far as a payment can be told by him. */
export interface Student {
  readonly id: number;
  readonly fullname: string;
  readonly email_id: string;
  readonly phone_number: string | null;
  readonly name: Name;
  /** In lower case. */
  readonly email: string;
  /** Where he is or was. */
  readonly courses: readonly number[];
}

/** Digits only. */
export const phonesOf = ({ phone_number }: Student): readonly string[] =>
  readPhones(phone_number ?? '') ?? [];

export interface LikeName {
  readonly student: Student;
  readonly fits: NameFit;
}

/** The students a file may speak of, found by what its rows say. */
export interface Students {
  ofEmail(email: string): Student | null;
  /** Those whose number ends alike. */
  ofPhones(phones: readonly string[]): Student[];
  ofName(courseId: number | null, name: Name): readonly Student[];
  /** The surest first: the same name, then one with typing mistakes, then a part of it. */
  ofNameLike(courseId: number | null, name: Name): LikeName[];
}

function put<K, T>(map: Map<K, T[]>, key: K, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

/** More than are shown to choose from. Whether a name has ten bearers or ten thousand, a person has to say who it is. */
const mostAlike = 10;
/** A number that more students have than this is an office's, and tells nobody. */
const mostSharers = 50;
/** Words of a name by which it is found; what comes behind them only tells apart. */
const mostWords = 6;

interface Misspelt {
  readonly word: string;
  readonly student: Student;
}

/** Longer ones are no words. */
const longestWord = 24;

/** A word and what is left of it without each of its letters: words that differ by one letter share one of these. */
function shortened(word: string): string[] {
  if (word.length > longestWord) return [];
  const all = [word];
  for (let at = 0; at < word.length; at += 1) all.push(word.slice(0, at) + word.slice(at + 1));
  return all;
}

/** Students whose names agree but for one word, found by how that is written. */
class OneWordApart {
  readonly #all: Misspelt[] = [];
  #byPart: Map<string, Misspelt[]> | null = null;

  add(misspelt: Misspelt): void {
    this.#all.push(misspelt);
  }

  near(word: string): readonly Misspelt[] {
    if (this.#all.length <= mostAlike) return this.#all;
    this.#byPart ??= this.#parts();
    return shortened(word).flatMap((part) => this.#byPart?.get(part)?.slice(0, mostAlike * mostWords) ?? []);
  }

  #parts(): Map<string, Misspelt[]> {
    const parts = new Map<string, Misspelt[]>();
    for (const each of this.#all) for (const part of shortened(each.word)) put(parts, part, each);
    return parts;
  }
}

const without = (words: readonly string[], word: string) =>
  words
    .filter((other) => other !== word)
    .toSorted()
    .join(' ');

const wordsIn = ({ tokens }: Name) => [...new Set(tokens)].slice(0, mostWords);

/** Pairs of a word that may stand for a name, and another one of the same name. */
const pairsIn = (words: readonly string[]) =>
  words.flatMap((word) =>
    word.length < 3 ? [] : words.filter((other) => other !== word).map((other) => [word, other] as const),
  );

/** Every shorter name that the words hold, as it is sorted. */
function shorterNames(words: readonly string[]): string[] {
  const sorted = words.toSorted();
  return Array.from({ length: 2 ** sorted.length - 2 }, (_, chosen) =>
    sorted.filter((_word, at) => ((chosen + 1) >> at) % 2 === 1).join(' '),
  );
}

/**
 * The names of a course. Each kind of likeness has its own way to look a name up, so that a file of thousands of rows
 * whose family name half of the course bears is not compared with half of the course for each of them.
 */
class CourseNames {
  readonly #byName = new Map<string, Student[]>();
  readonly #byWord = new Map<string, Student[]>();
  readonly #byOthers = new Map<string, OneWordApart>();
  /** By a word and a letter that stands for another one: 'kumar r'. */
  readonly #byInitial = new Map<string, Student[]>();
  /** By a word and the letter with which another one begins. */
  readonly #byFirstLetter = new Map<string, Student[]>();

  add(student: Student): void {
    const { sorted, joined, hasInitials } = student.name;
    put(this.#byName, sorted, student);
    if (joined !== sorted) put(this.#byName, joined, student);
    const words = wordsIn(student.name);
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

  like(name: Name): LikeName[] {
    const found = new Map<Student, NameFit>();
    const look = (student: Student) => {
      const fits = found.has(student) ? null : fit(name, student.name);
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

    // Shorter names, longer names, and names of which one writes as letters what the other writes out.
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

const order: readonly NameFit[] = ['same', 'typo', 'close', 'part'];

const inOrder = (found: ReadonlyMap<Student, NameFit>): LikeName[] =>
  [...found]
    .map(([student, fits]) => ({ student, fits }))
    .toSorted((a, b) => order.indexOf(a.fits) - order.indexOf(b.fits));

/** `called` are those whose number the file holds. */
export async function indexStudents(all: readonly Student[], called: readonly Student[]): Promise<Students> {
  const byEmail = new Map(all.map((student) => [student.email, student]));
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
  const sharers = (phone: string) => {
    const some = byPhone.get(phoneKey(phone)) ?? [];
    return some.length > mostSharers ? [] : some;
  };
  return {
    ofEmail: (email) => byEmail.get(email) ?? null,
    ofPhones: (phones) => [...new Set(phones.flatMap(sharers))],
    ofName: (courseId, name) =>
      courseId === null ? [] : (courses.get(courseId)?.of(name) ?? []).slice(0, mostSharers + mostAlike),
    ofNameLike: (courseId, name) => (courseId === null ? [] : (courses.get(courseId)?.like(name) ?? [])),
  };
}
