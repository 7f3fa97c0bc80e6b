import { addDays, addMonths, instantAt, type Day } from './calendar.ts';
import { courseTexts } from './course-texts.ts';
import { staffIds, teacherAndCourseAdmin } from './staff.ts';

const defaultCourseImage = '/defaults/course.svg';

const months = { semester: 6, trimister: 3, quarterly: 3, yearly: 12 } as const;

interface Plan {
  readonly id: number;
  readonly admin: number | null;
  readonly duration: keyof typeof months;
  /** Days from today to the first day; past when negative. */
  readonly starts: number;
  readonly status: 'published' | 'unpublished' | 'coming_soon';
  readonly registration: 'opened' | 'closed';
  readonly type: number | null;
  /** India, United States, United Kingdom and so on, in the order of `regions`; null: not announced. */
  readonly prices: readonly (number | null)[];
}

const own = staffIds.courseAdmin;

/** Every status with open and with closed registration, all durations; 11 has no course admin, 12 is empty. */
const plans: readonly Plan[] = [
  {
    id: 1,
    admin: own,
    duration: 'yearly',
    starts: -320,
    status: 'published',
    registration: 'opened',
    type: 1,
    prices: [6000, 180, 140, 260],
  },
  {
    id: 2,
    admin: own,
    duration: 'yearly',
    starts: -350,
    status: 'published',
    registration: 'opened',
    type: 2,
    prices: [4500, 150, 120, 210, 200],
  },
  {
    id: 3,
    admin: 5,
    duration: 'semester',
    starts: -120,
    status: 'published',
    registration: 'closed',
    type: 3,
    prices: [3500, 120, 95],
  },
  {
    id: 4,
    admin: 6,
    duration: 'yearly',
    starts: -280,
    status: 'published',
    registration: 'opened',
    type: 4,
    prices: [5500, 160, 130],
  },
  {
    id: 5,
    admin: 6,
    duration: 'trimister',
    starts: -60,
    status: 'published',
    registration: 'closed',
    type: 4,
    prices: [2500, 80, 65, 110],
  },
  {
    id: 6,
    admin: own,
    duration: 'yearly',
    starts: -300,
    status: 'published',
    registration: 'opened',
    type: 5,
    prices: [3000, 100, 80, 140, 130],
  },
  {
    id: 7,
    admin: own,
    duration: 'semester',
    starts: -150,
    status: 'published',
    registration: 'opened',
    type: 6,
    prices: [4000, 130, null],
  },
  {
    id: 8,
    admin: 7,
    duration: 'quarterly',
    starts: -45,
    status: 'published',
    registration: 'opened',
    type: 1,
    prices: [1200, 40, 35],
  },
  {
    id: 9,
    admin: 5,
    duration: 'semester',
    starts: -400,
    status: 'unpublished',
    registration: 'closed',
    type: 2,
    prices: [3000, 100],
  },
  {
    id: 10,
    admin: 8,
    duration: 'trimister',
    starts: 30,
    status: 'coming_soon',
    registration: 'opened',
    type: 7,
    prices: [2800, 90, null],
  },
  {
    id: 11,
    admin: null,
    duration: 'quarterly',
    starts: 75,
    status: 'coming_soon',
    registration: 'closed',
    type: null,
    prices: [null],
  },
  {
    id: 12,
    admin: teacherAndCourseAdmin,
    duration: 'yearly',
    starts: 50,
    status: 'unpublished',
    registration: 'opened',
    type: 7,
    prices: [],
  },
];

const types = [
  'Vedic Chanting',
  'Gita and Itihasa',
  'Sanskrit',
  'Vedanta and Yoga',
  'Children',
  'Temple Music',
  'Shastra',
  'Festivals',
];

const regions = [
  ['India', 'IN', 'INR'],
  ['United States', 'US', 'USD'],
  ['United Kingdom', 'GB', 'GBP'],
  ['Australia', 'AU', 'AUD'],
  ['Canada', 'CA', 'CAD'],
] as const;

/** Region whose price people of other countries pay. */
const elsewhere = 1;

export interface Course {
  readonly id: number;
  readonly admin: number | null;
  readonly startsOn: Day;
  /** First day after the course. */
  readonly endsOn: Day;
  /** What somebody of that country pays. */
  priceIn(country: string): number;
}

export interface Topic {
  readonly id: number;
  readonly course_id: number;
  readonly week_count: number;
  readonly homework: boolean;
}

const list = (items: readonly string[]) =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`;
const paragraph = (text: string) => text && `<p>${text}</p>`;

export function buildCourses(today: Day) {
  const courses: Course[] = plans.map((plan) => {
    const startsOn = addDays(today, plan.starts);
    return {
      id: plan.id,
      admin: plan.admin,
      startsOn,
      endsOn: addMonths(startsOn, months[plan.duration]),
      priceIn(country) {
        const region = regions.findIndex(([name]) => name === country);
        return plan.prices[region] ?? plan.prices[elsewhere] ?? plan.prices[0] ?? 0;
      },
    };
  });

  const topicRows = numbered(
    plans.flatMap(({ id }) =>
      courseTexts[id]!.topics.map((topic_name, index) => ({
        course_id: id,
        week_count: index + 1,
        position: 0,
        topic_name,
        video: index % 3 === 0 ? `https://videos.example.org/course-${id}/week-${index + 1}` : '',
        homework: index % 2 === 1,
        pdf: '',
        pdf_name: '',
      })),
    ),
  );

  return {
    courses,
    topics: topicRows satisfies readonly Topic[] as readonly Topic[],
    rows: {
      course_types: types.map((type, index) => ({
        id: index + 1,
        type,
        created_at: instantAt(addDays(today, -430), 360),
      })),
      courses: plans.map((plan) => courseRow(plan, today)),
      course_prices: numbered(
        plans.flatMap(({ id, prices }) =>
          prices.map((price_value, position) => {
            const [country_name, country_code, currency_code] = regions[position]!;
            return { course_id: id, country_name, country_code, currency_code, price_value, position };
          }),
        ),
      ),
      glimpses: numbered(
        plans.flatMap(({ id }) =>
          courseTexts[id]!.glimpses.map(([glimpse_name, glimpse_description], position) => ({
            course_id: id,
            glimpse_name,
            glimpse_description,
            glimpse_image: defaultCourseImage,
            position,
          })),
        ),
      ),
      topics: topicRows,
    },
  };
}

function courseRow(plan: Plan, today: Day) {
  const text = courseTexts[plan.id]!;
  const made = addDays(today, Math.min(plan.starts - 60, -5));
  const announced = instantAt(addDays(made, 3), 500);
  return {
    id: plan.id,
    course_name: text.course_name,
    course_image: defaultCourseImage,
    courseadmin_id: plan.admin,
    course_duration: plan.duration,
    start_date: addDays(today, plan.starts),
    course_description: text.description,
    what_we_learn: list(text.learn),
    note: paragraph(text.note),
    price: null,
    type_id: plan.type,
    email_id: `course${plan.id}@gurukul.test`,
    status: plan.status,
    reg_status: plan.registration,
    status_changed_at: plan.status === 'unpublished' ? null : announced,
    version: 1,
    created_by: staffIds.admin,
    created_at: instantAt(made, 420),
    updated_at: announced,
    deleted_at: null,
  };
}

function numbered<T extends object>(rows: readonly T[]): (T & { id: number })[] {
  return rows.map((row, index) => ({ id: index + 1, ...row }));
}
