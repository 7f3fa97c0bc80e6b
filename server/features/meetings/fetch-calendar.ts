import { lookup } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { calendarBytes } from '@gurukul/contract/meetings';
import ipaddr from 'ipaddr.js';

/*
 * The one place where the server fetches an address that a person wrote. It speaks https with the public internet only:
 * every address that a name stands for is checked, of each redirect too, and the connection goes to a checked address.
 */

const mostMs = 10_000;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
const internet6 = ipaddr.IPv6.parseCIDR('2000::/3');

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** An address without a length is a network of one. */
const networkNamed = (text: string): Network => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};

/** Whether the server may connect to this address: one of the internet, or of these networks. */
export function isReachable(text: string, networks: readonly string[]): boolean {
  // An IPv4 address in the clothes of IPv6 is judged as what it is.
  const address = ipaddr.process(text);
  const isNear = networks
    .map(networkNamed)
    .some((network) => network[0].kind() === address.kind() && address.match(network));
  if (isNear) return true;
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || address.match(internet6);
}

/** Finds the addresses of a name as usual, and none if the server may not connect to one of them. */
const checkedLookup =
  (networks: readonly string[]): LookupFunction =>
  (name, options, found) => {
    lookup(name, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return found(error ?? new Error('no address'), '');
      if (!addresses.every(({ address }) => isReachable(address, networks))) {
        return found(new Error('not an address of the internet'), '');
      }
      if (options.all === true) return found(null, addresses);
      return found(null, first.address, first.family);
    });
  };

function open(url: URL, networks: readonly string[], signal: AbortSignal): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  // Nobody looks up an address.
  if (isIP(host) !== 0 && !isReachable(host, networks)) throw new Error('not an address of the internet');
  return new Promise((resolve, reject) => {
    const headers = { accept: 'text/calendar, text/plain;q=0.5', 'accept-encoding': 'identity' };
    request(url, { lookup: checkedLookup(networks), agent: false, headers, signal }, resolve)
      .on('error', reject)
      .end();
  });
}

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > calendarBytes) throw new Error('too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * The text behind an https address. `networks` may be asked besides the internet. Throws if there is none, if it has more
 * than `calendarBytes`, or takes longer than ten seconds.
 */
export async function fetchCalendar(address: string, networks: readonly string[]): Promise<string> {
  const signal = AbortSignal.timeout(mostMs);
  let url = new URL(address);
  for (let step = 0; step <= mostRedirects; step += 1) {
    if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') throw new Error('not https');
    const answer = await open(url, networks, signal);
    try {
      const { statusCode = 0, headers } = answer;
      if (statusCode === 200) return await readText(answer);
      if (!redirects.has(statusCode) || headers.location === undefined)
        throw new Error(`status ${statusCode}`);
      url = new URL(headers.location, url);
    } finally {
      answer.destroy();
    }
  }
  throw new Error('too many redirects');
}
