import { addDays, compareTimes, instantAt, type Day } from './calendar.ts';
import type { Course } from './courses.ts';
import type { Enrolment } from './enrolments.ts';
import { randomFor, type Random } from './random.ts';
import type { Student } from './students.ts';
import { numbered } from './table.ts';

const ticketCount = 120;
const strangerCount = 15;
const donationCount = 28;

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

/** Payments of the enrolments, a few of people whose address no student has, and donations behind them. */
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

  const fees = [...ofEnrolments, ...ofStrangers].map((row) => ({ ...row, kind: 'fee', campaign: '' }));
  const ways = randomFor('ways of paying');
  const inOrder = [...byTime(fees), ...byTime(donationRows(enrolments, today))];
  return numbered(
    inOrder.map((row) => ({ ...row, method: methodOf(ways, row.currency), created_at: row.paid_at })),
  );
}

const byTime = <T extends { paid_at: string }>(rows: readonly T[]): T[] =>
  rows.toSorted((a, b) => compareTimes(a.paid_at, b.paid_at));

/** UPI and cash are paid in rupees. */
const methodOf = (random: Random, currency: string) =>
  currency === 'INR'
    ? random.weighted([
        ['upi', 50],
        ['card', 25],
        ['bank', 15],
        ['cash', 10],
      ])
    : random.weighted([
        ['card', 80],
        ['bank', 20],
      ]);

const campaigns = [
  ['Library Roof', 'INR', 500],
  ['Library Roof', 'USD', 20],
  ['Scholarships', 'INR', 1000],
  ['Scholarships', 'USD', 25],
] as const;

/** Gifts of students and of others, for no course. */
function donationRows(enrolments: readonly Enrolment[], today: Day) {
  const random = randomFor('donations');
  const nextId = paymentIds(random);
  return Array.from({ length: donationCount }, (_, index) => {
    const { student } = random.pick(enrolments);
    const isAtHome = student.country === 'India';
    const [campaign, currency, least] = random.pick(
      campaigns.filter((each) => (each[1] === 'INR') === isAtHome),
    );
    const donor = random.chance(0.6)
      ? { student_id: student.id, full_name: student.fullname, email_id: student.email }
      : {
          student_id: null,
          full_name: random.pick(['Smt. Annapurna Rao', 'Dr. P. Menon', 'R. & S. Gupta', 'Anonymous']),
          email_id: `well.wisher${index + 1}@example.com`,
        };
    return {
      payment_id: nextId(),
      course_id: null,
      ...donor,
      phone_number: '',
      amount: (least * random.pick([1, 1, 2, 5, 10])).toFixed(2),
      currency,
      status: random.pick(['success', 'success', 'success', 'failed']),
      paid_at: instantAt(addDays(today, -random.between(3, 200)), random.between(200, 1100)),
      kind: 'donation',
      campaign,
    };
  });
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
