import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openPayPeer } from '../server/test/pay-peer.ts';
import type { PeerMessage } from '../server/test/pay-peer.ts';

/*
 * Stand-ins of Razorpay and Stripe, to look at payments without an account: npm run pay:stand-in -- --how twice,reordered
 * Then: RAZORPAY_URL=http://127.0.0.1:4790 STRIPE_URL=http://127.0.0.1:4790 npm start
 */

const hows = ['twice', 'reordered', 'late', 'forged', 'never'] as const;
type How = (typeof hows)[number];

const { values } = parseArgs({
  options: {
    portal: { type: 'string', default: 'http://127.0.0.1:4000' },
    port: { type: 'string', default: '4790' },
    /** How messages come. */
    how: { type: 'string', default: '' },
  },
});
const how = new Set(values.how.split(',').filter((one): one is How => hows.some((known) => known === one)));

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function post({ service, payload, headers }: PeerMessage) {
  const { status } = await fetch(`${values.portal}/hooks/${service}`, {
    method: 'POST',
    body: payload,
    headers,
  });
  say(`${service}: ${status}`);
}

const waiting: PeerMessage[] = [];

async function send(message: PeerMessage) {
  if (how.has('never')) return;
  if (how.has('late')) await wait(20_000);
  if (how.has('forged'))
    await post({ ...message, payload: message.payload.replace(/"amount\w*":\d/, '$&9') });
  if (how.has('reordered') && waiting.length === 0) {
    waiting.push(message);
    return;
  }
  for (const one of [message, ...waiting.splice(0)]) {
    await post(one);
    if (how.has('twice')) await post(one);
  }
}

const peer = await openPayPeer({
  port: Number(values.port),
  // The payer is sent back before the message comes, as at the services.
  onMessage: async (message) => void send(message).catch((error: unknown) => say(String(error))),
});
say(`The stand-ins answer at ${peer.url}. Start the portal with:`);
say(`  RAZORPAY_URL=${peer.url} STRIPE_URL=${peer.url} npm start`);
say('Enter in Settings, Online payment:');
for (const [service, { key_id: keyId, secret, webhook_secret: hook }] of Object.entries(peer.keys))
  say(`  ${service}: ${[keyId, secret, hook].filter(Boolean).join('  ')}`);
