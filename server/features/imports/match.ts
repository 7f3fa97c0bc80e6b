import type { MatchGround } from '@gurukul/contract/shared/payment-preview';
import { isNearAnyPhone, isNearEmail, isSamePhone } from './contacts.ts';
import { fit } from './names.ts';
import type { Name, NameFit } from './names.ts';
import { phonesOf } from './students-index.ts';
import type { Student, Students } from './students-index.ts';

/** What a row says about who paid. */
export interface Payer {
  readonly name: Name;
  /** In lower case, '' when there is none. */
  readonly email: string;
  readonly phones: readonly string[];
  /** null: the row's course is not known. */
  readonly courseId: number | null;
}

export interface Candidate {
  readonly student: Student;
  readonly because: string;
}

/** Whose payment it is, with the reason in words; or the candidates, where a person has to choose. */
export interface Match {
  readonly student: Student | null;
  readonly ground: MatchGround | null;
  readonly reason: string;
  readonly choose: boolean;
  readonly candidates: readonly Candidate[];
}

const found = (student: Student, ground: MatchGround, reason: string): Match => ({
  student,
  ground,
  reason,
  choose: false,
  candidates: [],
});

const mostCandidates = 8;

const choose = (reason: string, candidates: readonly Candidate[]): Match => ({
  student: null,
  ground: null,
  reason,
  choose: true,
  candidates: [...new Map(candidates.map((each) => [each.student.id, each])).values()].slice(
    0,
    mostCandidates,
  ),
});

const nobody: Match = {
  student: null,
  ground: null,
  reason: 'No student has this e-mail, phone or name',
  choose: false,
  candidates: [],
};

const because = {
  email: 'Has this e-mail',
  phone: 'Has this phone number',
  name: 'Has this name, in this course',
  typo: 'Has almost this name, in this course',
  part: 'Has a part of this name, in this course',
};

const inWords: Readonly<Record<NameFit, string>> = {
  same: 'the same name',
  typo: 'the same name but for a typing mistake',
  close: 'the same name but for typing mistakes',
  part: 'a shorter form of the name',
};

const isIn = (student: Student, courseId: number | null) =>
  courseId !== null && student.courses.includes(courseId);

/** Students of the course whose very name this is, besides those given. */
const namesakes = (payer: Payer, students: Students, others: readonly Student[]): Student[] =>
  students.ofName(payer.courseId, payer.name).filter((student) => !others.includes(student));

const as =
  (reason: string) =>
  (student: Student): Candidate => ({ student, because: reason });

function byEmail(payer: Payer, student: Student, ofPhone: readonly Student[], students: Students): Match {
  if (ofPhone.length > 0 && !ofPhone.includes(student)) {
    return choose('E-mail and phone number belong to different students', [
      as(because.email)(student),
      ...ofPhone.map(as(because.phone)),
    ]);
  }
  if (payer.name.joined === '') return found(student, 'email', 'The e-mail; the file gives no name');
  const fits = fit(payer.name, student.name);
  if (fits === 'same') return found(student, 'email', 'The e-mail, and the same name');
  const other = namesakes(payer, students, [student]);
  if (other.length > 0) {
    return choose('The e-mail belongs to one student, the name to another of this course', [
      as(because.email)(student),
      ...other.map(as(because.name)),
    ]);
  }
  if (fits !== null) return found(student, 'email', `The e-mail, and ${inWords[fits]}`);
  if (ofPhone.length > 0) return found(student, 'email', 'The e-mail and the phone number; the name differs');
  if (isIn(student, payer.courseId)) return found(student, 'email', 'The e-mail; the name differs');
  return choose('The e-mail belongs to a student of another name who is not in this course', [
    as(because.email)(student),
  ]);
}

