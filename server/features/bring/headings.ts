import type { BringColumn, BringKind, BringOrigin } from '@gurukul/contract/shared/files/bring-layouts';

/* How the columns of each system are called. The sources are named in `contract/shared/files/bring-layouts.ts`. */

/** A heading without its case, blanks and signs. */
export const plain = (heading: string) =>
  heading
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

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
export const layouts: readonly Layout[] = [
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
export const usual: Headings = {
  course_name: [
    'coursename',
    'course',
    'coursetitle',
    'program',
    'programme',
    'subject',
    'కోర్సు',
    'కోర్సుపేరు',
    'पाठ्यक्रम',
    'कोर्स',
    'कोर्सकानाम',
    'पाठ्यक्रमकानाम',
    'kurs',
    'cours',
    'curso',
  ],
  short_name: ['courseshortname'],
  class_name: [
    'classname',
    'class',
    'batch',
    'batchname',
    'section',
    'groups',
    'group',
    'courseclass',
    'తరగతి',
    'సమూహాలు',
    'कक्षा',
    'समूह',
    'gruppen',
    'gruppe',
    'groupes',
    'groupe',
    'grupos',
    'grupo',
  ],
  course_admin: [
    'emailofthecourseadmin',
    'courseadmin',
    'courseadminemail',
    'courseadmine',
    'coordinator',
    'coordinatoremail',
    'కోర్సుఅడ్మిన్',
    'कोर्सएडमिन',
    'కోర్సుఅడ్మిన్ఇమెయిల్',
    'कोर्सएडमिनकाईमेल',
  ],
  duration: ['duration', 'courseduration', 'length', 'వ్యవధి', 'अवधि'],
  start_date: ['startdate', 'start', 'begins', 'startson', 'ప్రారంభతేదీ', 'आरंभतिथि', 'प्रारंभतिथि'],
  end_date: ['enddate', 'end', 'ends', 'endson', 'ముగింపుతేదీ', 'समाप्तितिथि'],
  day: ['day', 'weekday', 'classday', 'dayofweek', 'timetableday', 'రోజు', 'వారం', 'दिन', 'वार'],
  time: ['time', 'starttime', 'classtime', 'timing', 'సమయం', 'समय'],
  end_time: ['endtime', 'until', 'to', 'ముగింపుసమయం', 'समाप्तिसमय'],
  minutes: ['minutes', 'durationminutes', 'mins', 'నిమిషాలు', 'मिनट'],
  timezone: ['timezone', 'zone', 'tz', 'సమయమండలం', 'समयक्षेत्र', 'టైమ్జోన్'],
  teacher_email: [
    'emailoftheteacher',
    'teacheremail',
    'teacheremailaddress',
    'emailofteacher',
    'instructoremail',
    'teacher',
    'ఉపాధ్యాయునిఇమెయిల్',
    'शिक्षककाईमेल',
    'ఉపాధ్యాయులఇమెయిల్',
  ],
  first_name: ['firstname', 'givenname', 'forename', 'మొదటిపేరు', 'पहलानाम', 'vorname', 'prénom', 'nombre'],
  last_name: [
    'lastname',
    'surname',
    'familyname',
    'ఇంటిపేరు',
    'उपनाम',
    'अंतिमनाम',
    'nachname',
    'nomdefamille',
    'nom',
    'apellidos',
    'apellido',
  ],
  full_name: [
    'fullname',
    'name',
    'studentname',
    'student',
    'nameofstudent',
    'nameofthestudent',
    'firstnamelastname',
    'పేరు',
    'విద్యార్థిపేరు',
    'नाम',
    'छात्रकानाम',
    'विद्यार्थीकानाम',
  ],
  email_id: [
    'email',
    'emailid',
    'emailaddress',
    'mail',
    'mailid',
    'studentemail',
    'ఇమెయిల్',
    'ఇమెయిల్చిరునామా',
    'ईमेल',
    'ईमेलपता',
    'emailadresse',
    'adressedecourriel',
    'adresseemail',
    'direccióndecorreo',
    'correoelectrónico',
  ],
  phone_number: [
    'phonenumber',
    'phone',
    'phoneno',
    'mobile',
    'mobilenumber',
    'mobileno',
    'mobilephone',
    'phone1',
    'whatsapp',
    'ఫోన్నంబర్',
    'फ़ोननंबर',
    'फोननंबर',
  ],
  username: ['username', 'user', 'login', 'యూజర్పేరు', 'यूज़रनाम'],
  role: ['role', 'roles', 'పాత్ర', 'పాత్రలు', 'भूमिका', 'भूमिकाएँ', 'rollen', 'rolle', 'rôles'],
  since: [
    'since',
    'from',
    'enrolledon',
    'enrolledsince',
    'joined',
    'joinedon',
    'datestart',
    'నుండి',
    'कबसे',
    'से',
    'ఎప్పటినుండి',
  ],
  gender: ['gender', 'sex', 'లింగం', 'लिंग'],
  dob: ['dob', 'dateofbirth', 'birthdate', 'birthday', 'పుట్టినతేదీ', 'जन्मतिथि'],
  city: ['city', 'town', 'citytown', 'నగరం', 'शहर'],
  state: ['state', 'province', 'రాష్ట్రం', 'राज्य'],
  country: ['country', 'దేశం', 'देश'],
  language: ['language', 'భాష', 'भाषा'],
  date: [
    'date',
    'dayofthemeeting',
    'meetingdate',
    'classdate',
    'sessiondate',
    'తేదీ',
    'తరగతితేదీ',
    'तारीख',
    'दिनांक',
    'तिथि',
    'datum',
  ],
  mark: [
    'mark',
    'status',
    'attendance',
    'attendancestatus',
    'presentabsent',
    'హాజరు',
    'उपस्थिति',
    'हाज़िरी',
    'हाजिरी',
  ],
};

/** Headings in English. A file without any of them may use signs of another language. */
export const englishNames = new Set([
  'firstname',
  'lastname',
  'surname',
  'fullname',
  'name',
  'studentname',
  'student',
  'email',
  'emailid',
  'emailaddress',
]);

const isColumn = (name: string): name is BringColumn => Object.hasOwn(usual, name);
const known = new Set(
  [...Object.values(usual), ...layouts.flatMap(({ headings }) => Object.values(headings))].flat().map(plain),
);
export const isKnown = (heading: string) => known.has(plain(heading));

/** The layout of a header, if one of them fits. */
export function layoutOf(header: readonly string[]): Layout | null {
  const said = new Set(header.map(plain));
  return layouts.find(({ needs }) => needs.every((need) => said.has(need))) ?? null;
}

/** Where each column stands. A heading stands for one column only. */
export function placesOf(header: readonly string[], layout: Layout | null): Map<BringColumn, number> {
  const plainHeader = header.map((heading) => plain(heading));
  const places = new Map<BringColumn, number>();
  const take = (headings: Headings) => {
    for (const [column, words] of Object.entries(headings)) {
      if (!isColumn(column) || places.has(column)) continue;
      for (const word of words) {
        const at = plainHeader.indexOf(plain(word));
        if (at === -1 || [...places.values()].includes(at)) continue;
        places.set(column, at);
        break;
      }
    }
  };
  if (layout !== null) take(layout.headings);
  take(usual);
  return places;
}
