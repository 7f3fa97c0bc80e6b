import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { RefundIntake } from '@gurukul/contract/intake';
import * as z from 'zod';
import { parseJson } from '#server/http/internet/read-bytes.ts';
import { isSameSecret } from '#server/secrets.ts';
import { ask } from './ask.ts';
import type { Asked } from './ask.ts';
import { fromMinor, toMinor } from './minor.ts';
import { mark, referencePattern } from './news.ts';
import type { Gateway, News, Paid } from './news.ts';

/*
 * Stripe: Checkout (https://docs.stripe.com/api/checkout/sessions) and its webhooks
 * (https://docs.stripe.com/webhooks#verify-manually).
 */

const seconds = z.int().transform((at) => new Date(at * 1000));
const currency = z
  .string()
  .regex(/^[a-z]{3}$/i)
  .transform((code) => code.toUpperCase());
/** The id, also where the object stands in its place. */
const ref = z
  .union([z.string(), z.object({ id: z.string() }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? '');

const session = z.object({
  id: z.string().min(1),
  status: z.string().nullish(),
  payment_status: z.string(),
  payment_intent: ref,
  amount_total: z.int().nonnegative().nullish(),
  currency: currency.nullish(),
  metadata: z.record(z.string(), z.string()).nullish(),
  livemode: z.boolean(),
});
const refund = z.object({
  id: z.string().min(1).max(200),
  amount: z.int().positive(),
  currency,
  status: z.string().nullish(),
  created: seconds,
  payment_intent: ref,
});
const dispute = refund.omit({ status: true });
const charge = z.object({
  id: z.string().min(1),
  payment_intent: ref,
  refunds: z.object({ data: z.array(refund), has_more: z.boolean().nullish() }).nullish(),
});
const listed = z.object({ data: z.array(refund) });

const message = z.object({
  id: z.string().min(1).max(200),
  type: z.string(),
  created: seconds,
  data: z.object({ object: z.unknown() }),
});

const wentBack = (
  of: z.infer<typeof dispute>,
  more: Pick<RefundIntake, 'kind' | 'state' | 'reason'>,
): RefundIntake => ({
  refund_id: of.id,
  payment_id: of.payment_intent,
  amount: fromMinor('stripe', of.amount, of.currency),
  currency: of.currency,
  refunded_at: of.created.toISOString(),
  ...more,
});

/** Those that have happened or failed. One that is under way comes again in another message. */
const settled = (all: readonly z.infer<typeof refund>[]): RefundIntake[] =>
  all.flatMap((of) => {
    if (of.payment_intent === '') return [];
    if (of.status === 'succeeded') return [wentBack(of, { kind: 'refund', state: 'done' })];
    return of.status === 'failed' || of.status === 'canceled'
      ? [wentBack(of, { kind: 'refund', state: 'reversed' })]
      : [];
  });

const referenceOf = ({ metadata }: z.infer<typeof session>): string | null => {
  const marked = metadata?.[mark] ?? '';
  return referencePattern.test(marked) ? marked : null;
};

function paidBy(of: z.infer<typeof session>, at: Date): Paid | null {
  const reference = referenceOf(of);
  const { amount_total: minor, currency: code, payment_intent: number, livemode } = of;
  if (reference === null || of.payment_status !== 'paid' || number === '') return null;
  if (typeof minor !== 'number' || typeof code !== 'string') return null;
  const amount = fromMinor('stripe', minor, code);
  return { reference, number, amount, currency: code, paidAt: at.toISOString(), isTest: !livemode };
}

/** In seconds, by which the clocks may differ. An older message is somebody's recording. */
const tolerance = 5 * 60;

/** The time and the body are signed together. While a secret is changed, there is a signature for each. */
export function isSigned(body: Buffer, headers: IncomingHttpHeaders, secret: string, now: Date): boolean {
  const given = headers['stripe-signature'];
  if (typeof given !== 'string' || given.length > 2000) return false;
  const pairs = given.split(',').map((pair) => pair.trim().split('='));
  const at = pairs.find(([name]) => name === 't')?.[1] ?? '';
  if (!/^\d{1,12}$/.test(at) || Math.abs(now.getTime() / 1000 - Number(at)) > tolerance) return false;
  const wanted = createHmac('sha256', secret).update(`${at}.`).update(body).digest('hex');
  return pairs.some(([name, signature = '']) => name === 'v1' && isSameSecret(signature, wanted));
}

/** What the message says; no news where it is about something else. Null: it is no message of Stripe. */
export function readMessage(body: Buffer): News | null {
  const parsed = message.safeParse(parseJson(body.toString('utf8')));
  if (!parsed.success) return null;
  const { id: eventId, type, created: at, data } = parsed.data;
  const news = { eventId, at };
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded': {
      const paid = paidBy(session.parse(data.object), at);
      return paid === null ? news : { ...news, paid };
    }
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const reference = referenceOf(session.parse(data.object));
      return reference === null ? news : { ...news, ended: { reference, state: 'expired' } };
    }
    case 'charge.refunded': {
      const of = charge.parse(data.object);
      // Since 2022 the list is not in the message.
      if (of.refunds === null || of.refunds === undefined || of.refunds.has_more === true)
        return { ...news, refundsOf: of.id };
      return { ...news, refunds: settled(of.refunds.data) };
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { ...news, refunds: settled([refund.parse(data.object)]) };
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated': {
      const of = dispute.parse(data.object);
      const state = type.endsWith('withdrawn') ? 'done' : 'reversed';
      return { ...news, refunds: of.payment_intent === '' ? [] : [wentBack(of, { kind: 'dispute', state })] };
    }
    default:
      return news;
  }
}

