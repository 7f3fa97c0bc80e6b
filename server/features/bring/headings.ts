import type { BringColumn, BringKind, BringOrigin } from '@gurukul/contract/shared/files/bring-layouts';
import { findColumns, listed, plainHeading as plain } from '@gurukul/contract/shared/files/find-columns';
import type { Field } from '@gurukul/contract/shared/files/find-columns';
import { headingsOf } from '@gurukul/contract/shared/files/people-headings';
import { areSigns } from './signs.ts';

/* How the columns of each system are called. The sources are named in `contract/shared/files/bring-layouts.ts`. */

type Headings = Readonly<Partial<Record<BringColumn, readonly string[]>>>;

interface Layout {
  readonly origin: BringOrigin;
  readonly kind: BringKind;
  /** A file has the layout when it has all of these headings. */
  readonly needs: readonly string[];
  /** They come before the usual ones. */
  readonly headings: Headings;
}

/** The layouts that a few headings give away, the surest first. */
const layouts: readonly Layout[] = [
  {
    origin: 'moodle',
    kind: 'courses',
    needs: ['shortname', 'fullname'],
    headings: {
      course_name: ['fullname'],
      short_name: ['shortname'],
      start_date: ['startdate'],
      end_date: ['enddate'],
      full_name: [],
    },
  },
  {
    origin: 'moodle',
    kind: 'courses',
    needs: ['coursefullname', 'courseshortname'],
    headings: {
      course_name: ['coursefullname'],
      short_name: ['courseshortname'],
      start_date: ['coursestartdate'],
      end_date: ['courseenddate'],
    },
  },
  {
    origin: 'classroom',
    kind: 'enrolments',
    needs: ['coursename', 'coursesection', 'emailaddress', 'coursestate'],
    headings: { class_name: ['coursesection'], start_date: ['creationtime'] },
  },
  {
    origin: 'gibbon',
    kind: 'enrolments',
    needs: ['course', 'class', 'participant', 'role'],
    headings: { class_name: ['class'], username: ['participant'] },
  },
  {
    origin: 'gibbon',
    kind: 'classes',
    needs: ['schoolyear', 'course', 'name', 'shortname'],
    headings: { class_name: ['name'], short_name: ['shortname'], full_name: [] },
  },
  {
    origin: 'gibbon',
    kind: 'courses',
    needs: ['schoolyear', 'learningarea', 'name', 'shortname'],
    headings: { course_name: ['name'], short_name: ['shortname'], full_name: [] },
  },
  {
    origin: 'gibbon',
    kind: 'teachers',
    needs: ['person', 'type', 'jobtitle'],
    headings: { username: ['person'], role: ['type'] },
  },
  {
    origin: 'gibbon',
    kind: 'people',
    needs: ['username', 'surname', 'preferredname', 'email'],
    headings: { first_name: ['firstname'], last_name: ['surname'] },
  },
  {
    origin: 'gibbon',
    kind: 'attendance',
    needs: ['date', 'courseclass', 'type'],
    headings: { class_name: ['courseclass'], mark: ['type'], username: ['username', 'student'] },
  },
  { origin: 'moodle', kind: 'enrolments', needs: ['lastaccesstocourse'], headings: {} },
  { origin: 'moodle', kind: 'enrolments', needs: ['lastdownloadedfromthiscourse'], headings: {} },
  { origin: 'moodle', kind: 'enrolments', needs: ['emailaddress', 'roles'], headings: {} },
  { origin: 'moodle', kind: 'enrolments', needs: ['emailaddress', 'groups'], headings: {} },
];

