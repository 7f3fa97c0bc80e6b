import type { MatchGround } from '@gurukul/contract/shared/money/payment-preview';
import { said } from '@gurukul/contract/shared/words/messages';
import type { Sentence } from '@gurukul/contract/shared/words/said';
import { isNearAnyPhone, isNearEmail, isSamePhone } from '../likeness/contacts.ts';
import { fit } from '../likeness/names.ts';
import type { Name } from '../likeness/names.ts';
import { fitOf, phonesOf } from './students-index.ts';
import type { Candidate, Student, Students } from './students-index.ts';

/** The payer as a row describes them. */
export interface Payer {
  readonly name: Name;
  /** In lower case, '' when there is none. */
  readonly email: string;
  readonly phones: readonly string[];
  /** Null: the row's course is not known. */
  readonly courseId: number | null;
}

/** The student of a payment with the reason in words, or the candidates for a person to choose from. */
export interface Match {
  readonly student: Student | null;
  readonly ground: MatchGround | null;
  readonly reason: Sentence;
  readonly choose: boolean;
  readonly candidates: readonly Candidate[];
}

const found = (student: Student, ground: MatchGround, reason: Sentence): Match => ({
  student,
  ground,
  reason,
  choose: false,
  candidates: [],
});

const mostCandidates = 8;

const choose = (reason: Sentence, candidates: readonly Candidate[]): Match => ({
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
  reason: said('nobody_found'),
  choose: false,
  candidates: [],
};

const because = {
  email: said('has_email'),
  phone: said('has_phone'),
  name: said('has_name'),
};

const isIn = (student: Student, courseId: number | null) =>
  courseId !== null && student.courses.includes(courseId);

/** Other students of the course with exactly this name. */
const namesakes = (payer: Payer, students: Students, others: readonly Student[]): Student[] =>
  students.ofName(payer.courseId, payer.name).filter((student) => !others.includes(student));

const as =
  (reason: Sentence) =>
  (student: Student): Candidate => ({ student, because: reason });

/** The payer is a guardian of these. */
const childrenOf = (payer: Payer, students: readonly Student[]): Student[] =>
  students.filter(({ family }) => family.guardians.some((guardian) => fit(payer.name, guardian) === 'same'));

/**
 * An address of a family. The name says which of them a row means; a typing mistake does not, because brothers and
 * sisters have names like one another.
 */
function byFamilyEmail(payer: Payer, family: readonly Student[], ofPhone: readonly Student[]): Match {
  if (ofPhone.length > 0 && !family.some((student) => ofPhone.includes(student))) {
    return choose(said('email_or_phone'), [
      ...family.map(as(because.email)),
      ...ofPhone.map(as(because.phone)),
    ]);
  }
  const question = choose(said('email_of_several'), family.map(as(because.email)));
  const fitting = family
    .map((student) => ({ student, fits: fitOf(payer.name, student) }))
    .filter(({ fits }) => fits !== null);
  const named = fitting.filter(({ fits }) => fits === 'same');
  const children = childrenOf(payer, family);
  const [one] = named.length > 0 ? named : fitting;
  if (one === undefined) {
    return children.length === 1 ? found(children[0]!, 'email', said('by_email_guardian')) : question;
  }
  const { student, fits } = one;
  // A student who is a guardian too may pay for a child.
  if (children.some((child) => child !== student && isIn(child, payer.courseId))) return question;
  const isOnly = (named.length > 0 ? named : fitting).length === 1;
  return isOnly && (fits === 'same' || fits === 'part')
    ? found(student, 'email', said(`by_shared_email_${fits}`, { students: family.length }))
    : question;
}

function byEmail(payer: Payer, student: Student, ofPhone: readonly Student[], students: Students): Match {
  if (ofPhone.length > 0 && !ofPhone.includes(student)) {
    return choose(said('email_or_phone'), [as(because.email)(student), ...ofPhone.map(as(because.phone))]);
  }
  if (payer.name.joined === '') return found(student, 'email', said('by_email'));
  const fits = fitOf(payer.name, student);
  if (fits === 'same') return found(student, 'email', said('by_email_same'));
  if (childrenOf(payer, [student]).length > 0) return found(student, 'email', said('by_email_guardian'));
  const other = namesakes(payer, students, [student]);
  if (other.length > 0) {
    return choose(said('email_or_name'), [as(because.email)(student), ...other.map(as(because.name))]);
  }
  if (fits !== null) return found(student, 'email', said(`by_email_${fits}`));
  // Perhaps a parent who pays, perhaps a brother or sister who is not here yet.
  return choose(said('email_of_stranger'), [as(because.email)(student)]);
}

function byPhone(payer: Payer, ofPhone: readonly Student[], students: Students): Match {
  const candidates = ofPhone.map(as(because.phone));
  const [first] = ofPhone;
  if (payer.name.joined === '') {
    return first && ofPhone.length === 1 && isIn(first, payer.courseId)
      ? found(first, 'phone', said('by_phone'))
      : choose(said('only_phone'), candidates);
  }
  const fitting = ofPhone
    .map((student) => ({ student, fits: fitOf(payer.name, student) }))
    .filter(({ fits }) => fits !== null);
  if (fitting.length === 0) {
    const children = childrenOf(payer, ofPhone);
    if (children.length === 1) return found(children[0]!, 'phone', said('by_phone_guardian'));
    const other = namesakes(payer, students, ofPhone).map(as(because.name));
    return choose(said('phone_of_stranger'), [...candidates, ...other]);
  }
  if (fitting.length > 1) {
    return choose(said('phone_of_several'), candidates);
  }
  const { student, fits } = fitting[0]!;
  const other = fits === 'same' ? [] : namesakes(payer, students, ofPhone);
  if (other.length > 0) {
    return choose(said('phone_or_name'), [as(because.phone)(student), ...other.map(as(because.name))]);
  }
  return found(
    student,
    'phone',
    ofPhone.length === 1
      ? said(`by_phone_${fits!}`)
      : said(`by_shared_phone_${fits!}`, { students: ofPhone.length }),
  );
}

/** Says whether email and phone of the row agree with a student of that name. */
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
    near: isNear.email ? ('email' as const) : ('phone' as const),
  };
}

