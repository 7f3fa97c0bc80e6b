import type { JSX } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session } from '#web/lib/session.ts';
import { openAt } from '#web/test/open-at.tsx';
import { CourseAdminsPage } from './course-admins-page.tsx';
import { OwnTeachersPage } from './own-teachers-page.tsx';
import { TeachersPage } from './teachers-page.tsx';

const names = ['Uma', 'asha', 'Bala'];
let asked: { path: string; body: unknown }[] = [];

/** A server with 61 teachers, of whom it sends three, and three course admins. */
beforeEach(async () => {
  await page.viewport(1280, 800);
  session.start({ token: 's_token', user_id: 7, role: 'admin', mainrole: 'admin' });
  asked = [];
  globalThis.fetch = async (url, request) => {
    const sent = request?.body;
    const path = String(url).replace('/api', '');
    asked.push({ path, body: typeof sent === 'string' ? JSON.parse(sent) : null });
    const data = names.map((fullname, n) => ({
      id: n,
      user_id: n,
      fullname,
      image: '',
      email_id: 'a@b.test',
      can: {},
    }));
    const isPaged = path.includes('teachers');
    return Response.json({ status: 200, message: 'success', data, ...(isPaged ? { total_count: 61 } : {}) });
  };
});

function open(component: () => JSX.Element, search: string) {
  return openAt(`/list${search}`, { '/list': component });
}

const shown = () =>
  page
    .getByText(/^(Uma|asha|Bala)$/)
    .elements()
    .map((name) => name.textContent);

test.each([
  ['all teachers', TeachersPage, '/teacher/get_all_teachers', '-courses'],
  ['own teachers', OwnTeachersPage, '/course_admin/getallteachers_for_courseadmin/7', 'work_status'],
])('the list of %s shows a page of the server as it comes', async (_, component, path, sort) => {
  const router = open(component, `?q=Rao&sort=${sort}&page=2&size=50`);
  await expect.poll(shown).toEqual(names);
  expect(asked).toEqual([{ path, body: { search: 'Rao', sort, page: 2, pageSize: 50 } }]);
  await userEvent.click(page.getByRole('button', { name: 'Full name' }));
  await expect.poll(() => router.state.location.search).toMatchObject({ sort: 'fullname' });
  await expect
    .poll(() => asked.at(-1)?.body)
    .toEqual({ search: 'Rao', sort: 'fullname', page: 1, pageSize: 50 });
  expect(shown()).toEqual(names);
});

test('a page after the last one becomes the last one', async () => {
  const router = open(TeachersPage, '?page=9');
  await expect.poll(() => router.state.location.search).toEqual({ page: '3' });
  expect(asked.map(({ body }) => body)).toEqual([
    { search: '', sort: '', page: 9, pageSize: 30 },
    { search: '', sort: '', page: 3, pageSize: 30 },
  ]);
});

test('course admins are all there: the page searches and sorts them', async () => {
  open(CourseAdminsPage, '?sort=fullname');
  await expect.poll(shown).toEqual(['asha', 'Bala', 'Uma']);
  await userEvent.fill(page.getByRole('searchbox'), 'BA');
  await expect.poll(shown).toEqual(['Bala']);
  expect(asked).toHaveLength(1);
});
