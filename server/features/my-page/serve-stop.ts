import { unwantedMails } from '@gurukul/contract/my-page';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '#server/db/tx.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import { fail } from '#server/http/answers/problem.ts';
import { formBytes, refuseOtherSites, textIn } from '#server/pages/forms.ts';
import { actAs } from './actions.ts';
import { findStopPage, setWanted } from './pages.ts';
import { readStudents } from './read.ts';
import { countAction, secretPattern } from './served.ts';
import { frameFor, sendPage } from '#server/pages/page.ts';
import type { ServeMyPageOptions } from './served.ts';
import { stopView } from './short-views.ts';

interface OfStop {
  Params: { topic: string; id: string; signature: string };
}
type StopRequest = FastifyRequest<OfStop>;

/**
 * Ends and begins again the mails of a topic. Mails link here, and mail programs post here by themselves when their reader
 * presses "unsubscribe" (RFC 8058). So it needs no device, and can do nothing else.
 */
export function serveStop(app: FastifyInstance, options: ServeMyPageOptions): void {
  const { config, pool, provider, throttles } = options;

  async function openStop(request: StopRequest) {
    const { topic: name, id, signature } = request.params;
    const topic = unwantedMails.find((one) => one === name);
    const page =
      topic !== undefined && /^\d{1,15}$/.test(id) && secretPattern.test(signature)
        ? await findStopPage(pool, config, { topic, id: Number(id), signature })
        : null;
    if (topic !== undefined && page !== null) return { topic, page };
    await throttles.badToken(request.ip);
    throw fail('not_found');
  }

  app.get('/me/stop/:topic/:id/:signature', async (request: StopRequest, reply) => {
    const { topic, page } = await openStop(request);
    const frame = await frameFor(options, request, page);
    return sendPage(reply, frame, stopView(frame, topic, page.unwanted.includes(topic)));
  });

  app.post(
    '/me/stop/:topic/:id/:signature',
    { bodyLimit: formBytes },
    async (request: StopRequest, reply) => {
      refuseOtherSites(request, config);
      const { topic, page } = await openStop(request);
      await countAction(pool, page);
      const isWanted = request.body instanceof FormData && textIn(request.body, 'wanted') === 'yes';
      const settings = await provider.read();
      await inTransaction(pool, async (tx) => {
        await nameRequest(tx, request);
        const [reader] = await readStudents(tx, page.mailbox, settings.time_zone);
        // Where nobody is behind the mailbox any more, nobody is to be named.
        if (reader !== undefined) await actAs(tx, reader, 'page.save_settings');
        await setWanted(tx, page, topic, isWanted);
      });
      const frame = await frameFor(options, request, page);
      return sendPage(reply, frame, stopView(frame, topic, !isWanted));
    },
  );
}