/** Searches a name among the students of the course only. Email and phone count more than a name. */
function byName(payer: Payer, students: Students): Match {
  const alike = students.ofNameLike(payer.courseId, payer.name);
  const named = alike.filter(({ fits }) => fits !== 'part');
  if (named.length > 1) return choose(said('name_of_several'), alike);
  const [one = alike.length === 1 ? alike[0] : undefined] = named;
  if (one === undefined) {
    return alike.length > 0 ? choose(said('part_of_several'), alike) : nobody;
  }
  const { student, fits } = one;
  const { speaksFor, speaksAgainst, near } = contactsOf(payer, student);
  if (speaksFor) return found(student, 'name', said(`near_${near}_${fits}`));
  if (speaksAgainst) {
    return choose(said('name_but_contacts'), alike);
  }
  if (fits === 'same') return found(student, 'name', said('only_name'));
  return fits === 'typo' ? found(student, 'name', said('only_name_typo')) : choose(said('only_part'), alike);
}

/**
 * Finds the student of a row. Email counts more than phone, and phone more than name. Any contradiction makes it a
 * question, because a wrong student on a payment is worse than one more click.
 */
export function matchPayer(payer: Payer, students: Students): Match {
  const ofEmail = payer.email === '' ? [] : students.ofEmail(payer.email);
  const ofPhone = students
    .ofPhones(payer.phones)
    .filter((student) => payer.phones.some((a) => phonesOf(student).some((b) => isSamePhone(a, b))));
  if (ofEmail.length > 1) return byFamilyEmail(payer, ofEmail, ofPhone);
  if (ofEmail.length === 1) return byEmail(payer, ofEmail[0]!, ofPhone, students);
  if (ofPhone.length > 0) return byPhone(payer, ofPhone, students);
  if (payer.name.joined === '') return nobody;
  return byName(payer, students);
}
