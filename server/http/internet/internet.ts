import { lookup } from 'node:dns';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/*
 * The one place where the server asks an address that came from a person or a browser. It speaks https with the public
 * internet only: every address that a name stands for is checked, and the connection goes to a checked address.
 */

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

export interface Asking {
  readonly method?: 'GET' | 'POST';
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Buffer;
  /** May be asked besides the internet. */
  readonly networks: readonly string[];
  readonly signal: AbortSignal;
}

/** Whether an address may be asked, as far as it says by itself: names are looked up when they are asked. */
export function isAskable(url: URL, networks: readonly string[]): boolean {
  if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 || isReachable(host, networks);
}

/** Asks an https address over a connection of its own, and follows no redirect. Throws for any other address. */
export function askInternet(
  url: URL,
  { method = 'GET', headers, body, networks, signal }: Asking,
): Promise<IncomingMessage> {
  if (!isAskable(url, networks)) throw new Error('not an address of the internet');
  return new Promise((resolve, reject) => {
    request(url, { method, lookup: checkedLookup(networks), agent: false, headers, signal }, resolve)
      .on('error', reject)
      .end(body);
  });
}