function byPhone(payer: Payer, ofPhone: readonly Student[], students: Students): Match {
  const candidates = ofPhone.map(as(because.phone));
  const [first] = ofPhone;
  if (payer.name.joined === '') {
    return first && ofPhone.length === 1 && isIn(first, payer.courseId)
      ? found(first, 'phone', 'The phone number; the file gives no name')
      : choose('Only the phone number tells who it may be', candidates);
  }
  const fitting = ofPhone
    .map((student) => ({ student, fits: fit(payer.name, student.name) }))
    .filter(({ fits }) => fits !== null);
  if (fitting.length === 0) {
    const other = namesakes(payer, students, ofPhone).map(as(because.name));
    return choose('The phone number belongs to a student of another name', [...candidates, ...other]);
  }
  if (fitting.length > 1) {
    return choose('Students who share this phone number have names like this one', candidates);
  }
  const { student, fits } = fitting[0]!;
  const other = fits === 'same' ? [] : namesakes(payer, students, ofPhone);
  if (other.length > 0) {
    return choose('The phone number belongs to one student, the name to another of this course', [
      as(because.phone)(student),
      ...other.map(as(because.name)),
    ]);
  }
  const agrees = inWords[fits!];
  return found(
    student,
    'phone',
    ofPhone.length === 1
      ? `The phone number and ${agrees}`
      : `The phone number, which ${ofPhone.length} students share, and ${agrees}`,
  );
}

/** What e-mail and phone of the row say about somebody who has the name. */
function contactsOf({ email, phones }: Payer, student: Student) {
  const known = phonesOf(student);
  const phoneIsKnown = phones.length > 0 && known.length > 0;
  const isNear = {
    email: email !== '' && isNearEmail(email, student.email),
    phone: phoneIsKnown && isNearAnyPhone(phones, known),
  };
  return {
    speaksFor: isNear.email || isNear.phone,
    speaksAgainst: (email !== '' && !isNear.email) || (phoneIsKnown && !isNear.phone),
    near: isNear.email ? 'almost the same e-mail' : 'almost the same phone number',
  };
}

/** A name alone is looked for among the students of the course, and never believed against e-mail and phone. */
function byName(payer: Payer, students: Students): Match {
  const alike = students.ofNameLike(payer.courseId, payer.name);
  const named = alike.filter(({ fits }) => fits !== 'part');
  const candidates = alike.map(({ student, fits }) =>
    as(fits === 'same' ? because.name : fits === 'part' ? because.part : because.typo)(student),
  );
  if (named.length > 1) return choose('Several students of this course have a name like this', candidates);
  const [one = alike.length === 1 ? alike[0] : undefined] = named;
  if (one === undefined) {
    return alike.length > 0
      ? choose('Several names of this course hold a part of this one', candidates)
      : nobody;
  }
  const { student, fits } = one;
  const { speaksFor, speaksAgainst, near } = contactsOf(payer, student);
  if (speaksFor) return found(student, 'name', `In this course with ${inWords[fits]}, and ${near}`);
  if (speaksAgainst) {
    return choose(
      'A student of this course has a name like this, but another e-mail or phone number',
      candidates,
    );
  }
  if (fits === 'same') return found(student, 'name', 'The only student of this course with this name');
  return fits === 'typo'
    ? found(student, 'name', 'The only student of this course with this name, but for a typing mistake')
    : choose('Only a part of the name fits a student of this course', candidates);
}

/**
 * Whose payment a row is. E-mail goes before phone, phone before name; whatever contradicts the answer makes it a
 * question: a wrong student on a payment is worse than one click more.
 */
export function matchPayer(payer: Payer, students: Students): Match {
  const ofEmail = payer.email === '' ? null : students.ofEmail(payer.email);
  const ofPhone = students
    .ofPhones(payer.phones)
    .filter((student) => payer.phones.some((a) => phonesOf(student).some((b) => isSamePhone(a, b))));
  if (ofEmail !== null) return byEmail(payer, ofEmail, ofPhone, students);
  if (ofPhone.length > 0) return byPhone(payer, ofPhone, students);
  if (payer.name.joined === '') return nobody;
  return byName(payer, students);
}
