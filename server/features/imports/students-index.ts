import { phoneKey } from './contacts.ts';
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
  /** Digits only. */
  readonly phones: readonly string[];
  /** Where he is or was. */
  readonly courses: ReadonlySet<number>;
}

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

function put<T>(map: Map<string, T[]>, key: string, item: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

function namesIn(students: readonly Student[]): CourseNames {
  const byName = new Map<string, Student[]>();
  const byToken = new Map<string, Student[]>();
  for (const student of students) {
    const { sorted, joined, tokens } = student.name;
    for (const key of new Set([sorted, joined])) put(byName, key, student);
    for (const token of new Set(tokens)) put(byToken, token, student);
  }
  return { byName, byToken };
}

const noNames: CourseNames = { byName: new Map(), byToken: new Map() };

export function indexStudents(all: readonly Student[]): Students {
  const byEmail = new Map(all.map((student) => [student.email, student]));
  const byPhone = new Map<string, Student[]>();
  const byCourse = new Map<number, Student[]>();
  for (const student of all) {
    for (const key of new Set(student.phones.map(phoneKey))) put(byPhone, key, student);
    for (const courseId of student.courses) {
      const list = byCourse.get(courseId);
      if (list === undefined) byCourse.set(courseId, [student]);
      else list.push(student);
    }
  }
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
      // One letter off leaves the other words of a name as they are, and blanks come and go.
      const near = new Set(ofName(courseId, name));
      for (const token of name.tokens) for (const student of byToken.get(token) ?? []) near.add(student);
      return [...near].flatMap((student) => {
        const fits = fit(name, student.name);
        return fits === null ? [] : [{ student, fits }];
      });
    },
  };
}
