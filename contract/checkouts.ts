import * as z from 'zod';
import { call } from './shared/calls/call.ts';
import { countedVersion } from './shared/calls/version.ts';
import { answer, currency, done } from './shared/fields.ts';
import { wireCount, wireInstant } from './shared/wire.ts';

/** Services on whose own pages families pay. */
export const payServices = ['razorpay', 'stripe'] as const;
export type PayService = (typeof payServices)[number];
export const payServiceNames = { razorpay: 'Razorpay', stripe: 'Stripe' } as const;

/** What the portal wants to hear. Each service sends what was chosen with the webhook. */
export const payEvents: Readonly<Record<PayService, readonly string[]>> = {
  razorpay: [
    'payment_link.paid',
    'payment_link.partially_paid',
    'payment_link.expired',
    'payment_link.cancelled',
    'refund.processed',
    'refund.failed',
    'payment.dispute.lost',
  ],
  stripe: [
    'checkout.session.completed',
    'checkout.session.async_payment_succeeded',
    'checkout.session.async_payment_failed',
    'checkout.session.expired',
    'charge.refunded',
    'refund.updated',
    'refund.failed',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.funds_reinstated',
  ],
};

/** Of what Razorpay gets; Stripe gets all other currencies. */
export const mostPayCurrencies = 50;

/** Both services put the mode into the key. */
export const isTestKey = (key: string): boolean => /^(?:rzp|sk|rk)_test_/.test(key);

const key = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[\x21-\x7e]*$/);

/** A connected service. Its secrets never leave the server. */
const payService = z.object({
  service: z.enum(payServices),
  /** Of Razorpay; empty for Stripe, whose only key is secret. */
  key_id: z.string(),
  /** Its keys are of the test mode: no real money moves, and what is paid counts for nothing. */
  is_test: z.boolean(),
  /** Families can pay by it. Its messages are heard in any case. */
  is_on: z.boolean(),
  /** Razorpay: the currencies that it serves. Stripe serves all others. */
  currencies: z.array(z.string()),
  connected_at: wireInstant,
  /** When a message of it, signed rightly, last came. */
  heard_at: z.nullable(wireInstant),
  version: wireCount,
});
export type ConnectedPayService = z.infer<typeof payService>;

const admin = { action: 'portal.settings', additive: true } as const;
const changed = { stepUp: true, changes: true, log: { kind: 'settings_changed' }, ...admin } as const;

export const checkouts = {
  get_pay_services: call(
    'GET /payments/get_pay_services',
    { summary: 'The payment services on whose pages families pay', ...admin },
    z.object({}),
    /** A service sends its messages to `hooks` followed by its name. */
    answer({ data: z.array(payService), hooks: z.string() }),
  ),
  save_pay_service: call(
    'POST /payments/save_pay_service',
    {
      summary: 'Connect a payment service, or change it',
      sealed: ['secret', 'webhook_secret'],
      ...changed,
    },
    z.object({
      service: z.enum(payServices),
      /** Needed for Razorpay. */
      key_id: z
        .string()
        .trim()
        .regex(/^(?:rzp_(?:test|live)_[A-Za-z0-9]{6,40})?$/),
      /** Empty: the stored one stays, also below. */
      secret: key(300),
      webhook_secret: key(300),
      is_on: z.boolean(),
      currencies: z
        .array(currency)
        .max(mostPayCurrencies)
        .transform((all) => [...new Set(all)]),
      version: countedVersion.optional(),
    }),
    done,
  ),
  drop_pay_service: call(
    'POST /payments/drop_pay_service',
    { summary: 'Forget the keys of a payment service', ...changed },
    z.object({ service: z.enum(payServices) }),
    done,
  ),
};
