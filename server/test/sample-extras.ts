import { previewCallOf } from '@gurukul/contract/index';
import type { CallName } from '@gurukul/contract/index';
import { previewOf } from './app.ts';
import type { TestApp } from './app.ts';
import { samples } from './call-samples.ts';
import { none } from './samples/sample.ts';
import type { Asker, Extra, SampleTools } from './samples/sample.ts';
import type { Objects, Planter, School } from './planted-school.ts';

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
    const tools: SampleTools = {
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
    };
    const { input, extra } = samples[name];
    if (extra !== undefined) return extra(tools, from);
    if (previewCallOf(name) === undefined) return none;
    const digestOf = async (objects: Objects, by: Asker) => {
      const given = { word, role: 'admin', me: from.ids.admin, extra: '' } as const;
      const preview = previewOf(name, input(objects, given));
      return (await tools.ask(...preview, by)).body.data.digest;
    };
    return {
      own: await digestOf(from.own, 'self'),
      far: await digestOf(from.far, 'stranger'),
      missing: 'none',
    };
  };
