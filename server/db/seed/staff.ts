import { argon2Sync } from 'node:crypto';
import { addDays, instantAt, type Day } from './calendar.ts';
import { plainLetters } from './names.ts';
import { randomFor } from './random.ts';

/** Demo people for tests and docs: their ids, addresses and this password never change. */
export const demoPassword = 'Gurukul@2026';

export const staffIds = {
  admin: 1,
  /** courseadmin@gurukul.test: owns several courses and also teaches. */
  courseAdmin: 2,
  /** teacher@gurukul.test: several classes with students and attendance. */
  teacher: 3,
  coordinator: 4,
  otherCourseAdmins: [5, 6, 7, 8, 9],
  otherTeachers: Array.from({ length: 24 }, (_, index) => 10 + index),
  secondCoordinator: 34,
  /** Left the provider: appears only in the past. */
  formerTeacher: 35,
} as const;

/** A course admin with no course yet, and a teacher who is not associated and has an empty profile. */
const courseAdminWithoutCourse = 9;
const newTeacher = 33;
/** A teacher who also holds the second role course admin. */
export const teacherAndCourseAdmin = 10;

/**
 * PHC text of the demo password. The salt is fixed because the password is public and two demo databases must be equal
 * row by row. It exists in demo data only.
 */
export function demoPasswordHash(): string {
  const salt = Buffer.from('gurukul demo 001');
  const tag = argon2Sync('argon2id', {
    message: demoPassword,
    nonce: salt,
    parallelism: 1,
    tagLength: 32,
    memory: 19_456,
    passes: 2,
  });
  return `$argon2id$v=19$m=19456,t=2,p=1$${unpadded(salt)}$${unpadded(tag)}`;
}

const unpadded = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

type Role = 'admin' | 'courseadmin' | 'teacher' | 'coordinator';
type Entry = readonly [
  id: number,
  role: Role,
  first: string,
  last: string,
  gender: string,
  city: string,
  about: string,
];

const entries: readonly Entry[] = [
  [1, 'admin', 'Vasudha', 'Ramanathan', 'female', 'Hyderabad', 'Keeps the provider’s house in order.'],
  [
    2,
    'courseadmin',
    'Raghavendra',
    'Acharya',
    'male',
    'Udupi',
    'Ghanapathi of the Krishna Yajurveda; leads the chanting and Gita courses.',
  ],
  [
    3,
    'teacher',
    'Lakshmi',
    'Subramanian',
    'female',
    'Chennai',
    'Has taught chanting and the Gita to beginners since 2009.',
  ],
  [4, 'coordinator', 'Suresh', 'Kulkarni', 'male', 'Pune', 'Looks after new families.'],
  [
    5,
    'courseadmin',
    'Madhavi',
    'Deshpande',
    'female',
    'Pune',
    'Vyakarana scholar, editor of the grammar readers.',
  ],
  [
    6,
    'courseadmin',
    'Swaminathan',
    'Iyer',
    'male',
    'Kumbakonam',
    'Studied Vedanta for fourteen years in Rishikesh.',
  ],
  [
    7,
    'courseadmin',
    'Padmaja',
    'Rao',
    'female',
    'Tirupati',
    'Brought the Sahasranama to four thousand homes.',
  ],
  [
    8,
    'courseadmin',
    'Anirban',
    'Bhattacharya',
    'male',
    'Kolkata',
    'Teaches Nyaya and Tarka at a Sanskrit college.',
  ],
  [9, 'courseadmin', 'Kavya', 'Nair', 'female', 'Thrissur', 'Joined this month.'],
  [10, 'teacher', 'Narayana', 'Somayaji', 'male', 'Warangal', 'Chants the Taittiriya Shakha.'],
  [11, 'teacher', 'Saraswati', 'Venkataraman', 'female', 'Chennai', 'Gita and Mahabharata.'],
  [12, 'teacher', 'Gopalakrishna', 'Bhat', 'male', 'Udupi', 'Gita and stotra recitation.'],
  [13, 'teacher', 'Ananta', 'Sastry', 'male', 'Vijayawada', 'Chanting and Sanskrit.'],
  [14, 'teacher', 'Visalakshi', 'Ramachandran', 'female', 'Chennai', 'Chanting and Upanishads.'],
  [15, 'teacher', 'Dinesh', 'Joshi', 'male', 'Varanasi', 'Shukla Yajurveda.'],
  [16, 'teacher', 'Meenakshi', 'Sundaram', 'female', 'Mysuru', 'Voice teacher, chanting and temple music.'],
  [17, 'teacher', 'Harish', 'Namboodiri', 'male', 'Thrissur', 'Rigveda in the Kerala tradition.'],
  [18, 'teacher', 'Revathi', 'Krishnan', 'female', 'Bengaluru', 'Gita for working people.'],
  [19, 'teacher', 'Devendra', 'Shukla', 'male', 'New Delhi', 'Gita with the commentary of Shankara.'],
  [20, 'teacher', 'Janaki', 'Vaidyanathan', 'female', 'Chennai', 'Gita chanting.'],
  [21, 'teacher', 'Mukund', 'Patil', 'male', 'Pune', 'Jnaneshwari and Gita.'],
  [22, 'teacher', 'Sharada', 'Hegde', 'female', 'Bengaluru', 'Sanskrit through conversation.'],
  [23, 'teacher', 'Ramesh', 'Dwivedi', 'male', 'Varanasi', 'Panini’s grammar.'],
  [24, 'teacher', 'Chandrika', 'Menon', 'female', 'Thrissur', 'Isha to Katha.'],
  [25, 'teacher', 'Parthasarathi', 'Chakravarti', 'male', 'Kolkata', 'Mandukya with Karika.'],
  [26, 'teacher', 'Nirmala', 'Pai', 'female', 'Udupi', 'Yoga Sutras, line by line.'],
  [27, 'teacher', 'Eleanor', 'Whitfield', 'female', 'Mysuru', 'Came to study yoga philosophy and stayed.'],
  [28, 'teacher', 'Bhavana', 'Reddy', 'female', 'Hyderabad', 'Tells the Ramayana to children.'],
  [29, 'teacher', 'Srinivas', 'Murthy', 'male', 'Mysuru', 'Stories, songs and drawing.'],
  [30, 'teacher', 'Kamala', 'Trivedi', 'female', 'Ahmedabad', 'Ramcharitmanas for the young.'],
  [31, 'teacher', 'Thyagarajan', 'Pillai', 'male', 'Kumbakonam', 'Nadaswaram and temple song.'],
  [32, 'teacher', 'Vimala', 'Acharyulu', 'female', 'Tirupati', 'Vishnu Sahasranama and Mahabharata.'],
  [33, 'teacher', 'Rohit', 'Verma', 'male', '', ''],
  [34, 'coordinator', 'Sunanda', 'Ghosh', 'female', 'Kolkata', 'Answers the telephone.'],
  [35, 'teacher', 'Keshav', 'Upadhyay', 'male', 'Varanasi', 'Taught until last season.'],
];

