// How long does the command bar wait for what it looks up, when the provider has 100,000 students and as many payments?
// `node lab/bench/search.ts`, ROUNDS for other rounds
import { endAll } from '../faults/ending.ts';
import { median, quantile } from './figures.ts';
import { staffOf } from '../../server/test/fill.ts';
import { processorOf } from './processor.ts';
import { startProvider } from './provider.ts';
import { recorder, unless } from './results.ts';
import { sections } from './sections.ts';

const students = 100_000;
const courses = 1000;
const classes = 5000;
const teachers = 400;
const courseAdmins = 40;
const enrolments = 130_000;
const rounds = Number(process.env['ROUNDS'] ?? 40);

/** The first course admin has every third course, the third one 26 of them. */
const roles = [
  ['admin', 'admin'],
  ['course admin of a third', 'courseadmin1'],
  ['course admin of 26', 'courseadmin3'],
  ['teacher', 'teacher9'],
] as const;

/** The purpose of a search, and its text. */
const asked = [
  ['two letters', 'sr'],
  ['two letters of a fiftieth', 'la'],
  ['a first name', 'lakshmi'],
  ['a surname of an eighth', 'kumar'],
  ['two words', 'srinivas rao'],
  ['a word of all addresses', 'bench.test'],
  ['a telephone number', '+91 98000 04711'],
  ['a number', '4711'],
  ['a payment', 'pay_4711'],
  ['nonsense', 'xqzzyw'],
] as const;

const record = recorder(sections.search);
const provider = await startProvider();
try {
  await fill();
  const postgresWork = await processorOf(provider.owner);
  for (const [role, who] of roles) {
    const { token } = await provider.signIn(`${who}@bench.test`);
    const figures: string[] = [];
    for (const [what, text] of asked) figures.push(`${what} ${await measure(postgresWork, text, token)}`);
    record({
      Rows: `${students} students, ${enrolments} payments, ${classes} classes${unless(40, rounds, 'rounds')}`,
      Who: role,
      Figures: figures.join('; '),
    });
  }
} finally {
  await endAll();
}

/** Median and 95th percentile from request to answer, and the database's own processor time for one. */
async function measure(postgresWork: () => Promise<number>, text: string, token: string): Promise<string> {
  const took: number[] = [];
  let before = await postgresWork();
  for (let round = -3; round < rounds; round += 1) {
    // The first rounds fill the caches and settle the plans.
    if (round === 0) before = await postgresWork();
    const started = performance.now();
    const answer = await provider.app.inject({
      method: 'POST',
      url: '/api/search/find',
      payload: { text },
      headers: { authorization: `Bearer ${token}` },
    });
    // On a busy machine a new connection to the database may take too long, which says nothing about the search.
    if (answer.statusCode === 503) continue;
    if (answer.statusCode !== 200) throw new Error(`${text}: ${answer.statusCode} ${answer.body}`);
    if (round >= 0) took.push(performance.now() - started);
  }
  const work = ((await postgresWork()) - before) / rounds;
  return `${median(took).toFixed(0)} / ${quantile(took, 0.95).toFixed(0)} ms (${work.toFixed(0)} ms)`;
}

/** 130,000 present enrolments, 26 in a class. One student in eight is a Kumar. */
async function fill(): Promise<void> {
  const statements = [
    // Without audit trail and checks; the rows are right.
    `set session_replication_role = replica`,
    ...staffOf(courseAdmins, teachers),
    `insert into people (email_id, main_role, first_name, last_name, phone_number)
     select 'student' || n || '@bench.test', 'student', first[1 + n * 7 % array_length(first, 1)],
       case when n % 8 = 0 then 'Kumar' else last[1 + n * 11 % array_length(last, 1)] end,
       '+91 98' || to_char(n, 'FM000 00000')
     from generate_series(1, ${students}) n,
       regexp_split_to_array('Aarav Aditya Ajay Akhil Anand Arjun Ashwin Bharat Deepak Dhruv Ganesh Girish Gopal Govind Hari
         Ishaan Karthik Kiran Krishna Madhav Mahesh Manoj Mohan Mukund Nikhil Pranav Prasad Raghav Rajesh Rakesh Ravi
         Rohan Sachin Sanjay Satish Srinivas Srikanth Suresh Tejas Uday Varun Vijay Vikram Vishnu Yash Aishwarya Amrita
         Ananya Anjali Aparna Bhavani Chitra Divya Gayatri Geetha Indira Janaki Lakshmi Lalitha Meera Nandini Padma',
         '\\s+') first,
       regexp_split_to_array('Acharya Agarwal Bhat Desai Gupta Hegde Iyengar Iyer Jha Joshi Kulkarni Menon Mishra Murthy Nair
         Pai Pandey Patel Pillai Raju Rao Reddy Sastry Shah Sharma Shenoy Singh Tripathi Varma Vyas Yadav', '\\s+') last`,
    `insert into courses (course_name, course_image, course_duration, start_date, courseadmin_id, status)
     select 'Course ' || n, '', 'yearly', current_date - 150,
       1 + case when n % 3 = 0 then 1 else 2 + n % ${courseAdmins - 1} end, 'published'
     from generate_series(1, ${courses}) n`,
    `insert into course_teachers (course_id, teacher_id, strength)
     select c.id, 1 + ${courseAdmins} + 1 + (c.id * 2 + n) % ${teachers}, 80
     from courses c cross join generate_series(0, 3) n`,
    `insert into classes (course_id, class_name)
     select 1 + n % ${courses}, 'Class ' || n from generate_series(0, ${classes - 1}) n`,
    `insert into class_slots (class_id, course_id, class_day, local_time, time_zone)
     select k.id, k.course_id, 'monday', time '05:00', 'Asia/Kolkata' from classes k`,
    `insert into slot_teachers (slot_id, course_id, teacher_id, assigned_at)
     select s.id, s.course_id, 1 + ${courseAdmins} + 1 + (s.course_id * 2 + s.class_id / 1000 % 4) % ${teachers},
       s.created_at
     from class_slots s`,
    `insert into enrolments (student_id, course_id, class_id, started_on)
     select 1 + ${courseAdmins + teachers} + 1 + n % ${students}, k.course_id, k.id, current_date - 140
     from generate_series(0, ${enrolments - 1}) n join classes k on k.id = 1 + (n * 31 + n / 100000 * 7) % ${classes}`,
    `insert into payments (payment_id, course_id, student_id, full_name, email_id, phone_number, amount, currency, status,
       paid_at)
     select 'pay_' || e.id, e.course_id, e.student_id, p.fullname, p.email_id, p.phone_number, 100.00, 'INR', 'success',
       now()
     from enrolments e join people p on p.id = e.student_id`,
    `insert into events (course_id, event_name, meeting_link, event_date, starts_at, ends_at, live_status, created_by)
     select 1 + n % ${courses}, 'Event ' || n, '', current_date, now(), now() + interval '1 hour', 'published', 1
     from generate_series(1, 2000) n`,
    `vacuum analyze`,
    `reset all`,
  ];
  const connection = await provider.owner.connect();
  try {
    for (const text of statements) await connection.query(text);
  } finally {
    connection.release();
  }
}
