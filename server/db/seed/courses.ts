import { addDays, addMonths, instantAt, type Day } from './calendar.ts';
import { courseTexts } from './course-texts.ts';
import { courseMonths, coursePlans, type CoursePlan } from './course-plans.ts';
import { staffIds } from './staff.ts';
import { numbered } from './table.ts';

const defaultCourseImage = '/defaults/course.svg';

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

/** The region whose price people of other countries pay. */
const elsewhere = 1;

export interface Course {
  readonly id: number;
  readonly admin: number | null;
  readonly startsOn: Day;
  /** First day after the course. */
  readonly endsOn: Day;
  /** The price for people of that country. */
  priceIn(country: string): { readonly amount: number; readonly currency: string };
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
  const courses: Course[] = coursePlans.map((plan) => {
    const startsOn = addDays(today, plan.starts);
    return {
      id: plan.id,
      admin: plan.admin,
      startsOn,
      endsOn: addMonths(startsOn, courseMonths[plan.duration]),
      priceIn(country) {
        const own = regions.findIndex(([name]) => name === country);
        const region = [own, elsewhere, 0].find((one) => plan.prices[one]) ?? 0;
        return { amount: plan.prices[region] ?? 0, currency: regions[region]![2] };
      },
    };
  });

  const topicRows = numbered(
    coursePlans.flatMap(({ id }) =>
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
    topics: topicRows,
    rows: {
      course_types: types.map((type, index) => ({
        id: index + 1,
        type,
        created_at: instantAt(addDays(today, -430), 360),
      })),
      courses: coursePlans.map((plan) => courseRow(plan, today)),
      course_prices: numbered(
        coursePlans.flatMap(({ id, prices }) =>
          prices.map((price_value, position) => {
            const [country_name, country_code, currency_code] = regions[position]!;
            return { course_id: id, country_name, country_code, currency_code, price_value, position };
          }),
        ),
      ),
      glimpses: numbered(
        coursePlans.flatMap(({ id }) =>
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

function courseRow(plan: CoursePlan, today: Day) {
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
