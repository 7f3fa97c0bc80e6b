import type { APIRequestContext } from '@playwright/test';
import { enter, people } from './calls.ts';
import { expect, unique } from './fixtures.ts';
import { linkIn, mailTo } from './mails.ts';

export const firstPassword = 'Bhakti#108';

export const newAddress = () => `${unique('person').replaceAll(' ', '.').toLowerCase()}@example.org`;

export async function post(request: APIRequestContext, path: string, data: object, token = '') {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const answer = await request.post(`/api/user_details/${path}`, { data, headers });
  expect(answer.ok()).toBe(true);
  const body: { message: string; token: string } = await answer.json();
  return body;
}

async function invite(request: APIRequestContext, addresses: readonly string[], role: string) {
  const { token } = await enter(request, people.admin);
  for (const email_id of addresses) await post(request, 'invite', { email_id, role }, token);
}

export async function inviteTo(request: APIRequestContext, email_id: string, role: string) {
  await invite(request, [email_id], role);
  return linkIn(await mailTo(email_id, 'invite'));
}

const invitedAhead = { courseadmin: [] as string[], teacher: [] as string[] };

/**
 * A person who was invited and has not signed up. A mail leaves up to two seconds after the request. The mails of the
 * next newcomers are sent meanwhile, so only the first story of a worker waits for one.
 */
async function invited(request: APIRequestContext, role: 'courseadmin' | 'teacher') {
  const waiting = invitedAhead[role];
  const ahead = role === 'teacher' ? 3 : 1;
  const missing = ahead + 1 - waiting.length;
  const addresses = Array.from({ length: missing }, newAddress);
  await invite(request, addresses, role);
  waiting.push(...addresses);
  return waiting.shift()!;
}

/** Somebody who signed up the short way, so that no story meddles with the named people. */
export async function newPerson(
  request: APIRequestContext,
  role: 'courseadmin' | 'teacher',
  last_name = 'Rao',
) {
  const email = await invited(request, role);
  const link = linkIn(await mailTo(email, 'invite'));
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

interface StudentRow {
  readonly course_name: string;
  readonly [field: string]: unknown;
}

/** Imports students as previewed. Their row is their place in the list, and they are in no class unless they say so. */
export async function importStudents(
  request: APIRequestContext,
  token: string,
  students: readonly StudentRow[],
  answers?: readonly object[],
) {
  const headers = { authorization: `Bearer ${token}` };
  const rows = students.map((student, place) => ({
    row: place + 2,
    class_name: '',
    phone_number: '',
    ...student,
  }));
  const sheet = { file_name: 'students.xlsx', rows, answers };
  const send = async <Data>(path: string, data: object): Promise<Data> => {
    const answer = await request.post(`/api/imports/${path}`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    const body: { data: Data } = await answer.json();
    return body.data;
  };
  const { digest } = await send<{ digest: string }>('students/preview', sheet);
  return send<{ created: number }>('students', { ...sheet, confirm: true, digest });
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
  const { token } = await enter(request, people.admin);
  const rows = Array.from({ length: count }, (_, index) => ({
    row: index + 2,
    first_name: `Asha ${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[index]}`,
    last_name: family,
    email_id: `asha${index}.${family}@example.test`,
    phone_number: '',
    course_name: course,
    class_name: className,
  }));
  // A row that cannot be a student would be left out in silence.
  expect((await importStudents(request, token, rows)).created).toBe(count);
}