const namedAddress: Readonly<Record<number, string>> = {
  [staffIds.admin]: 'admin',
  [staffIds.courseAdmin]: 'courseadmin',
  [staffIds.teacher]: 'teacher',
  [staffIds.coordinator]: 'coordinator',
};

const secondRole: Readonly<Record<number, 'teacher' | 'courseadmin'>> = {
  [staffIds.courseAdmin]: 'teacher',
  [teacherAndCourseAdmin]: 'courseadmin',
};

const states: Readonly<Record<string, readonly [state: string, pincode: string]>> = {
  Hyderabad: ['Telangana', '500034'],
  Warangal: ['Telangana', '506002'],
  Vijayawada: ['Andhra Pradesh', '520010'],
  Tirupati: ['Andhra Pradesh', '517501'],
  Bengaluru: ['Karnataka', '560004'],
  Mysuru: ['Karnataka', '570001'],
  Udupi: ['Karnataka', '576101'],
  Chennai: ['Tamil Nadu', '600004'],
  Kumbakonam: ['Tamil Nadu', '612001'],
  Thrissur: ['Kerala', '680001'],
  Pune: ['Maharashtra', '411030'],
  Ahmedabad: ['Gujarat', '380006'],
  Varanasi: ['Uttar Pradesh', '221005'],
  'New Delhi': ['Delhi', '110016'],
  Kolkata: ['West Bengal', '700029'],
};

/** Rows of all staff. */
export function staffRows(today: Day, passwordHash: string) {
  const random = randomFor('staff');
  return entries.map(([id, main_role, first_name, last_name, gender, city, about]) => {
    // The newcomers came this month, the others within six years before the students' year.
    const isNew = id === courseAdminWithoutCourse || id === newTeacher;
    const joined = addDays(today, isNew ? -random.between(3, 20) : -random.between(420, 2200));
    const born = addDays(today, -random.between(27 * 365, 68 * 365));
    const phone = `69998${random.between(10_000, 99_999)}`;
    const [state, pincode] = states[city] ?? ['', ''];
    const hasProfile = city !== '';
    return {
      id,
      email_id: `${namedAddress[id] ?? `${plainLetters(first_name)}.${plainLetters(last_name)}`}@gurukul.test`,
      password_hash: passwordHash,
      main_role,
      as_role: secondRole[id] ?? null,
      first_name,
      last_name,
      phone_number: hasProfile ? phone : null,
      gender: hasProfile ? gender : null,
      dob: hasProfile ? born : null,
      description: about && `<p>${about}</p>`,
      image: '',
      address: hasProfile ? `${random.between(1, 90)}, Temple Street` : '',
      address2: '',
      city,
      state,
      country: hasProfile ? 'India' : '',
      region: hasProfile ? 'India' : '',
      pincode,
      timezone: 'Asia/Kolkata',
      language: null,
      student_level_status: null,
      work_status: main_role === 'teacher' ? random.pick(['Full time', 'Part time', 'Volunteer']) : null,
      registered_at: instantAt(joined, 390),
      updated_at: instantAt(joined, 400),
      deleted_at: id === staffIds.formerTeacher ? instantAt(addDays(today, -90), 700) : null,
    };
  });
}
