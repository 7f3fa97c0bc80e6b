import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PayService } from '@gurukul/contract/checkouts';
import * as z from 'zod';

/**
 * `cut` breaks the connection before anything is made, `keep and cut` after it, `silent` never answers, `trouble` is a
 * 500. Null: it answers.
 */
export type PeerTrouble = 'cut' | 'keep and cut' | 'silent' | 'trouble' | null;

/** A page on which somebody pays: a payment link of Razorpay, or a Checkout session of Stripe. */
export interface PeerPage {
  readonly service: PayService;
  readonly id: string;
  readonly reference: string;
  readonly amount: number;
  readonly currency: string;
  readonly name: string;
  readonly endsAt: number;
  readonly returnTo: string;
  readonly leaveTo: string;
  readonly metadata: Readonly<Record<string, string>>;
  /** The number of the payment. */
  paidBy: string | null;
  state: 'open' | 'paid' | 'expired' | 'canceled';
}

/** A message as it is posted to the portal. */
export interface PeerMessage {
  readonly service: PayService;
  readonly payload: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PeerPayment {
  readonly page: PeerPage;
  readonly number: string;
  readonly amount: number;
  readonly currency: string;
}

const keys = {
  razorpay: {
    key_id: 'rzp_live_Stand0Inn',
    secret: 'the-secret-of-razorpay',
    webhook_secret: 'hears-razorpay-by-stand-in',
  },
  stripe: { key_id: '', secret: 'sk_live_stand_in_secret', webhook_secret: 'whsec_hears_stripe' },
} as const;

const link = z.strictObject({
  amount: z.int().min(100),
  currency: z.string().regex(/^[A-Z]{3}$/),
  accept_partial: z.literal(false),
  expire_by: z.int(),
  reference_id: z.string().min(1).max(40),
  description: z.string().min(1).max(2048),
  notify: z.strictObject({ sms: z.boolean(), email: z.boolean() }),
  reminder_enable: z.boolean(),
  notes: z.record(z.string(), z.string().max(256)),
  callback_url: z.url(),
  callback_method: z.literal('get'),
});

const threeDigits = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
const now = () => Math.floor(Date.now() / 1000);

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}

let made = 0;
/** As the services number their things. */
const newId = (kind: string) => `${kind}_${randomUUID().replaceAll('-', '').slice(0, 14)}${(made += 1)}`;

/**
 * A server on this machine that speaks the protocols of Razorpay and Stripe as far as the portal uses them, refuses what
 * they refuse, and fails as they do. `onMessage` gets the messages of somebody who pays in a browser.
 */
