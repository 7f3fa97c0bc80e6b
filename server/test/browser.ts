import type { CallName } from '@gurukul/contract/index';
import { calls } from '@gurukul/contract/index';
import type { FastifyInstance } from 'fastify';
import type { Answer } from './app.ts';
import { addressOf, demoPassword, queryOf, read } from './app.ts';

const byName = new Map(calls().map(({ name, call }) => [name, call]));

export interface RequestOptions {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestBrowser {
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
  call(name: CallName, input?: object, sent?: RequestOptions): Promise<Answer>;
  /** Signs in, with the demo's password by default. Returns the token. */
  signIn(email: string, more?: object): Promise<string>;
  /** Another browser with the same cookies, as if copied. */
  copy(): TestBrowser;
}

/** A browser with a cookie jar. Addresses of this machine differ in network: 127.0.1.1, 127.0.2.1, ... */
export function testBrowser(
  app: FastifyInstance,
  { ip = '127.0.0.1', cookies = new Map<string, string>() } = {},
): TestBrowser {
  const browser: TestBrowser = {
    cookies,
    async call(name, input = {}, { token, headers = {} } = {}) {
      const call = byName.get(name);
      if (call === undefined) throw new Error(`the contract has no call ${name}`);
      const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
      const response = await app.inject({
        method: call.method,
        url: addressOf(call, input),
        headers: {
          ...(cookie === '' ? {} : { cookie }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        remoteAddress: ip,
        ...(call.method === 'GET' ? { query: queryOf(call, input) } : { payload: input }),
      });
      for (const line of [response.headers['set-cookie'] ?? []].flat()) keep(cookies, line);
      return read(response);
    },
    async signIn(email, more = {}) {
      const { body } = await browser.call('accounts.login', {
        email_id: email,
        password: demoPassword,
        ...more,
      });
      if (body.message !== 'success') throw new Error(`${email} could not sign in: ${JSON.stringify(body)}`);
      return body.token;
    },
    copy: () => testBrowser(app, { ip, cookies: new Map(cookies) }),
  };
  return browser;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/;\s*Max-Age=0(;|$)/.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}
