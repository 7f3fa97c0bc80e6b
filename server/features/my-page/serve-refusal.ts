import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inTransaction } from '#server/db/tx.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import { fail } from '#server/http/answers/problem.ts';
import { isRefuseSignature } from '#server/channels/mail/my-page-link.ts';
import { formBytes, refuseOtherSites } from '#server/pages/forms.ts';
import { actAs } from './actions.ts';
import { secretPattern } from './served.ts';
import { frameFor, sendPage } from '#server/pages/page.ts';
import type { ServedOptions } from './served.ts';
import { refuseView } from './short-views.ts';
import { findRefusable, refuseAddresses } from './written-addresses.ts';

interface OfRefusal {
  Params: { person: string; told: string; signature: string };
}
type RefusalRequest = FastifyRequest<OfRefusal>;

/** Somebody refuses that their address was written down for a student. */
export function serveRefusal(app: FastifyInstance, options: ServedOptions): void {
  const { config, pool, throttles, mail, now } = options;

  async function openRefusal(request: RefusalRequest) {
    const { person, told, signature } = request.params;
    const isOne =
      [person, told].every((each) => /^\d{1,15}$/.test(each)) &&
      secretPattern.test(signature) &&
      isRefuseSignature(config, Number(person), Number(told), signature);
    if (isOne) return { personId: Number(person), toldMs: Number(told) };
    await throttles.badToken(request.ip);
    throw fail('not_found');
  }

  app.get('/me/refuse/:person/:told/:signature', async (request: RefusalRequest, reply) => {
    const { personId, toldMs } = await openRefusal(request);
    const frame = await frameFor(options, request, null);
    return sendPage(
      reply,
      frame,
      refuseView(frame, await findRefusable(pool, personId, toldMs, now()), false),
    );
  });

  app.post(
    '/me/refuse/:person/:told/:signature',
    { bodyLimit: formBytes },
    async (request: RefusalRequest, reply) => {
      refuseOtherSites(request, config);
      const { personId, toldMs } = await openRefusal(request);
      const isOpen = (await findRefusable(pool, personId, toldMs, now())) !== null;
      const isRefused =
        isOpen &&
        (await inTransaction(pool, async (tx) => {
          await nameRequest(tx, request);
          await actAs(tx, { reader_id: personId }, 'page.refuse_address');
          return refuseAddresses(tx, mail, personId, toldMs);
        }));
      const frame = await frameFor(options, request, null);
      return sendPage(reply, frame, refuseView(frame, null, isRefused));
    },
  );
}