export async function openPayPeer({
  port: wanted = 0,
  onMessage = async () => undefined,
}: { readonly port?: number; readonly onMessage?: (message: PeerMessage) => Promise<unknown> } = {}) {
  const pages = new Map<string, PeerPage>();
  const refunds = new Map<string, object[]>();
  /** Answers by idempotency key. */
  const answers = new Map<string, { readonly asked: string; readonly page: PeerPage }>();
  const faults: string[] = [];
  const asked: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const peer = {
    url,
    urls: { razorpay: url, stripe: url },
    keys,
    pages,
    faults,
    /** Method and path of each request. */
    asked,
    trouble: null as PeerTrouble,
    pay,
    paidMessages,
    endedMessage,
    refund,
    sign,
    reset() {
      pages.clear();
      refunds.clear();
      answers.clear();
      faults.length = 0;
      asked.length = 0;
      peer.trouble = null;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const say = (response: ServerResponse, status: number, body: object) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

  const ofRazorpay = (page: PeerPage) => ({
    id: page.id,
    entity: 'payment_link',
    accept_partial: false,
    amount: page.amount,
    amount_paid: page.state === 'paid' ? page.amount : 0,
    currency: page.currency,
    description: page.name,
    expire_by: page.endsAt,
    notes: page.metadata,
    reference_id: page.reference,
    short_url: `${url}/page/${page.id}`,
    status: { open: 'created', paid: 'paid', expired: 'expired', canceled: 'cancelled' }[page.state],
    payments:
      page.paidBy === null
        ? null
        : [
            {
              amount: page.amount,
              created_at: now(),
              method: 'upi',
              payment_id: page.paidBy,
              status: 'captured',
            },
          ],
  });

  const ofStripe = (page: PeerPage) => ({
    id: page.id,
    object: 'checkout.session',
    amount_total: page.amount,
    client_reference_id: page.reference,
    currency: page.currency.toLowerCase(),
    expires_at: page.endsAt,
    livemode: true,
    metadata: page.metadata,
    mode: 'payment',
    payment_intent: page.paidBy,
    payment_status: page.paidBy === null ? 'unpaid' : 'paid',
    status: { open: 'open', paid: 'complete', expired: 'expired', canceled: 'expired' }[page.state],
    url: page.state === 'open' ? `${url}/page/${page.id}` : null,
  });
  const shown = (page: PeerPage) => (page.service === 'razorpay' ? ofRazorpay(page) : ofStripe(page));

  function refuse(response: ServerResponse, service: PayService, description: string, status = 400) {
    faults.push(description);
    say(
      response,
      status,
      service === 'razorpay'
        ? { error: { code: 'BAD_REQUEST_ERROR', description, source: 'business' } }
        : { error: { message: description, type: 'invalid_request_error' } },
    );
  }

  function makeLink(body: string): PeerPage | string {
    const { data, error } = link.safeParse(JSON.parse(body));
    if (data === undefined) return z.prettifyError(error);
    if (data.expire_by < now() + 15 * 60) return 'expire_by should be at least 15 minutes after current time';
    if ([...pages.values()].some(({ reference }) => reference === data.reference_id))
      return `payment link with given reference_id (${data.reference_id}) already exists`;
    if (threeDigits.has(data.currency) && data.amount % 10 !== 0) return 'The amount is invalid';
    return {
      service: 'razorpay',
      id: newId('plink'),
      reference: data.reference_id,
      amount: data.amount,
      currency: data.currency,
      name: data.description,
      endsAt: data.expire_by,
      returnTo: data.callback_url,
      leaveTo: data.callback_url,
      metadata: data.notes,
      paidBy: null,
      state: 'open',
    };
  }

  function makeSession(body: string): PeerPage | string {
    const form = Object.fromEntries(new URLSearchParams(body));
    const amount = Number(form['line_items[0][price_data][unit_amount]']);
    const currency = (form['line_items[0][price_data][currency]'] ?? '').toUpperCase();
    const endsAt = Number(form['expires_at']);
    const metadata = Object.fromEntries(
      Object.entries(form).flatMap(([name, value]) => {
        const key = /^metadata\[(\w+)\]$/.exec(name)?.[1];
        return key === undefined ? [] : [[key, value]];
      }),
    );
    if (form['mode'] !== 'payment' || form['line_items[0][quantity]'] !== '1') return 'Invalid line_items';
    if (!form['line_items[0][price_data][product_data][name]']) return 'Missing required param: name';
    if (!/^[A-Z]{3}$/.test(currency) || !Number.isSafeInteger(amount) || amount < 1) return 'Invalid integer';
    if (threeDigits.has(currency) && amount % 10 !== 0) return 'Invalid amount for this currency';
    if (endsAt < now() + 30 * 60 || endsAt > now() + 24 * 3600)
      return 'The `expires_at` timestamp must be at least 30 minutes and less than 24 hours from now';
    return {
      service: 'stripe',
      id: newId('cs_live'),
      reference: form['client_reference_id'] ?? '',
      amount,
      currency,
      name: form['line_items[0][price_data][product_data][name]'],
      endsAt,
      returnTo: form['success_url'] ?? '',
      leaveTo: form['cancel_url'] ?? '',
      metadata,
      paidBy: null,
      state: 'open',
    };
  }

  function create(request: IncomingMessage, response: ServerResponse, service: PayService, body: string) {
    const key = String(request.headers['idempotency-key'] ?? randomUUID());
    const before = answers.get(key);
    if (before !== undefined && before.asked !== body)
      return refuse(
        response,
        service,
        'Keys for idempotent requests can only be used with the same parameters',
      );
    const page = before?.page ?? (service === 'razorpay' ? makeLink(body) : makeSession(body));
    if (typeof page === 'string') return refuse(response, service, page);
    answers.set(key, { asked: body, page });
    pages.set(page.id, page);
    if (peer.trouble === 'keep and cut') return request.socket.destroy();
    return say(response, 200, shown(page));
  }

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await readBody(request);
    const path = request.url ?? '';
    if (path.startsWith('/page/')) return showPage(request, response, path);
    asked.push(`${request.method} ${path}`);
    if (peer.trouble === 'cut') return request.socket.destroy();
    if (peer.trouble === 'silent') return undefined;
    if (peer.trouble === 'trouble') return say(response, 500, { error: {} });
    const basic = `Basic ${Buffer.from(`${keys.razorpay.key_id}:${keys.razorpay.secret}`).toString('base64')}`;
    const isRazorpay = path.startsWith('/v1/payment_links');
    const service = isRazorpay ? 'razorpay' : 'stripe';
    const { authorization } = request.headers;
    if (authorization !== (isRazorpay ? basic : `Bearer ${keys.stripe.secret}`))
      return refuse(response, service, 'Authentication failed', 401);
    const { pathname, searchParams } = new URL(path, url);
    const [, , kind = '', ...rest] = pathname.split('/');
    const [id = '', deed] = isRazorpay ? rest : kind === 'checkout' ? rest.slice(1) : rest;
    if (kind === 'refunds')
      return say(response, 200, { data: refunds.get(searchParams.get('charge') ?? '') ?? [] });
    if (request.method === 'POST' && id === '') return create(request, response, service, body);
    if (id === '') {
      const found = [...pages.values()].filter(
        ({ reference }) => reference === searchParams.get('reference_id'),
      );
      return say(response, 200, { payment_links: found.map(shown) });
    }
    const page = pages.get(id);
    if (page === undefined) return refuse(response, service, 'No such page', 404);
    if (deed !== undefined) {
      if (page.state !== 'open') return refuse(response, service, 'Not open');
      page.state = 'canceled';
    }
    return say(response, 200, shown(page));
  }

  /** The hosted page, for a browser: one button pays, the other leaves. */
  async function showPage(request: IncomingMessage, response: ServerResponse, path: string) {
    const [, , id = '', deed] = path.split('/');
    const page = pages.get(id);
    if (page === undefined) return say(response, 404, {});
    if (request.method === 'POST' && deed === 'pay' && page.state === 'open') {
      for (const message of paidMessages(pay(page))) await onMessage(message);
    }
    if (request.method === 'POST')
      return response.writeHead(303, { location: deed === 'pay' ? page.returnTo : page.leaveTo }).end();
    const button = (to: string, label: string) =>
      `<form method="post" action="/page/${id}/${to}"><button>${label}</button></form>`;
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(
      `<!doctype html><title>Stand-in of ${page.service}</title><h1>${page.amount} ${page.currency}</h1>
        <p>${page.name.replaceAll('<', '&lt;')}</p>${button('pay', 'Pay')}${button('leave', 'Leave')}`,
    );
  }

  /** Somebody pays: what was asked, or something else. */
  function pay(
    page: PeerPage,
    other: Partial<Pick<PeerPayment, 'amount' | 'currency' | 'number'>> = {},
  ): PeerPayment {
    const number = other.number ?? newId(page.service === 'razorpay' ? 'pay' : 'pi');
    page.state = 'paid';
    page.paidBy = number;
    return { page, number, amount: other.amount ?? page.amount, currency: other.currency ?? page.currency };
  }

  /** What the service says of a payment. Each message comes at least once, in any order. */
  function paidMessages({ page, number, amount, currency }: PeerPayment, at = now()): PeerMessage[] {
    if (page.service === 'razorpay') {
      const isWhole = amount >= page.amount && currency === page.currency;
      const paid = { ...ofRazorpay(page), amount_paid: amount, status: isWhole ? 'paid' : 'partially_paid' };
      const payment = {
        id: number,
        entity: 'payment',
        amount,
        currency,
        status: 'captured',
        captured: true,
        method: 'upi',
        email: 'payer@example.test',
        contact: '+919000090000',
        fee: Math.round(amount / 50),
        tax: Math.round(amount / 300),
        notes: [],
        created_at: at,
      };
      const events = [['payment_link.paid', { payment_link: paid, payment }] as const];
      // Of every payment of the account; the portal needs none of them.
      return [...events, ['payment.captured', { payment }] as const].map(([event, entities]) =>
        razorpayMessage(
          isWhole || event === 'payment.captured' ? event : 'payment_link.partially_paid',
          entities,
          at,
        ),
      );
    }
    const session = {
      ...ofStripe(page),
      amount_total: amount,
      currency: currency.toLowerCase(),
      payment_intent: number,
    };
    return [
      stripeMessage('checkout.session.completed', { ...session, payment_status: 'unpaid' }, at),
      stripeMessage('checkout.session.async_payment_succeeded', session, at),
      stripeMessage('checkout.session.completed', session, at),
    ];
  }

  function endedMessage(page: PeerPage, at = now()): PeerMessage {
    page.state = 'expired';
    return page.service === 'razorpay'
      ? razorpayMessage('payment_link.expired', { payment_link: ofRazorpay(page) }, at)
      : stripeMessage('checkout.session.expired', ofStripe(page), at);
  }

  /** Money goes back at the service. */
  function refund(
    { page: { service }, number, currency }: PeerPayment,
    amount: number,
    { id = newId(service === 'razorpay' ? 'rfnd' : 're'), hasFailed = false, at = now(), list = false } = {},
  ): PeerMessage {
    if (service === 'razorpay') {
      const entity = {
        id,
        entity: 'refund',
        amount,
        currency,
        payment_id: number,
        created_at: at,
        status: hasFailed ? 'failed' : 'processed',
      };
      return razorpayMessage(hasFailed ? 'refund.failed' : 'refund.processed', { refund: entity }, at);
    }
    const entity = {
      id,
      object: 'refund',
      amount,
      currency: currency.toLowerCase(),
      payment_intent: number,
      charge: `ch_${number}`,
      created: at,
      status: hasFailed ? 'failed' : 'succeeded',
    };
    refunds.set(`ch_${number}`, [...(refunds.get(`ch_${number}`) ?? []), entity]);
    // The present API leaves the list of refunds out.
    return list
      ? stripeMessage('charge.refunded', { id: `ch_${number}`, object: 'charge', payment_intent: number }, at)
      : stripeMessage(hasFailed ? 'refund.failed' : 'refund.updated', entity, at);
  }

  function razorpayMessage(
    event: string,
    entities: Readonly<Record<string, object>>,
    at: number,
  ): PeerMessage {
    const payload = Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }]));
    return sign(
      'razorpay',
      JSON.stringify({
        entity: 'event',
        account_id: 'acc_1',
        event,
        contains: Object.keys(payload),
        payload,
        created_at: at,
      }),
    );
  }

  function stripeMessage(type: string, object: object, at: number): PeerMessage {
    const event = { id: newId('evt'), object: 'event', type, created: at, livemode: true, data: { object } };
    return sign('stripe', JSON.stringify(event));
  }

  /** The message with the service's signature; by another secret it is forged. */
  function sign(
    service: PayService,
    payload: string,
    { secret = keys[service].webhook_secret, at = now() }: { secret?: string; at?: number } = {},
  ): PeerMessage {
    const macOf = (text: string) => createHmac('sha256', secret).update(text).digest('hex');
    const signature: Record<string, string> =
      service === 'razorpay'
        ? { 'x-razorpay-signature': macOf(payload), 'x-razorpay-event-id': newId('ev') }
        : { 'stripe-signature': `t=${at},v1=${macOf(`${at}.${payload}`)},v0=none` };
    return { service, payload, headers: { 'content-type': 'application/json', ...signature } };
  }

  return peer;
}