const made = z.object({ id: z.string().min(1), url: z.url() });
const refused = z.object({ error: z.object({ message: z.string() }) });
/** Its reasons may repeat a part of the key. */
const reasonIn = (json: unknown) =>
  (refused.safeParse(json).data?.error.message ?? 'no reason').replaceAll(/\b[rs]k_\S+/g, '…');

export function stripe(url: string, { secret }: { readonly secret: string }, mostMs: number): Gateway {
  const send = (method: Asked['method'], path: string, body?: URLSearchParams, reference?: string) =>
    ask(
      `${url}/v1/${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${secret}`,
          ...(reference === undefined ? {} : { 'idempotency-key': reference }),
        },
        ...(body === undefined ? {} : { body }),
        mostMs,
      },
      reasonIn,
    );
  return {
    async create({ reference, amount, currency: code, name, endsAt, returnTo, leaveTo }) {
      const item = 'line_items[0]';
      const body = new URLSearchParams({
        mode: 'payment',
        client_reference_id: reference,
        [`metadata[${mark}]`]: reference,
        [`payment_intent_data[metadata][${mark}]`]: reference,
        [`${item}[quantity]`]: '1',
        [`${item}[price_data][currency]`]: code.toLowerCase(),
        [`${item}[price_data][unit_amount]`]: String(toMinor('stripe', amount, code)),
        [`${item}[price_data][product_data][name]`]: name,
        expires_at: String(Math.floor(endsAt.getTime() / 1000)),
        success_url: returnTo,
        cancel_url: leaveTo,
      });
      return made.parse(await send('POST', 'checkout/sessions', body, reference));
    },
    async look(id) {
      const of = session.parse(await send('GET', `checkout/sessions/${encodeURIComponent(id)}`));
      const news = { eventId: `looked ${id} ${of.status ?? ''}`, at: new Date() };
      const paid = paidBy(of, news.at);
      if (paid !== null) return { ...news, paid };
      const reference = referenceOf(of);
      return of.status === 'expired' && reference !== null
        ? { ...news, ended: { reference, state: 'expired' } }
        : null;
    },
    async cancel(id) {
      await send('POST', `checkout/sessions/${encodeURIComponent(id)}/expire`);
    },
    async refundsOf(of) {
      return settled(
        listed.parse(await send('GET', `refunds?charge=${encodeURIComponent(of)}&limit=100`)).data,
      );
    },
  };
}
