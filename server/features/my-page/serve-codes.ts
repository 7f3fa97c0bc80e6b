import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { inTransaction } from '#server/db/tx.ts';
import { writeCookie } from '#server/http/identity/cookies.ts';
import { count, day, hour } from '#server/http/limits/counters.ts';
import { networkOf } from '#server/http/limits/network.ts';
import { proveByCode } from '#server/channels/mail/prove.ts';
import { hashSecret, newSecret } from '#server/secrets.ts';
import { readCode } from '#server/pages/codes.ts';
import { formBytes, refuseOtherSites, textIn } from '#server/pages/forms.ts';
import { confirmDevice, deviceSeconds, isCodeRight, makeCode } from './pages.ts';
import type { Page } from './pages.ts';
import { addressOf, cookieName, deviceOf, openLink } from './served.ts';
import { frameFor, sendPage } from '#server/pages/page.ts';
import type { LinkRequest, ServeMyPageOptions } from './served.ts';
import { codeView } from './short-views.ts';

/**
 * Mails with a code. Everybody with the link can ask for them, so each network has few for a page, and a page has few of
 * all networks. One more goes out when the last one is older than a code is valid. So a stranger can use up neither the
 * codes of another network nor all of a page, and fills no mailbox.
 */
const most = {
  codesPerHour: 5,
  codesPerDay: 12,
  codesPerNetworkHour: 20,
  codesOfAllPerDay: 60,
  wrongCodesPerDay: 60,
};
/** In seconds: as long as a code is valid. */
const codeSeconds = 600;

async function mayMailCode(pool: pg.Pool, { id }: Page, network: string): Promise<boolean> {
  const windows = [
    [{ key: `my-page-code:net-${network}`, seconds: hour }, most.codesPerNetworkHour],
    [{ key: `my-page-code:hour-${id}-${network}`, seconds: hour }, most.codesPerHour],
    [{ key: `my-page-code:day-${id}-${network}`, seconds: day }, most.codesPerDay],
    [{ key: `my-page-code:all-${id}`, seconds: day }, most.codesOfAllPerDay],
  ] as const;
  let isWithin = true;
  for (const [window, limit] of windows) {
    if ((await count(pool, window)) > limit) {
      isWithin = false;
      break;
    }
  }
  const isNoneGood = (await count(pool, { key: `my-page-code:last-${id}`, seconds: codeSeconds })) === 1;
  return isWithin || isNoneGood;
}

/** A browser opens the page by a code that is mailed to its mailbox. */
export function serveCodes(app: FastifyInstance, options: ServeMyPageOptions): void {
  const { config, pool, mail } = options;

  app.post('/me/:secret/code', { bodyLimit: formBytes }, async (request: LinkRequest, reply) => {
    refuseOtherSites(request, config);
    const { page } = await openLink(options, request);
    const frame = await frameFor(options, request, page);
    const view = { address: addressOf(request), mailbox: page.mailbox };
    if (!(await mayMailCode(pool, page, networkOf(request.ip)))) {
      return sendPage(reply, frame, codeView(frame, { ...view, tooMany: true }), 429);
    }
    const { challenge } = await inTransaction(pool, async (tx) => {
      const made = await makeCode(tx, config, page);
      await mail.enqueue(tx, {
        kind: 'my_page_code',
        to: page.mailbox,
        dedupeKey: `my_page_code:${hashSecret(made.challenge).toString('base64url').slice(0, 22)}`,
        data: { language: frame.language, code: made.code },
      });
      return made;
    });
    const isKept = config.smtpUrl === null;
    return sendPage(reply, frame, codeView(frame, { ...view, challenge, isKept }));
  });

  app.post('/me/:secret/open', { bodyLimit: formBytes }, async (request: LinkRequest, reply) => {
    refuseOtherSites(request, config);
    const { page } = await openLink(options, request);
    const form = request.body instanceof FormData ? request.body : new FormData();
    const challenge = textIn(form, 'challenge');
    const code = readCode(textIn(form, 'code'));
    const address = addressOf(request);
    const wrongCodes = { key: `my-page-code:wrong-${page.id}-${networkOf(request.ip)}`, seconds: day };
    // What cannot be a code takes no try.
    const isRight =
      code !== null &&
      (await count(pool, wrongCodes)) <= most.wrongCodesPerDay &&
      (await isCodeRight(pool, config, page, { challenge, code }));
    if (!isRight) {
      const frame = await frameFor(options, request, page);
      return sendPage(
        reply,
        frame,
        codeView(frame, { address, mailbox: page.mailbox, challenge, wrong: true }),
        403,
      );
    }
    // One name of the browser for all pages that it opens: a phone may read several mailboxes.
    const device = deviceOf(request) ?? newSecret();
    if (code !== null) await count(pool, wrongCodes, -1);
    await inTransaction(pool, async (tx) => {
      await confirmDevice(tx, page, device);
      await proveByCode(tx, page.mailbox);
    });
    writeCookie(request, reply, cookieName, device, deviceSeconds, 'Lax');
    return reply.redirect(address, 303);
  });
}
