// Checks the state that three portals must share, by asking one after the other without the balancer.
import type { CallName } from '@gurukul/contract/index';
import { newKey, send } from '../faults/client.ts';
import type { ServerProcess } from '../faults/server-process.ts';
import type { Offer } from '../faults/writes.ts';
import { demoPassword } from '../../server/test/app.ts';
import type { Staff } from './load.ts';

/** One pixel. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Prints the results. Throws when something is not shared. */
export async function tryShared(
  [a, b, c]: readonly [ServerProcess, ServerProcess, ServerProcess],
  owner: Staff,
  guessed: Staff,
): Promise<string> {
  const ask = async (portal: ServerProcess, name: CallName, input: object, token = '', key = newKey()) => {
    const answer = await send(portal, name, input, { key, ...(token === '' ? {} : { token }) });
    return answer;
  };
  const signedIn = await ask(a, 'accounts.login', { email_id: owner.email, password: demoPassword });
  const token = String(signedIn.body['token']);

  const wanted = { kind: 'course_image', name: 'Lamp.png', type: 'image/png', size: png.length };
  const key = newKey();
  const begun = await ask(a, 'files.begin', wanted, token, key);
  const { file_id, upload } = begun.body as unknown as Offer;
  const put = await fetch(new URL(upload.url, b.url), {
    method: 'PUT',
    headers: upload.headers ?? {},
    body: new Uint8Array(png),
  });
  const finished = await ask(c, 'files.finish', { file_id }, token);
  // Images are encoded anew when an upload is finished, so all portals must serve the same one.
  const served = await Promise.all(
    [a, b, c].map(async ({ url }) => {
      const answer = await fetch(new URL(String(finished.body['location']), url));
      return `${answer.status} ${answer.headers.get('content-type')} ${Buffer.from(await answer.arrayBuffer()).toString('base64')}`;
    }),
  );
  if (new Set(served).size !== 1 || !served[0]?.startsWith('200 image/'))
    throw new Error(
      `an upload is not shared: ${begun.status}, ${put.status}, ${finished.status}, ${served.join(', ').slice(0, 200)}`,
    );

  // Four wrong ones at each; ten in all are too many.
  for (let turn = 0; turn < 12; turn += 1) {
    const wrong = { email_id: guessed.email, password: 'Wrong1#pass' };
    await ask([a, b, c][turn % 3]!, 'accounts.login', wrong);
  }
  const right = await ask(c, 'accounts.login', { email_id: guessed.email, password: demoPassword });
  if (right.status === 200) throw new Error('wrong passwords are not counted together');

  await ask(b, 'accounts.logout', {}, token);
  const after = await ask(c, 'files.begin', wanted, token);
  if (after.status !== 401)
    throw new Error(`a session that ended at one portal is ${after.status} at another`);
  return 'A session of one portal was valid at the others and ended at all at once. A file begun at one was sent to the second, finished at the third and served by all. Wrong passwords at all portals counted together.';
}
