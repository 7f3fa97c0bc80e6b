import { todayKinds, type TodayItems, type TodayKind } from '@gurukul/contract/dashboards';
import { portalRoles, type PortalRole } from '@gurukul/contract/shared/calls/roles';
import { describe, expect, test } from 'vitest';
import { createMemoryHistory } from '@tanstack/react-router';
import { createPortalRouter } from '#web/routes.tsx';
import { isChargedIn, todayFix, todayList, todayWords } from './today-words.ts';

/** It says what each kind says. */
const item: TodayItems[TodayKind] &
  TodayItems['failed_mail'] &
  TodayItems['attending_unpaid'] & { homework_id: number; week_name: string } = {
  course_id: 3,
  course_name: 'Bhagavad Gita',
  class_id: 4,
  class_name: 'Evening circle',
  student_id: 5,
  student_name: 'Asha Rao',
  event_id: 6,
  event_name: 'Gita Jayanti',
  payment: 7,
  line: 'failed_mail:1',
  case: null,
  mail_id: 8,
  homework_id: 9,
  week_name: 'Week 4',
  attendance_date: '2026-11-19',
  at: '2026-11-19T12:30:00Z',
};

const calling = '/attendance?roll=4_2026-11-19&course=3';
const association = '/Course Association?course=3';
const mails = '/mails?state=failed&event=6';
const event = '/events?dialog=edit&event=6';

describe('where a thing of today is put right', () => {
  test.each<[TodayKind, string, string, string]>([
    ['unmarked_class', calling, calling, calling],
    ['class_without_teacher', association, association, association],
    ['attending_unpaid', '/student/5?tab=money', '/Single Student/5?tab=money', '/Student Profile/5'],
    [
      'three_absences',
      '/student/5?tab=attendance',
      '/Single Student/5?tab=attendance',
      '/Student Profile/5?tab=attendance',
    ],
    [
      'homework_to_check',
      '/class/4?tab=homework',
      '/class/4?tab=homework',
      '/homeworks?status=pending&course=3&class=4&pdf=9',
    ],
    ['failed_mail', mails, mails, mails],
    ['event_without_link', event, event, event],
  ])('%s', (kind, ofAdmin, ofCourseAdmin, ofTeacher) => {
    expect(todayFix(kind, item, 'admin').href).toBe(ofAdmin);
    expect(todayFix(kind, item, 'courseadmin').href).toBe(ofCourseAdmin);
    expect(todayFix(kind, item, 'teacher').href).toBe(ofTeacher);
  });

  test('a student who was never charged is charged first, by those who may', () => {
    const owes = [{ currency: 'INR', amount: '1200.00', since: '2026-10-01' }];
    const action = (role: PortalRole, more: object) =>
      todayFix('attending_unpaid', { ...item, ...more }, role).action;
    expect([action('admin', {}), action('courseadmin', {})]).toEqual(['Charge the fee', 'Charge the fee']);
    expect([action('admin', { owes }), action('teacher', {})]).toEqual([
      'See payment status',
      'See payment status',
    ]);
    expect([
      isChargedIn('attending_unpaid', item),
      isChargedIn('attending_unpaid', { ...item, owes }),
    ]).toEqual([false, true]);
  });

  test('a student who paid and is in no class is placed among those of the course', () => {
    expect(todayFix('paid_not_placed', item, 'admin')).toEqual({
      href: '/student/5',
      action: 'Find a class',
    });
    expect(todayFix('paid_not_placed', { ...item, is_enrolled: true }, 'courseadmin')).toEqual({
      href: '/To Place?course=Bhagavad+Gita',
      action: 'Find a class',
    });
  });

  test('of one who is in no course yet a course admin sees the payment alone', () => {
    const payment = { href: '/payment/7', action: 'See the payment' };
    expect(todayFix('paid_not_placed', item, 'courseadmin')).toEqual(payment);
    expect(todayFix('paid_not_placed', { ...item, is_enrolled: false }, 'courseadmin')).toEqual(payment);
  });

  test('a failed mail about no event is among all failed mails', () => {
    expect(todayFix('failed_mail', { ...item, event_id: null }, 'admin').href).toBe('/mails?state=failed');
  });

  test('an address that came back leads to who has it', () => {
    const person = { user_id: 5, fullname: 'Asha Rao', role: 'student' } as const;
    expect(todayFix('failed_mail', { ...item, person }, 'admin').href).toBe('/student/5');
    expect(
      todayFix('failed_mail', { ...item, person: { ...person, role: 'courseadmin' } }, 'admin').href,
    ).toBe(mails);
    expect(todayWords('failed_mail', { ...item, person }).title).toBe('Mails to Asha Rao come back');
  });

  test.each(portalRoles)('every link of the %s leads to a page', (role) => {
    for (const kind of todayKinds) {
      const { href } = todayFix(kind, item, role);
      const history = createMemoryHistory({ initialEntries: [encodeURI(href)] });
      const router = createPortalRouter(history);
      const [, rest] = router.getMatchedRoutes(router.latestLocation.pathname);
      expect([href, Object.keys(rest)]).not.toEqual([href, expect.arrayContaining(['**'])]);
    }
  });
});

