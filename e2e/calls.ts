import type { APIRequestContext } from '@playwright/test';
import { expect } from '@playwright/test';

// The short ways: what a story needs is made by calls, so that no story meddles with another's.

export const demoPassword = 'Gurukul@2026';

/** The named people of the demo provider. */
export const people = {
  admin: 'admin@gurukul.test',
  courseAdmin: 'courseadmin@gurukul.test',
  teacher: 'teacher@gurukul.test',
  coordinator: 'coordinator@gurukul.test',
} as const;

export interface SignedIn {
  readonly email: string;
  readonly token: string;
  readonly user_id: number;
  readonly role: string;
  readonly mainrole: string;
}

export async function enter(
  request: APIRequestContext,
  email: string,
  password: string = demoPassword,
): Promise<SignedIn> {
  const data = { email_id: email, password, flag: '' };
  const answer = await request.post('/api/user_details/login', { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return { email, ...((await answer.json()) as Omit<SignedIn, 'email'>) };
}

export async function callAs<T>(
  request: APIRequestContext,
  { token }: Pick<SignedIn, 'token'>,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
): Promise<T> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await request[method](`/api${path}`, { headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** The day so many days from today, as the wire has it. */
export const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A fresh course of the course admin. */
export async function newCourse(request: APIRequestContext, name: string, startsInDays = 30) {
  const owner = await enter(request, people.courseAdmin);
  const admin = await enter(request, people.admin);
  const made = await callAs<{ course_id: number }>(request, admin, 'post', '/courses/add_course', {
    course_name: name,
    courseadmin_id: owner.user_id,
    course_image: '/defaults/course.svg',
    course_duration: 'quarterly',
    start_date: dayIn(startsInDays),
    course_description: '{"description":""}',
    what_we_learn: '{"what":""}',
    note: '{"note":""}',
    user_id: admin.user_id,
    course_id: null,
  });
  return { id: String(made.course_id), name };
}

const currencies = { INR: ['India', 'IN'], USD: ['United States', 'US'] } as const;

/** Changes a course of `newCourse` as its course admin. */
async function editCourse(
  request: APIRequestContext,
  course: { readonly id: string; readonly name: string },
  changes: object,
  startsInDays = 30,
) {
  const owner = await enter(request, people.courseAdmin);
  await callAs(request, owner, 'put', '/courses/edit_course_by_courseadmin', {
    course_id: Number(course.id),
    course_name: course.name,
    course_duration: 'quarterly',
    start_date: dayIn(startsInDays),
    type: null,
    description: '{"description":""}',
    what_we_learn: '{"what":""}',
    note: '{"note":""}',
    ...changes,
  });
}

/** Gives a course a price in some currencies. */
export const setPrices = (
  request: APIRequestContext,
  course: { readonly id: string; readonly name: string },
  prices: Partial<Record<keyof typeof currencies, string>>,
) =>
  editCourse(request, course, {
    prices: Object.entries(prices).map(([currency_code, price_value]) => {
      const [country_name, country_code] = currencies[currency_code as keyof typeof currencies];
      return { id: null, country_name, country_code, currency_code, price_value, state: 'ADD' };
    }),
  });

/** Gives a course that starts today a curriculum of one topic a week. */
export const setTopics = (
  request: APIRequestContext,
  course: { readonly id: string; readonly name: string },
  names: readonly string[],
) =>
  editCourse(
    request,
    course,
    {
      total_topics: names.map((topicName, index) => ({
        topic_id: null,
        topicName,
        weekCount: index + 1,
        video: '',
        homework: false,
        pdf: '',
        pdfName: '',
        position: 1,
        state: 'ADD',
      })),
    },
    0,
  );

/** Gives teacher@gurukul.test a class of the course. */
export async function giveClassToTeacher(request: APIRequestContext, course_id: string) {
  const owner = await enter(request, people.courseAdmin);
  const { user_id } = await enter(request, people.teacher);
  const post = async <T>(path: string, data: object) =>
    callAs<T>(request, owner, 'post', path, { course_id, ...data });
  await post('/course_assign/course_assign', { user_id });
  const made = await post<{ class?: { id: number }[] }>('/courses/create_class', {
    class_name: 'Evening circle',
    class_day: 'monday',
    time: '18:00',
    time_zone: 'IST',
  });
  // Other stories, or a second try of this one, may have given them that evening already.
  await post('/teacher/add_teacher_to_class', { user_id, id: made.class?.[0]?.id, allow_overlap: true });
}

/** A pending event of a course, in forty days at half past six in the evening. */
export async function newEvent(request: APIRequestContext, course_id: string, event_name: string) {
  const owner = await enter(request, people.courseAdmin);
  const event_date = dayIn(40);
  const { result } = await callAs<{ result: { event_id: number; event_name: string }[] }>(
    request,
    owner,
    'post',
    '/events/add_event',
    {
      event_name,
      course_id,
      event_date,
      meeting_link: 'https://meet.example.org/story',
      start_time: `${event_date}T13:00:00Z`,
      end_time: `${event_date}T14:00:00Z`,
    },
  );
  return result.find((event) => event.event_name === event_name)!.event_id;
}
