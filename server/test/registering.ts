import { challengeIn } from './page-readers.ts';
import type { TestApp } from './app.ts';
import { run } from './rows.ts';

/* Families who register, by the forms of the page. */

export interface TypedForm {
  readonly [field: string]: string;
}

/** A child who is somebody new. */
export const oneChild = (name: string, mailbox: string, more: TypedForm = {}): TypedForm => ({
  do: 'send',
  learners: '1',
  name: 'Meera Iyer',
  mailbox,
  phone: '',
  'name-1': name,
  'year-1': String(new Date().getUTCFullYear() - 9),
  'group-1': '',
  'language-1': '',
  ...more,
});

export const registering = ({ app, db }: Pick<TestApp, 'app' | 'db'>) => {
  const post = (url: string, form: TypedForm, from = '127.0.0.1') =>
    app.inject({
      method: 'POST',
      url,
      remoteAddress: from,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });

  /** Presses a button of the form of this challenge. On a busy machine the page asks to press again. */
  async function press(url: string, challenge: string, form: TypedForm, from?: string) {
    for (;;) {
      const answer = await post(url, { challenge, ...form }, from);
      if (answer.statusCode !== 503) return answer;
    }
  }

  /** Sends a form. Its code counts as given: the mails need no reading. Returns its challenge. */
  async function typed(url: string, form: TypedForm, from?: string): Promise<string> {
    const challenge = challengeIn((await post(url, form, from)).body);
    await run(db)`
      update registration_forms set proved_at = now() where mailbox = ${form['mailbox']!} and done_at is null
    `;
    return challenge;
  }

  /** The last page of a family that registers. */
  async function register(url: string, form: TypedForm, from?: string) {
    const challenge = await typed(url, form, from);
    const done = await press(url, challenge, { do: 'prove' }, from);
    const page = await app.inject({ url: done.headers.location ?? '' });
    return { challenge, text: page.body, headers: page.headers };
  }

  return { post, press, typed, register };
};
