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
  ofNameLike(courseId: number | null, name: Name): LikeName[];
}

interface CourseNames {
  readonly byName: ReadonlyMap<string, readonly Student[]>;
  readonly byToken: ReadonlyMap<string, readonly Student[]>;
}

function put<K, T>(map: Map<K, T[]>, key: K, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function namesIn(students: readonly Student[]): CourseNames {
  const byName = new Map<string, Student[]>();
  const byToken = new Map<string, Student[]>();
  for (const student of students) {
    const { sorted, joined, tokens } = student.name;
    put(byName, sorted, student);
    if (joined !== sorted) put(byName, joined, student);
    for (const [index, token] of tokens.entries()) {
      if (tokens.indexOf(token) === index) put(byToken, token, student);
    }
  }
  return { byName, byToken };
}

const noNames: CourseNames = { byName: new Map(), byToken: new Map() };

/** `called` are those whose number the file holds. */
export function indexStudents(all: readonly Student[], called: readonly Student[]): Students {
  const byEmail = new Map(all.map((student) => [student.email, student]));
  const byPhone = new Map<string, Student[]>();
  for (const student of called) {
    for (const key of new Set(phonesOf(student).map(phoneKey))) put(byPhone, key, student);
  }
  const byCourse = new Map<number, Student[]>();
  for (const student of all) for (const courseId of student.courses) put(byCourse, courseId, student);
  const courses = new Map<number, CourseNames>();
  const namesOf = (courseId: number | null): CourseNames => {
    if (courseId === null) return noNames;
    const made = courses.get(courseId) ?? namesIn(byCourse.get(courseId) ?? []);
    courses.set(courseId, made);
    return made;
  };
  const ofName = (courseId: number | null, { sorted, joined }: Name): readonly Student[] => {
    const { byName } = namesOf(courseId);
    return byName.get(sorted) ?? byName.get(joined) ?? [];
  };

  return {
    ofEmail: (email) => byEmail.get(email) ?? null,
    ofPhones: (phones) => [...new Set(phones.flatMap((phone) => byPhone.get(phoneKey(phone)) ?? []))],
    ofName,
    ofNameLike(courseId, name) {
      const { byToken } = namesOf(courseId);
      const shared = new Map<Student, number>();
      for (const token of new Set(name.tokens)) {
        for (const student of byToken.get(token) ?? []) shared.set(student, (shared.get(student) ?? 0) + 1);
      }
      // Names that fit share all words but one, whatever that one looks like; blanks come and go.
      const near = new Set(ofName(courseId, name));
      for (const [student, words] of shared) {
        const isShort = name.hasInitials || student.name.hasInitials;
        const most = Math.min(name.tokens.length, student.name.tokens.length);
        if (isShort || words >= most - 1) near.add(student);
      }
      return [...near].flatMap((student) => {
        const fits = fit(name, student.name);
        return fits === null ? [] : [{ student, fits }];
      });
    },
  };
}
