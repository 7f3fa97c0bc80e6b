import type { APIRequestContext } from '@playwright/test';
import { demoPassword, expect, people, unique } from './fixtures.ts';
import { letterTo, linkIn } from './mails.ts';

export const firstPassword = 'Bhakti#108';

export const newAddress = () => `${unique('person').replaceAll(' ', '.').toLowerCase()}@example.org`;

export async function post(request: APIRequestContext, path: string, data: object, token = '') {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await request.post(`/api/user_details/${path}`, { data, headers });
  expect(answer.ok()).toBe(true);
  const body: { message: string; token: string } = await answer.json();
  return body;
}

export async function inviteTo(request: APIRequestContext, email_id: string, role: string) {
  const { token } = await post(request, 'login', {
    email_id: people.admin,
    password: demoPassword,
    flag: '',
  });
  await post(request, 'invite', { email_id, role }, token);
  return linkIn(await letterTo(email_id, 'invite'));
}

/** Somebody who signed up the short way, so that no story meddles with the named people. */
export async function newPerson(
  request: APIRequestContext,
  role: 'courseadmin' | 'teacher',
  last_name = 'Rao',
) {
  const email = newAddress();
  const link = await inviteTo(request, email, role);
  const { message } = await post(request, 'registration', {
    email_id: email,
    password: firstPassword,
    cpassword: firstPassword,
    first_name: 'Asha',
    last_name,
    role,
    phone_number: null,
    hash_id: link.slice('/signup/'.length),
  });
  expect(message).toBe('success');
  return email;
}

interface Newcomers {
  readonly family: string;
  readonly count: number;
  readonly course: string;
  /** In no class yet when it is left out. */
  readonly className?: string;
}

/** Students Asha A, Asha B ... of a family, the short way, so that no story meddles with another's. */
export async function newStudents(
  request: APIRequestContext,
  { family, count, course, className = '' }: Newcomers,
) {
  const credentials = { email_id: people.admin, password: demoPassword, flag: '' };
  const { token } = await post(request, 'login', credentials);
  const rows = Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    first_name: `Asha ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}`,
    last_name: family,
    email_id: `asha${index}.${family}@example.test`,
    phone_number: '',
    course_name: course,
    class_name: className,
  }));
  const answer = await request.post('/api/imports/students', {
    headers: { authorization: `Bearer ${token}` },
    data: { file_name: 'students.xlsx', rows, confirm: true },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}
