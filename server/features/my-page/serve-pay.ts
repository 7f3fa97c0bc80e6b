import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import sql from 'sql-template-tag';
import { bool, int, money, oneOf, row, text } from '#server/db/columns.ts';
import { maybeOne } from '#server/db/rows.ts';
import { myPageLink } from '#server/channels/mail/my-page-link.ts';
import { fail } from '#server/http/answers/problem.ts';
import { hashSecret } from '#server/secrets.ts';
import { formBytes, refuseOtherSites, textIn } from '#server/pages/forms.ts';
import { frameFor, sendPage } from '#server/pages/page.ts';
import { beginCheckout } from '../checkouts/begin.ts';
import { referencePattern } from '../checkouts/news.ts';
import { isFormToken } from './pages.ts';
import { readStudents } from './read.ts';
import { addressOf, countAction, deviceOf, openLink, sayDone } from './served.ts';
import type { LinkRequest, OfLink, ServedOptions } from './served.ts';
import { pageTexts } from './texts.ts';
import { failedView } from './short-views.ts';
import { paidView } from './view.ts';

const checkoutRow = row({
  state: oneOf(['open', 'paid', 'expired', 'canceled']),
  amount: money,
  currency: text,
  is_test: bool,
  page_id: int,
  mailbox: text,
});
export type ShownCheckout = Awaited<ReturnType<typeof findCheckout>>;

const findCheckout = (db: ServedOptions['pool'], reference: string) =>
  maybeOne(
    db,
    checkoutRow,
    sql`
      select k.state, k.amount, k.currency, k.is_test, k.page_id, g.mailbox
      from checkouts k
      join personal_pages g on g.id = k.page_id
      where k.reference = ${reference}::uuid
    `,
  );

/** Leads to the page of a payment service, and from there back. */
export function servePay(app: FastifyInstance, options: ServedOptions): void {
  const { config, pool, provider, throttles } = options;

  const refuseFirst = async (request: FastifyRequest) => refuseOtherSites(request, config);

  app.post<OfLink>(
    '/me/:secret/pay',
    { bodyLimit: formBytes, onRequest: refuseFirst },
    async (request: LinkRequest, reply: FastifyReply) => {
      const { page, device } = await openLink(options, request);
      const form = request.body;
      if (device === null || !(form instanceof FormData)) throw fail('not_allowed');
      if (!isFormToken(config, page, device, textIn(form, 'form'))) throw fail('not_allowed');
      await countAction(pool, page);
      const settings = await provider.read();
      const wanted = textIn(form, 'student');
      const paid = (await readStudents(pool, page.mailbox, settings.time_zone)).filter(
        ({ student_id, pays }) => pays && (wanted === '' || String(student_id) === wanted),
      );
      const currency = textIn(form, 'currency');
      if (paid[0] === undefined || !/^[A-Z]{3}$/.test(currency)) throw fail('bad_input');
      const begun = await beginCheckout(
        {
          pool,
          config,
          provider: settings,
          warn: (error) => request.log.warn({ err: error }, 'no checkout'),
        },
        {
          pageId: page.id,
          readerId: paid[0].reader_id,
          students: paid.map(({ student_id }) => student_id),
          currency,
        },
      );
      if (typeof begun !== 'string') return reply.redirect(begun.url, 303);
      const frame = await frameFor(options, request, page);
      const why = pageTexts(frame.language).pay[begun];
      return sendPage(reply, frame, failedView(frame, addressOf(request), why), begun === 'away' ? 503 : 409);
    },
  );

  /** The service sends the payer here. On their own device it is their page, on others it says the state alone. */
  app.get<{ Params: { reference: string }; Querystring: Record<string, unknown> }>(
    '/me/paid/:reference',
    async (request, reply) => {
      const { reference } = request.params;
      const found = referencePattern.test(reference) ? await findCheckout(pool, reference) : null;
      if (found === null) {
        await throttles.badToken(request.ip);
        throw fail('not_found');
      }
      const hasLeft = request.query['left'] === 'yes' && found.state !== 'paid';
      const device = deviceOf(request);
      const link =
        device !== null && (await isDeviceOf(pool, found.page_id, device))
          ? await myPageLink(pool, config, found.mailbox)
          : null;
      if (link !== null) {
        const done = hasLeft ? 'notPaid' : found.state === 'paid' ? 'hasPaid' : 'paying';
        return sayDone(request, reply, new URL(link).pathname, done);
      }
      const frame = await frameFor(options, request, null);
      return sendPage(reply, frame, paidView(frame, found, hasLeft));
    },
  );
}

const isDeviceOf = async (db: ServedOptions['pool'], pageId: number, device: string) =>
  (await maybeOne(
    db,
    row({ page_id: int }),
    sql`
      select d.page_id from personal_devices d
      where d.page_id = ${pageId} and d.hash = ${hashSecret(device)} and d.confirmed_at > now() - interval '180 days'
    `,
  )) !== null;
