import { pdfBytes } from '@gurukul/contract/files';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#server/db/tx.ts';
import { nameRequest } from '#server/http/requests/name-request.ts';
import { fail } from '#server/http/answers/problem.ts';
import { frameFor } from '#server/pages/page.ts';
import { formBytes, refuseOtherSites, textIn } from '#server/pages/forms.ts';
import { actions } from './actions.ts';
import { isFormToken } from './pages.ts';
import { addressOf, countAction, openLink, sayDone } from './served.ts';
import type { LinkRequest, OfLink, ServedOptions } from './served.ts';

/** The forms of an open page. */
export function serveActions(app: FastifyInstance, options: ServedOptions): void {
  const { config, pool, storage, mail, push, now } = options;
  const hasWhatsApp = config.whatsapp !== null;

  /** What the link opens, looked up before a byte of the body is read. */
  const opened = new WeakMap<FastifyRequest, Awaited<ReturnType<typeof openLink>>>();
  const openFirst = async (request: FastifyRequest) => {
    refuseOtherSites(request, config);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the hook is of routes with these parameters
    const found = await openLink(options, request as LinkRequest);
    if (found.device === null) throw fail('not_allowed');
    opened.set(request, found);
  };

  const act = (name: string) => async (request: LinkRequest, reply: FastifyReply) => {
    const { page, device } = opened.get(request) ?? (await openLink(options, request));
    const form = request.body;
    const action = actions[name];
    if (action === undefined || device === null || !(form instanceof FormData)) throw fail('not_allowed');
    if (!isFormToken(config, page, device, textIn(form, 'form'))) throw fail('not_allowed');
    await countAction(pool, page);
    const { provider: settings, language } = await frameFor(options, request, page);
    const outcome = await inTransaction(pool, async (tx) => {
      await nameRequest(tx, request);
      return action({
        tx,
        page,
        device,
        storage,
        provider: settings,
        language,
        form,
        now: now(),
        hasWhatsApp,
        push,
        mail,
        config,
      });
    });
    if ('pdf' in outcome) {
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${outcome.fileName}"`)
        .send(outcome.pdf);
    }
    const address = addressOf(request);
    return outcome.done === null
      ? reply.redirect(address, 303)
      : sayDone(request, reply, address, outcome.done, outcome.place);
  };
  for (const name of Object.keys(actions)) {
    const bodyLimit = name === 'homework' ? pdfBytes + formBytes : formBytes;
    app.post<OfLink>(`/me/:secret/${name}`, { bodyLimit, onRequest: openFirst }, act(name));
  }
}
