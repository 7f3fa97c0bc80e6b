import { expect } from 'vitest';
import { myPageLink } from '#server/channels/mail/my-page-link.ts';
import type { TestApp } from './app.ts';
import { office } from './office.ts';
import { deliveredMails } from './outbox.ts';
import { many, run } from './rows.ts';

/* Families with My page, and their browsers. */

export type PageReaders = ReturnType<typeof pageReaders>;
export type Device = Awaited<ReturnType<PageReaders['confirmed']>>;

export interface Family {
  readonly child: number;
  readonly sibling: number;
  readonly mother: number;
  readonly motherMail: string;
  readonly father: number;
  readonly fatherMail: string;
  /** First names of the children. */
  readonly name: string;
  readonly siblingName: string;
  readonly motherName: string;
}

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, unknown>;
}

export const challengeIn = (text: string) => /name="challenge" value="([\w-]+)"/.exec(text)?.[1] ?? '';
const tokenIn = (text: string) => /name="form" value="([\w-]+)"/.exec(text)?.[1] ?? '';
export const cookieIn = ({ headers }: PageAnswer) => String(headers['set-cookie'] ?? '').split(';')[0]!;
export const meetingIn = (text: string) => /name="meeting" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Where children are: a course, and a class of it. */
interface Place {
  readonly course: number;
  readonly group: number;
}

/** `usual`: where children are unless a test says otherwise. */
export function pageReaders({ app, config, db }: TestApp, usual: Place) {
  const add = office(db);
  let word = 0;

  /** A mother who pays and may see, and a father who may not. The first child owes 1,234.50 rupees. */
  async function newFamily({ course, group } = usual): Promise<Family> {
    word += 1;
    const name = `Kid${word}`;
    const person = async (called: string, role: 'student' | 'guardian') => {
      const id = await add.person(called, 'student');
      await run(db)`update people set main_role = ${role} where id = ${id}`;
      return id;
    };
    const [child, sibling] = [await person(name, 'student'), await person(`Sib${word}`, 'student')];
    const [mother, father] = [await person(`Mum${word}`, 'guardian'), await person(`Dad${word}`, 'guardian')];
    for (const id of [child, sibling]) {
      await add.enrol(id, course, group);
      await run(db)`
        insert into guardians (student_id, guardian_id, relation, may_see, pays)
        values (${id}, ${mother}, 'mother', true, true), (${id}, ${father}, 'father', false, false)
      `;
    }
    await run(db)`
      insert into charges (student_id, course_id, due_on, amount, currency)
      values (${child}, ${course}, '2026-01-05', 1234.5, 'INR')
    `;
    const mails = { motherMail: `mum${word}@office.test`, fatherMail: `dad${word}@office.test` };
    return {
      child,
      sibling,
      mother,
      father,
      ...mails,
      name,
      siblingName: `Sib${word}`,
      motherName: `Mum${word}`,
    };
  }

  /** The rows of every table but the queue's own, as text. Counted are requests. */
  async function everything(): Promise<Record<string, string>> {
    const tables = await many<{ name: string }>(db)`
      select table_name::text as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    `;
    const found: Record<string, string> = {};
    for (const { name } of tables.filter((table) => table.name !== 'rate_limits')) {
      const { rows } = await db.query(
        `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from "${name}" t`,
      );
      found[name] = rows[0].hash;
    }
    return found;
  }

  const linkOf = async (mailbox: string) => {
    const link = await myPageLink(db, config, mailbox);
    return link === null ? null : new URL(link).pathname;
  };

  async function get(url: string, cookie = '', headers: Record<string, string> = {}): Promise<PageAnswer> {
    const answer = await app.inject({
      method: 'GET',
      url,
      headers: { ...(cookie && { cookie }), ...headers },
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  }
  async function post(
    url: string,
    fields: Readonly<Record<string, string>>,
    cookie = '',
    headers: Record<string, string> = { 'sec-fetch-site': 'same-origin', origin: 'null' },
  ): Promise<PageAnswer> {
    const answer = await app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(cookie && { cookie }),
        ...headers,
      },
    });
    return { status: answer.statusCode, text: answer.body, headers: answer.headers };
  }

  async function lastCode(mailbox: string): Promise<string> {
    const mails = await deliveredMails({ config, db });
    const codes = mails
      .filter(({ to }) => to.includes(mailbox))
      .map(({ text }) => /^ {4}(\d{6})$/m.exec(text)?.[1]);
    const code = codes.findLast((one) => one !== undefined);
    if (code === undefined) throw new Error(`no code for ${mailbox}`);
    return code;
  }

  /** A device that gave its code. */
  async function confirmed(mailbox: string) {
    const url = (await linkOf(mailbox))!;
    const asked = await post(`${url}/code`, {});
    const opened = await post(`${url}/open`, {
      challenge: challengeIn(asked.text),
      code: await lastCode(mailbox),
    });
    expect(opened.status).toBe(303);
    const cookie = cookieIn(opened);
    const page = await get(url, cookie);
    expect(page.status).toBe(200);
    const form = tokenIn(page.text);
    return {
      url,
      cookie,
      page,
      form,
      read: () => get(url, cookie),
      send: (action: string, fields: Readonly<Record<string, string>>) =>
        post(`${url}/${action}`, { form, ...fields }, cookie),
    };
  }

  return { newFamily, everything, linkOf, get, post, lastCode, confirmed };
}
