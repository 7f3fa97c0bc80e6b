import type { BringColumn, BringKind } from '@gurukul/contract/shared/files/bring-layouts';
import { listed, plainHeading as plain, readings } from '@gurukul/contract/shared/files/find-columns';
import { areSigns } from './signs.ts';

/*
 * What a table is: what each of its rows is about. Kinds share columns: lists of students have classes and times, and
 * lists of classes have names and addresses of teachers. Where neither headings nor rows tell, the person is asked.
 */

export interface Table {
  readonly header: readonly string[];
  readonly places: ReadonlyMap<BringColumn, number>;
  readonly rows: readonly (readonly string[])[];
}

export const namesOf: readonly BringColumn[] = ['full_name', 'first_name', 'last_name', 'username'];
/** What lists of teachers rarely say of them. */
const ofStudents: readonly BringColumn[] = ['since', 'gender', 'dob', 'language'];
const ofPlaces: readonly BringColumn[] = ['course_name', 'class_name', 'day', 'time', 'end_time', 'minutes'];

export const has = (places: Table['places'], ...columns: readonly BringColumn[]) =>
  columns.some((column) => places.has(column));
export const isOfPeople = (places: Table['places']) => has(places, ...namesOf, 'email_id');

const listOf = (words: string) => new Set(listed(words).map(plain));
const isIn = (words: ReadonlySet<string>) => (heading: string) =>
  readings(heading).some((each) => words.has(each));

const isTeacherName = (heading: string) =>
  /^(?:nameof(?:the)?)?(?:class)?(?:teacher|instructor|tutor|acharya|guru|faculty)s?(?:name)?$/u.test(
    plain(heading),
  ) || ofTeachers(heading);
const ofTeachers = isIn(
  listOf(`
    ఉపాధ్యాయుడు, ఉపాధ్యాయురాలు, ఉపాధ్యాయులు, ఉపాధ్యాయుని పేరు, గురువు, గురువు పేరు, ఆచార్యులు, शिक्षक, शिक्षिका,
    शिक्षक का नाम, अध्यापक, अध्यापक का नाम, गुरु, गुरु का नाम, आचार्य, आचार्य का नाम`),
);
const isAdminName = isIn(listOf('course admin, course admin name, name of the course admin, coordinator'));
/** The column with the names of teachers; -1: there is none. */
export const teacherNamesAt = (header: readonly string[]) => header.findIndex(isTeacherName);

const isStudent = /student|pupil|learner|participant|devotee|child|విద్యార్థి|शिष्य|छात्र|विद्यार्थी/iu;

const amount = listOf(`
  amount, amount paid, paid amount, amount received, amt, amt paid, fee paid, fees paid, fee, total, net amount,
  మొత్తం, చెల్లించిన మొత్తం, ఫీజు, రుసుము, राशि, भुगतान राशि, रकम, शुल्क, फीस`);
const payment = listOf(`
  చెల్లింపు తేదీ, చెల్లింపు ఐడి, లావాదేవీ, లావాదేవీ ఐడి, రసీదు, రసీదు సంఖ్య, తేదీ, भुगतान तिथि, भुगतान आईडी, लेनदेन,
  लेनदेन आईडी, रसीद, रसीद संख्या, तारीख, दिनांक, तिथि`);
const ofPayment =
  /^(?:(?:payment|transaction|txn|order|receipt|razorpay|utr)(?:id|no|number|ref|reference)?|paid(?:on|at)|date(?:ofpayment)?|(?:payment|transaction|txn)date|created(?:at|on))$/u;
const work = listOf('homework, assignment, హోంవర్క్, ఇంటి పని, गृहकार्य, होमवर्क');
const handedIn = /submi|hand(?:ed)?in|score|grade|points|^marks?$|due|status|సమర్పి|మార్కులు|जमा|अंक|स्थिति/u;
const event = listOf(`
  event, event name, name of the event, event title, ఈవెంట్, కార్యక్రమం, కార్యక్రమం పేరు, इवेंट, कार्यक्रम,
  कार्यक्रम का नाम`);

/** Of payments, homework and events: no kind that is brought, though they name students and courses. */
function isOfOther(header: readonly string[]): boolean {
  const says = (is: (heading: string) => boolean) => header.some(is);
  const hasAmount = says(isIn(amount));
  if (hasAmount && says((each) => isIn(payment)(each) || ofPayment.test(plain(each)))) return true;
  if (says(isIn(work)) && says((each) => handedIn.test(plain(each)))) return true;
  return says(isIn(event));
}

