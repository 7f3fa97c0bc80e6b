import { createHmac, hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RefundIntake } from '@gurukul/contract/intake';
import * as z from 'zod';
import { parseJson } from '#server/http/internet/read-bytes.ts';
import { isSameSecret } from '#server/secrets.ts';
import { ask, ServiceRefused } from './ask.ts';
import type { Asked } from './ask.ts';
import { fromMinor, toMinor } from './minor.ts';
import { mark, referencePattern } from './news.ts';
import type { Gateway, News, Paid } from './news.ts';

/*
 * Razorpay: payment links (https://razorpay.com/docs/api/payments/payment-links) and its webhooks
 * (https://razorpay.com/docs/webhooks).
 */

const seconds = z.int().transform((at) => new Date(at * 1000));
const currency = z.string().regex(/^[A-Z]{3}$/);
/** Notes without a note are an empty list. */
const notes = z
  .record(z.string(), z.unknown())
  .catch({})
  .transform((all) => (typeof all[mark] === 'string' ? all[mark] : ''));

const link = z.object({
  id: z.string().min(1),
  reference_id: z.string().nullish(),
  notes,
});
const payment = z.object({
  id: z.string().min(1).max(200),
  amount: z.int().nonnegative(),
  currency,
  created_at: seconds,
});
const refund = z.object({
  id: z.string().min(1).max(200),
  payment_id: z.string().min(1).max(200),
  amount: z.int().positive(),
  currency,
  created_at: seconds,
});
const dispute = refund.extend({ amount_deducted: z.int().nonnegative().nullish() });

const entity = <S extends z.ZodType>(of: S) => z.object({ entity: of });

const message = z.object({
  event: z.string(),
  created_at: seconds,
  payload: z.record(z.string(), z.unknown()),
});
const paidPayload = z.object({ payment_link: entity(link), payment: entity(payment) });
const endedPayload = z.object({ payment_link: entity(link) });
const refundPayload = z.object({ refund: entity(refund) });
const disputePayload = z.object({ dispute: entity(dispute) });

const isOurs = ({ reference_id: reference, notes: marked }: z.infer<typeof link>): boolean =>
  referencePattern.test(marked) && reference === marked;

const paidBy = (reference: string, of: z.infer<typeof payment>, isTest: boolean): Paid => ({
  reference,
  number: of.id,
  amount: fromMinor('razorpay', of.amount, of.currency),
  currency: of.currency,
  paidAt: of.created_at.toISOString(),
  isTest,
});

const wentBack = (
  of: z.infer<typeof refund>,
  more: Pick<RefundIntake, 'kind' | 'state' | 'reason'>,
): RefundIntake => ({
  refund_id: of.id,
  payment_id: of.payment_id,
  amount: fromMinor('razorpay', of.amount, of.currency),
  currency: of.currency,
  refunded_at: of.created_at.toISOString(),
  ...more,
});

/** The body is signed as it came. */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string): boolean {
  const given = headers['x-razorpay-signature'];
  const wanted = createHmac('sha256', secret).update(body).digest('hex');
  return typeof given === 'string' && isSameSecret(given, wanted);
}

/** What the message says; no news where it is about something else. Null: it is no message of Razorpay. */
export function readMessage(body: Buffer, isTest: boolean): News | null {
  const parsed = message.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return null;
  const { event, created_at: at, payload } = parsed.data;
  // The number of the event is in a header, which is not signed.
  const news = { eventId: hash('sha256', body, 'hex'), at };
  switch (event) {
    case 'payment_link.paid':
    case 'payment_link.partially_paid': {
      const found = paidPayload.parse(payload);
      const of = found.payment_link.entity;
      return isOurs(of) ? { ...news, paid: paidBy(of.notes, found.payment.entity, isTest) } : news;
    }
    case 'payment_link.expired':
    case 'payment_link.cancelled': {
      const of = endedPayload.parse(payload).payment_link.entity;
      const state = event === 'payment_link.expired' ? 'expired' : 'canceled';
      return isOurs(of) ? { ...news, ended: { reference: of.notes, state } } : news;
    }
    case 'refund.processed':
    case 'refund.failed': {
      const state = event === 'refund.failed' ? 'reversed' : 'done';
      const of = refundPayload.parse(payload).refund.entity;
      return { ...news, refunds: [wentBack(of, { kind: 'refund', state })] };
    }
    case 'payment.dispute.lost': {
      const of = disputePayload.parse(payload).dispute.entity;
      const amount = of.amount_deducted || of.amount;
      return { ...news, refunds: [wentBack({ ...of, amount }, { kind: 'dispute', state: 'done' })] };
    }
    default:
      return news;
  }
}

const made = z.object({ id: z.string().min(1), short_url: z.url() });
const found = z.object({ payment_links: z.array(made).min(1) });
const looked = z.object({
  status: z.string(),
  reference_id: z.string(),
  currency,
  payments: z
    .array(
      z.object({
        payment_id: z.string().min(1),
        amount: z.int().nonnegative(),
        created_at: seconds,
        status: z.string(),
      }),
    )
    .nullish(),
});
const refused = z.object({ error: z.object({ description: z.string() }) });
const reasonIn = (json: unknown) => refused.safeParse(json).data?.error.description ?? 'no reason';

interface Keys {
  readonly keyId: string;
  readonly secret: string;
  readonly isTest: boolean;
}

export function razorpay(url: string, { keyId, secret, isTest }: Keys, mostMs: number): Gateway {
  const send = (method: Asked['method'], path: string, body?: object) =>
    ask(
      `${url}/v1/${path}`,
      {
        method,
        headers: {
          authorization: `Basic ${Buffer.from(`${keyId}:${secret}`).toString('base64')}`,
          'content-type': 'application/json',
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        mostMs,
      },
      reasonIn,
    );
  const asPage = ({ id, short_url }: z.infer<typeof made>) => ({ id, url: short_url });
  return {
    async create({ reference, amount, currency: code, name, endsAt, returnTo }) {
      try {
        const answer = await send('POST', 'payment_links', {
          amount: toMinor('razorpay', amount, code),
          currency: code,
          accept_partial: false,
          expire_by: Math.floor(endsAt.getTime() / 1000),
          reference_id: reference,
          description: name,
          notify: { sms: false, email: false },
          reminder_enable: false,
          notes: { [mark]: reference },
          callback_url: returnTo,
          callback_method: 'get',
        });
        return asPage(made.parse(answer));
      } catch (error) {
        // A link with this number may be there: the answer to an earlier request was lost.
        if (!(error instanceof ServiceRefused) || !/reference_id/iu.test(error.message)) throw error;
        const before = found.safeParse(await send('GET', `payment_links?reference_id=${reference}`));
        if (!before.success) throw error;
        return asPage(before.data.payment_links[0]!);
      }
    },
    async look(id) {
      const of = looked.parse(await send('GET', `payment_links/${encodeURIComponent(id)}`));
      const news = { eventId: `looked ${id} ${of.status}`, at: new Date() };
      const paid = of.payments?.find(({ status }) => status === 'captured');
      if (paid !== undefined) {
        const { payment_id, ...rest } = paid;
        return {
          ...news,
          paid: paidBy(of.reference_id, { ...rest, id: payment_id, currency: of.currency }, isTest),
        };
      }
      if (of.status !== 'expired' && of.status !== 'cancelled') return null;
      const state = of.status === 'expired' ? 'expired' : 'canceled';
      return { ...news, ended: { reference: of.reference_id, state } };
    },
    async cancel(id) {
      await send('POST', `payment_links/${encodeURIComponent(id)}/cancel`);
    },
    refundsOf: async () => [],
  };
}
