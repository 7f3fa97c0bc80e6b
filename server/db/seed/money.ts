import { addDays, compareTimes, instantAt, type Day } from './calendar.ts';
import type { Course } from './courses.ts';
import type { Enrolment } from './enrolments.ts';
import { randomFor, type Random } from './random.ts';
import type { Student } from './students.ts';
import { numbered } from './table.ts';

const ticketCount = 120;
const strangerCount = 15;

/** The payment provider's reports for an enrolment in such a state, in order. */
const reports: Readonly<Record<string, readonly (readonly string[])[]>> = {
  Successful: [
    ['success'],
    ['success'],
    ['success'],
    ['success'],
    ['failed', 'success'],
    ['canceled', 'success'],
  ],
  Failed: [['failed'], ['failed', 'failed'], ['canceled']],
  Refunded: [['success', 'refunded']],
  'Alternate arrangements made': [['pending'], []],
};

/** Payments of the enrolments, and a few of people whose address no student has. */
export function paymentRows(enrolments: readonly Enrolment[], courses: readonly Course[], today: Day) {
  const random = randomFor('payments');
  const nextId = paymentIds(random);
  const lastMoment = instantAt(addDays(today, -1), 1439);

  const ofEnrolments = enrolments
    // A move within a course is paid for once.
    .filter(({ why }) => why !== 'moved')
    .flatMap(({ student, course, payment, registeredAt }) => {
      const told = random.pick(reports[payment ?? ''] ?? [[]]);
      const price = course.priceIn(student.country);
      // An instalment now and then, and cents where a bank took a fee.
      const share = random.weighted([
        [1, 85],
        [0.5, 10],
        [0.9825, 5],
      ]);
      return told.map((status, index) => {
        const afterwards =
          index * random.between(4, 60) * 60_000 + (status === 'refunded' ? 9 * 86_400_000 : 0);
        const at = new Date(Date.parse(registeredAt) + afterwards).toISOString();
        return {
          payment_id: nextId(),
          course_id: course.id,
          student_id: student.id,
          full_name: student.fullname,
          email_id: student.email,
          phone_number: student.phone,
          amount: (price.amount * share).toFixed(2),
          currency: price.currency,
          status,
          paid_at: at < lastMoment ? at : lastMoment,
        };
      });
    });

  const ofStrangers = Array.from({ length: strangerCount }, (_, index) => {
    const course = random.pick(courses.filter(({ startsOn }) => startsOn < today));
    return {
      payment_id: nextId(),
      course_id: course.id,
      student_id: null,
      full_name: random.pick([
        'Ramdas Kini',
        'Mrs. H. Whitmore',
        'Kalpana Vasudevan',
        'J. de Souza',
        'Tejaswini M',
      ]),
      email_id: `family.account${index + 1}@example.com`,
      phone_number: '',
      amount: course.priceIn('India').amount.toFixed(2),
      currency: course.priceIn('India').currency,
      status: random.pick(['success', 'success', 'failed', 'pending']),
      paid_at: instantAt(addDays(today, -random.between(3, 300)), random.between(200, 1100)),
    };
  });

  const all = [...ofEnrolments, ...ofStrangers].map((row) => Object.assign(row, { created_at: row.paid_at }));
  return numbered(all.toSorted((a, b) => compareTimes(a.paid_at, b.paid_at)));
}

const ticketKinds = [
  ['Gita Jayanti Celebration', 'GJ', 500, 200],
  ['Annual Day', 'AD', 300, 0],
  ['Vedic Camp', 'VC', 2500, 1500],
  ['Temple Music Evening', 'TM', 400, 150],
] as const;

export function ticketRows(students: readonly Student[], today: Day) {
  const random = randomFor('tickets');
  const nextId = paymentIds(random);
  const buyers = random.sample(students, ticketCount);
  const tickets = buyers.map((buyer) => {
    const [course_type, letters, adultPrice, childPrice] = random.pick(ticketKinds);
    const adult = random.between(1, 4);
    const child = random.weighted([
      [0, 5],
      [1, 2],
      [2, 2],
      [3, 1],
    ]);
    return {
      payment_id: nextId(),
      name: buyer.fullname,
      email: buyer.email,
      phone: buyer.phone,
      course_type,
      registration_code: `${letters}-${random.between(1000, 9999)}`,
      adult,
      child,
      amount: (adult * adultPrice + child * childPrice).toFixed(2),
      currency: 'INR',
      status: random.weighted([
        ['success', 82],
        ['failed', 12],
        ['pending', 4],
        ['refunded', 2],
      ]),
      created_at: instantAt(addDays(today, -random.between(1, 200)), random.between(200, 1200)),
    };
  });
  return numbered(tickets.toSorted((a, b) => compareTimes(a.created_at, b.created_at)));
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';

function paymentIds(random: Random): () => string {
  const given = new Set<string>();
  return () => {
    for (;;) {
      const id = `pay_${Array.from({ length: 14 }, () => letters[random.between(0, letters.length - 1)]).join('')}`;
      if (given.has(id)) continue;
      given.add(id);
      return id;
    }
  };
}