const attendance = /attend|present|హాజరు|उपस्थि|हाज़िरी|हाजिरी/iu;

/** A row is a mark. "Status" and "Mark" also stand above what somebody is, or was given. */
function isOfMarks({ header, places, rows }: Table): boolean {
  const place = places.get('mark');
  if (place === undefined || !places.has('date')) return false;
  if (attendance.test(header[place] ?? '')) return true;
  const cells = rows.map((row) => row[place] ?? '').filter((cell) => cell !== '');
  return !has(places, ...ofStudents) && (cells.length === 0 || areSigns(cells));
}

/** How many rows differ in these columns. */
const differ = (rows: Table['rows'], places: readonly number[]) =>
  new Set(
    rows
      .map((row) =>
        places
          .map((place) => row[place]?.toLowerCase() ?? '')
          .join(' ')
          .trim(),
      )
      .filter(Boolean),
  ).size;

/**
 * Whose the names and addresses of the rows are: those of the people whom the rows are about, or of the teachers and
 * course admins who stand beside a class or course. `open`: nobody can tell. Null: the table has none.
 */
function peopleIn({ header, places, rows }: Table): 'own' | 'staff' | 'open' | null {
  const address = places.get('teacher_email') ?? places.get('course_admin');
  const own = places.get('email_id');
  const ofStaff = header.findIndex((each) => isTeacherName(each) || isAdminName(each));
  const names = namesOf.flatMap((column) => places.get(column) ?? []).filter((place) => place !== ofStaff);
  const isOwn = names.some((place) => isStudent.test(header[place] ?? ''));
  if (address === undefined) {
    if (own === undefined && names.length === 0) return null;
    if (own === undefined || names.length > 0 || ofStaff === -1) return 'own';
    // Students of one teacher differ in their addresses, and teachers in both.
    if (differ(rows, [ofStaff]) < differ(rows, [own])) return 'own';
    return has(places, ...ofStudents) ? 'open' : 'staff';
  }
  if (own !== undefined || isOwn) return 'own';
  // Students of one teacher share their address. Of teachers one row in four may have a wrong one.
  const addressed = rows.filter((row) => row[address]);
  if (differ(addressed, names) - differ(addressed, [address]) > addressed.length / 4) return 'own';
  return has(places, ...ofStudents) ? 'open' : 'staff';
}

/** People with times beside them: students with those of their class, or times with their teacher. */
function kindOfTimed({ header, places, rows }: Table): BringKind | null {
  const at = (columns: readonly BringColumn[]) => columns.flatMap((column) => places.get(column) ?? []);
  const names = at(namesOf);
  if (has(places, ...ofStudents) || names.some((place) => isStudent.test(header[place] ?? '')))
    return 'enrolments';
  const people = [...names, ...at(['email_id'])];
  const isShared = differ(rows, at(ofPlaces)) < rows.length;
  const isAgain = differ(rows, people) < rows.length;
  // A person with several classes, each of them once, may be their teacher as well.
  if (names.length > 0 && has(places, 'email_id', 'phone_number'))
    return isAgain && !isShared ? null : 'enrolments';
  if (isShared) return 'enrolments';
  return isAgain ? 'classes' : null;
}

/** What a table is, by its headings and by what its rows are; null: somebody has to say it. `days`: columns of marks. */
export function kindOf(table: Table, days: number): BringKind | null {
  const { header, places, rows } = table;
  if (isOfOther(header)) return null;
  if (isOfPeople(places) && (days > 0 || isOfMarks(table))) return 'attendance';
  const people = peopleIn(table);
  const isTimed = has(places, 'day', 'time', 'minutes');
  const isOfCourse = has(places, 'duration', 'start_date', 'end_date', 'course_admin');
  if (people === 'own') {
    if (isTimed) return kindOfTimed(table);
    const isSure = has(places, 'email_id', 'phone_number', 'username', ...ofStudents);
    return has(places, 'duration', 'course_admin') && !isSure ? null : 'enrolments';
  }
  if (people === 'open') return null;
  if (isTimed && (people === 'staff' || has(places, 'class_name', 'course_name'))) return 'classes';
  if (people === 'staff' && (places.has('teacher_email') || teacherNamesAt(header) !== -1))
    return isOfCourse ? null : 'teachers';
  if (places.has('mark') && places.has('date')) return null;
  const course = places.get('course_name');
  if (course === undefined) return places.has('class_name') ? 'classes' : null;
  if (!places.has('class_name')) return 'courses';
  if (!isOfCourse) return 'classes';
  return differ(rows, [course]) === rows.length ? 'courses' : null;
}
