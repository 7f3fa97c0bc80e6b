import { addDays, instantAt, type Day } from './calendar.ts';
import { lands, plainLetters, type Land } from './names.ts';
import { randomFor } from './random.ts';

const studentCount = 1500;
const firstStudentId = 101;

type Unusual = readonly [first: string, last: string, gender: 'male' | 'female', country: string];

/** Unusual names: long, in other scripts, with accents and apostrophes. Their ids start at 101. */
const unusualNames: readonly Unusual[] = [
  ['Venkata Satyanarayana Lakshminarasimha', 'Chakravarthula-Subrahmanyeswara Sarma', 'male', 'India'],
  ['अनन्या', 'शर्मा', 'female', 'India'],
  ['శ్రీనివాస', 'రావు', 'male', 'India'],
  ['Siobhán', "O'Sullivan-D'Souza", 'female', 'United Kingdom'],
  ['Śrīnivāsa', 'Kṛṣṇamūrti', 'male', 'United States'],
  ['Zoë', 'Brontë-Iyengar', 'female', 'United Kingdom'],
  ['Sukanya', '', 'female', 'India'],
  ['தமிழ்ச்செல்வி', 'இராமசாமி', 'female', 'Singapore'],
  ['Al', 'Ng', 'male', 'Canada'],
  ['Muthulakshmi', 'Venkatasubramaniananthapadmanabhan', 'female', 'India'],
];

export interface Student {
  readonly id: number;
  readonly country: string;
  readonly age: number | null;
  readonly fullname: string;
  readonly email: string;
  readonly phone: string;
}

/** A student without the day of joining, which is known only after the courses are settled. */
interface DraftedStudent extends Student {
  readonly row: Readonly<Record<string, unknown>>;
}

export function draftStudents(today: Day): DraftedStudent[] {
  const random = randomFor('students');

  const birthday = (): { age: number | null; dob: Day | null } => {
    const range = random.weighted<readonly [number, number] | null>([
      [[5, 15], 30],
      [[16, 30], 21],
      [[31, 45], 24],
      [[46, 84], 18],
      [null, 7],
    ]);
    if (range === null) return { age: null, dob: null };
    const age = random.between(range[0], range[1]);
    // Half a year of slack at both ends, so that no age depends on leap days.
    return { age, dob: addDays(today, -Math.round(age * 365.25) - random.between(10, 350)) };
  };

  const address = (land: Land) => {
    const place = random.pick(land.places);
    return {
      address: random.chance(0.9) ? `${random.between(1, 220)} ${random.pick(land.streets)}` : '',
      address2: random.chance(0.2) ? `Flat ${random.between(1, 40)}` : '',
      ...place,
      country: land.country,
    };
  };

  return Array.from({ length: studentCount }, (_, index) => {
    const id = firstStudentId + index;
    const unusual = unusualNames[index];
    const land =
      lands.find(({ country }) => country === unusual?.[3]) ??
      random.weighted(lands.map((each) => [each, each.weight] as const));
    const gender = random.weighted([['male', 46] as const, ['female', 46] as const, ['others', 2] as const]);
    const first_name = unusual?.[0] ?? random.pick(gender === 'male' ? land.men : land.women);
    const last_name = unusual?.[1] ?? random.pick(land.surnames);
    const { age, dob } = birthday();
    const phone = random.chance(0.96) ? land.phone.replaceAll('#', () => String(random.between(0, 9))) : '';
    const mailbox =
      [plainLetters(first_name), plainLetters(last_name)].filter(Boolean).join('.') || 'student';
    const domain = random.pick(['example.org', 'example.com', 'example.net']);
    const email = `${mailbox.slice(0, 48)}${id}@${domain}`;
    const home = address(land);
    return {
      id,
      country: land.country,
      age,
      fullname: `${first_name} ${last_name}`.trim(),
      email,
      phone,
      row: {
        id,
        email_id: email,
        password_hash: null,
        main_role: 'student',
        as_role: null,
        first_name,
        last_name,
        phone_number: phone || null,
        gender: random.chance(0.06) ? null : (unusual?.[2] ?? gender),
        dob,
        description: '',
        image: '',
        address: home.address,
        address2: home.address2,
        city: home.city,
        state: home.state,
        // Older sheets did not ask for the country.
        country: random.chance(0.03) ? '' : home.country,
        region: random.chance(0.08) ? '' : home.country,
        pincode: home.pincode,
        timezone: home.timezone,
        language: random.weighted<string | null>([
          [home.country === 'India' ? 'Telugu' : 'English', 50],
          ['English', 30],
          ['Sanskrit', 10],
          [null, 10],
        ]),
        student_level_status: random.pick(['Beginner', 'Beginner', 'Intermediate', 'Advanced', null]),
        work_status: null,
      },
    };
  });
}

/** Finished rows. A student without a course came on some day of the past year. */
export function studentRows(
  students: readonly DraftedStudent[],
  arrivals: ReadonlyMap<number, Day>,
  today: Day,
) {
  const random = randomFor('arrivals');
  return students.map(({ id, row }) => {
    const anyDay = addDays(today, -random.between(2, 330));
    const firstCourse = arrivals.get(id);
    const came = firstCourse === undefined ? anyDay : addDays(firstCourse, -random.between(0, 6));
    const at = instantAt(came, random.between(240, 1000));
    return { ...row, registered_at: at, updated_at: at, deleted_at: null };
  });
}