test('all of a kind stand in a list of their own', () => {
  expect(todayList('unmarked_class')).toBe('/today?tab=unmarked_class');
  expect(todayList('failed_mail')).toBe('/mails?state=failed');
});

describe('what a thing of today is called', () => {
  test.each<[TodayKind, string, RegExp]>([
    ['unmarked_class', 'Evening circle · 19-Nov-2026', /^\w+day \d\d:\d\d [AP]M \S+$/],
    ['class_without_teacher', 'Evening circle', /^Meets \w+day/],
    ['paid_not_placed', 'Asha Rao', /^Bhagavad Gita · Paid \d\d-Nov-2026 \d\d:\d\d [AP]M \S+$/],
    ['attending_unpaid', 'Asha Rao', /^not charged yet · present on 19-Nov-2026$/],
    ['three_absences', 'Asha Rao', /^last on 19-Nov-2026$/],
    ['homework_to_check', 'Asha Rao · Week 4', /^handed in \d\d-Nov-2026/],
    ['failed_mail', 'Mail about Gita Jayanti', /^Bhagavad Gita · Failed \d\d-Nov-2026/],
    ['event_without_link', 'Gita Jayanti', /^Bhagavad Gita · Begins \d\d-Nov-2026/],
  ])('%s', (kind, title, detail) => {
    expect(todayWords(kind, item)).toEqual({ title, detail: expect.stringMatching(detail) });
  });

  test('a roll that nobody called names the teacher', () => {
    const { detail } = todayWords('unmarked_class', {
      ...item,
      teacher: { user_id: 9, fullname: 'Dev Rao', suspended: false },
    });
    expect(detail).toMatch(/^Dev Rao · \w+day/);
    const suspended = { user_id: 9, fullname: 'Dev Rao', suspended: true };
    expect(todayWords('unmarked_class', { ...item, teacher: suspended }).detail).toMatch(
      /^Dev Rao \(suspended, needs another teacher\) · /,
    );
  });

  test('a class that met on another day of its own says one clock, and the day of its roll', () => {
    const far = { ...item, attendance_date: '2026-11-18' };
    expect(todayWords('unmarked_class', far)).toEqual({
      title: 'Evening circle · 19-Nov-2026',
      detail: expect.stringMatching(/^Thursday \d\d:\d\d [AP]M \S+ · roll of 18-Nov-2026$/),
    });
  });

  test('a debt and absences say how much, on which days and since when', () => {
    const owes = [
      { currency: 'INR', amount: '1500.00', since: '2026-10-01' },
      { currency: 'USD', amount: '20.00', since: '2026-11-01' },
    ];
    const debt = todayWords('attending_unpaid', { ...item, owes, since: '2026-10-01' });
    expect(debt.detail).toMatch(
      /^owes .*1,500\.00.* \+ .*20\.00.* · the first part due 01-Oct-2026 · present on 19-Nov-2026$/,
    );
    const days = ['2026-11-05', '2026-11-12', '2026-11-19'];
    const absent = todayWords('three_absences', { ...item, days });
    expect(absent.detail).toMatch(/^absent on 05-Nov-2026, 12-Nov-2026, 19-Nov-2026$/);
    const many = ['2026-10-22', '2026-10-29', ...days];
    expect(todayWords('three_absences', { ...item, days: many }).detail).toMatch(
      /absent on 22-Oct-2026, …, 05-Nov-2026, 12-Nov-2026, 19-Nov-2026$/,
    );
  });

  test('something without any name is still something', () => {
    const nameless = { class_name: null, student_name: null, event_name: '', attendance_date: null };
    for (const kind of todayKinds) expect(todayWords(kind, { ...item, ...nameless }).title).not.toBe('');
    const ofNoEvent = { ...item, event_name: null, course_name: null };
    expect(todayWords('failed_mail', ofNoEvent).title).toBe('A mail');
  });
});
