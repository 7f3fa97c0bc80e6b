import type { CallName } from '@gurukul/contract/index';
import type { TestApp } from './app.ts';
import { none, samples } from './call-samples.ts';
import type { Asker, Extra } from './call-samples.ts';
import type { Planter, School } from './planted-school.ts';

/** Makes the extra rows of a call through the API, as the one who may make them or as a stranger. */
export const extraMaker =
  ({ app, call }: Pick<TestApp, 'app' | 'call'>, { invite, passkey, letWait }: Planter) =>
  async (
    name: CallName,
    from: School,
    word: string,
    /** Tokens of sessions or of machines' keys. */
    tokens: Readonly<Record<Asker, string>>,
  ): Promise<Extra> => {
    const made = await samples[name].extra?.(
      {
        word,
        invite: (email) => invite(email, from.ids.admin),
        passkey: (by) => passkey(tokens[by]),
        async ask(asked, input, by) {
          const token = by === 'courseadmin' ? from.tokens.courseadmin : tokens[by];
          const answer = await call(asked, input, { headers: { authorization: `Bearer ${token}` } });
          if (answer.status !== 200) {
            throw new Error(`${asked}, before ${name}: ${JSON.stringify(answer.body)}`);
          }
          return answer;
        },
        async approved(asked, input, by) {
          const headers = { authorization: `Bearer ${tokens[by]}` };
          // Where there is one admin alone, nobody can be asked.
          await call('approvals.ask_deed', { call: asked, input, reason: word }, { headers });
          await letWait();
        },
        async put({ url, headers }, bytes) {
          const { pathname, search } = new URL(url, 'http://localhost');
          const target = { method: 'PUT', url: pathname + search } as const;
          const { statusCode } = await app.inject({ ...target, headers, payload: bytes });
          if (statusCode !== 204) throw new Error(`an upload, before ${name}: ${statusCode}`);
        },
      },
      from,
    );
    return made ?? none;
  };