/** What people and programs write above their columns in English, Telugu, Hindi, German, French and Spanish. */
const usual: Headings = {
  course_name: [...headingsOf('course_name'), 'subject'],
  short_name: listed('courseshortname'),
  class_name: [...headingsOf('class_name'), ...listed('groups, group, course class')],
  course_admin: listed(`
    emailofthecourseadmin, courseadmin, courseadminemail, courseadmine, coordinator, coordinatoremail,
    కోర్సుఅడ్మిన్, कोर्सएडमिन, కోర్సుఅడ్మిన్ఇమెయిల్, कोर्सएडमिनकाईमेल`),
  duration: listed('duration, courseduration, length, వ్యవధి, अवधि'),
  start_date: listed('startdate, start, begins, startson, ప్రారంభతేదీ, आरंभतिथि, प्रारंभतिथि'),
  end_date: listed('enddate, end, ends, endson, ముగింపుతేదీ, समाप्तितिथि'),
  day: listed('day, days, weekday, classday, classdays, dayofweek, timetableday, రోజు, వారం, दिन, वार'),
  time: listed(`
    time, starttime, classtime, classtimings, classtiming, timing, timings, slot, dayandtime, daytime, daysandtime,
    batchtiming, batchtime, సమయం, తరగతిసమయం, समय, कक्षाकासमय`),
  end_time: listed('endtime, until, to, ముగింపుసమయం, समाप्तिसमय'),
  minutes: listed('minutes, durationminutes, mins, నిమిషాలు, मिनट'),
  timezone: headingsOf('timezone'),
  teacher_email: listed(`
    emailoftheteacher, teacheremail, teacheremailaddress, emailofteacher, instructoremail, teachermail,
    teacher, ఉపాధ్యాయునిఇమెయిల్, शिक्षककाईमेल, ఉపాధ్యాయులఇమెయిల్`),
  first_name: headingsOf('first_name'),
  last_name: headingsOf('last_name'),
  full_name: headingsOf('full_name'),
  email_id: headingsOf('email_id'),
  phone_number: headingsOf('phone_number'),
  username: listed('username, user, login, యూజర్పేరు, यूज़रनाम'),
  role: listed('role, roles, పాత్ర, పాత్రలు, भूमिका, भूमिकाएँ, rollen, rolle, rôles'),
  since: listed(`
    since, from, enrolledon, enrolledsince, joined, joinedon, joiningdate, dateofjoining, doj, admissiondate,
    dateofadmission, datestart, నుండి, कबसे, से, ఎప్పటినుండి`),
  gender: headingsOf('gender'),
  dob: headingsOf('dob'),
  city: headingsOf('city'),
  state: headingsOf('state'),
  country: headingsOf('country'),
  language: headingsOf('language'),
  date: listed(`
    date, dayofthemeeting, meetingdate, classdate, sessiondate, తేదీ, తరగతితేదీ, तारीख, दिनांक, तिथि, datum`),
  mark: listed(`
    mark, status, attendance, attendancestatus, presentabsent, హాజరు, उपस्थिति, हाज़िरी, हाजिरी`),
};

/** Headings in English. A file without any of them may use signs of another language. */
const englishNames = new Set(
  listed(`
  firstname, lastname, surname, fullname, name, studentname, student, nameofstudent, nameofthestudent, email,
  mail, emailid, emailaddress`),
);

const isColumn = (name: string): name is BringColumn => Object.hasOwn(usual, name);
const known = new Set(
  [...Object.values(usual), ...layouts.flatMap(({ headings }) => Object.values(headings))].flat().map(plain),
);

/** Words beside the one that says what a column is. */
const fillers =
  /(?<![\p{L}\p{M}])(?:your|the|of|for|a|an|in|is|no|nos|number|id|ids|address|details?|full|name|preferred|current|present|primary|contact|(?:student|child|kid|participant|candidate|devotee|pupil|learner|member|applicant|attendee)(?:['’]?s)?)(?![\p{L}\p{M}])/giu;
const ofFamily = /(?<!\p{L})(?:father|mother|parents?|guardian|home|personal|family)(?:['’]?s)?(?!\p{L})/giu;
const isContact = /mail|phone|mobile|whats ?app/iu;
const ofOthers = /father|mother|parent|guardian|husband|wife|spouse|school|emergency|referr/iu;
const ofTeachers = /teacher|instructor|tutor|acharya|guru(?!kul)|faculty/iu;
/** What long headings ask for, as forms on the web do. */
const questions: readonly (readonly [RegExp, string])[] = [
  [/first name|given name/iu, 'firstname'],
  [/last name|surname|family name/iu, 'lastname'],
  [/e-?mail|mail id/iu, 'email'],
  [/whats ?app|mobile|phone|contact number/iu, 'phone'],
  [/date of birth|birth ?day|birth ?date|born|\bdob\b/iu, 'dob'],
  [/(?:which|what|select|choose)[^?]*course|course[^?]*(?:join|attend|enrol|interested)/iu, 'course'],
  [
    /(?:which|what|select|choose|preferred)[^?]*(?:class|batch|section)|(?:class|batch)[^?]*(?:join|attend)/iu,
    'class',
  ],
  [/\bname\b/iu, 'name'],
  [/gender/iu, 'gender'],
  [/(?:which|what)[^?]*(?:city|town)|city[^?]*live/iu, 'city'],
  [/(?:which|what)[^?]*country/iu, 'country'],
];

const withoutBrackets = (heading: string) => heading.replaceAll(/\([^)]*\)|\[[^\]]*\]|[*:?]/gu, ' ');

/** The known heading that this one means: `Class / Batch`, `Mobile No. (parent)`, `What is your first name?`. */
export function meantHeading(heading: string): string {
  const whole = plain(heading);
  if (known.has(whole)) return whole;
  const text = withoutBrackets(heading).replaceAll(/\s+/gu, ' ').trim();
  if (ofTeachers.test(text)) return /mail/iu.test(text) ? 'teacheremail' : whole;
  if (/(?:course ?admin|co-?ordinator|admin)[^?]*mail|mail[^?]*(?:course ?admin|co-?ordinator)/iu.test(text))
    return 'courseadmin';
  const parts = [text, ...text.split(/[/|,;&]|\s(?:or|and)\s/u)];
  for (const part of parts) {
    const bare = isContact.test(part) ? part.replaceAll(ofFamily, ' ') : part;
    const found = [
      part,
      bare,
      bare.replaceAll(/(?<!\p{L})the(?!\p{L})/giu, ' '),
      bare.replaceAll(fillers, (word) => (/^name$/iu.test(word) ? word : ' ')),
      bare.replaceAll(fillers, ' '),
    ]
      .map(plain)
      .find((each) => known.has(each));
    if (found !== undefined) return found;
  }
  if (text.split(' ').length < 4 || /hear|heard|why|expect|comment|fee|paid/iu.test(text)) return whole;
  const asked = questions.find(([pattern]) => pattern.test(text))?.[1];
  return asked === undefined || (asked.endsWith('name') && ofOthers.test(text)) ? whole : asked;
}
export const isKnown = (heading: string) => known.has(meantHeading(heading));
export const isEnglishName = (heading: string) => englishNames.has(meantHeading(heading));

/** The layout of a header, if one of them fits. */
export function layoutOf(header: readonly string[]): Layout | null {
  const said = new Set(header.map(plain));
  return layouts.find(({ needs }) => needs.every((need) => said.has(need))) ?? null;
}

const isAddress = (cell: string) => /\S@\S+\.\S/u.test(cell);
const noDigit = (cell: string) => !/\p{N}/u.test(cell);
const isPhone = (cell: string) =>
  /^[+(\d][\d\s().+/-]{6,24}$/u.test(cell) &&
  cell.replaceAll(/\D/gu, '').length >= 7 &&
  !/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}/u.test(cell);
const isName = (cell: string) => /^\p{L}[\p{L}\p{M}.'’ ()-]{2,}$/u.test(cell) && !areSigns([cell]);

/** Values that a column of this field never has. */
const never: Readonly<Partial<Record<BringColumn, (cell: string) => boolean>>> = {
  course_admin: (cell) => !cell.includes('@'),
  teacher_email: (cell) => !cell.includes('@'),
  first_name: isAddress,
  last_name: isAddress,
  full_name: isAddress,
  phone_number: noDigit,
  start_date: noDigit,
  end_date: noDigit,
  since: noDigit,
  dob: noDigit,
  end_time: noDigit,
  minutes: noDigit,
};

const fieldsOf = (headings: Headings): Field<BringColumn>[] =>
  Object.entries(headings).flatMap(([name, words]) => {
    if (!isColumn(name)) return [];
    const neverLike = never[name];
    return [{ name, headings: words, ...(neverLike === undefined ? {} : { neverLike }) }];
  });
const usualFields = fieldsOf(usual);
const ofPeople: readonly Field<BringColumn>[] = [
  { name: 'email_id', headings: [], tells: isAddress },
  { name: 'phone_number', headings: [], tells: isPhone },
];

/** Where each column stands: by its heading, then by a heading that means the same. */
export function placesOf(
  header: readonly string[],
  layout: Layout | null,
  rows: readonly (readonly string[])[],
): Map<BringColumn, number> {
  const places = new Map<BringColumn, number>();
  const meant = header.map(meantHeading);
  take(places, fieldsOf(layout?.headings ?? {}), header, rows);
  take(places, usualFields, header, rows);
  take(places, usualFields, meant, rows);
  return places;
}

/**
 * Adds the columns of people that no heading tells: those of addresses and numbers, and of names in a table of people.
 * It is one by its addresses and numbers, by columns of marks, or because somebody said so (`isOfPeople`).
 */
export function takeByValues(
  places: Map<BringColumn, number>,
  header: readonly string[],
  rows: readonly (readonly string[])[],
  isOfPeople: boolean,
) {
  take(
    places,
    ofPeople,
    header.map(() => ''),
    rows,
  );
  if (!isOfPeople && !places.has('email_id') && !places.has('phone_number')) return;
  if (places.has('full_name') || places.has('first_name') || places.has('username')) return;
  const names = header.findIndex((_, place) => {
    const cells = rows.map((cells) => cells[place] ?? '').filter((cell) => cell !== '');
    return (
      ![...places.values()].includes(place) &&
      new Set(cells).size * 5 > cells.length * 3 &&
      cells.filter(isName).length * 2 > cells.length
    );
  });
  if (names !== -1) places.set('full_name', names);
}

/** Each column is one field at most, and each field one column. */
function take(
  places: Map<BringColumn, number>,
  fields: readonly Field<BringColumn>[],
  header: readonly string[],
  rows: readonly (readonly string[])[],
) {
  const taken = new Set(places.values());
  const left = (cells: readonly string[]) => cells.map((cell, place) => (taken.has(place) ? '' : cell));
  const found = findColumns(
    fields.filter(({ name }) => !places.has(name)),
    left(header),
    rows.map(left),
  );
  for (const [name, place] of Object.entries(found.places)) if (isColumn(name)) places.set(name, place);
}
