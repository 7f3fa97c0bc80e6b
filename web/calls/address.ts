import type { Call } from '@gurukul/contract/shared/calls/call';

const root = '/api';

export type Fields = Record<string, unknown>;

type Address = Pick<Call, 'method' | 'path' | 'alsoPost'>;

/**
 * A call that older clients make by GET goes by POST in two cases. It changes something, because a browser may prefetch
 * a GET. Or people search with it, because addresses are written to logs.
 */
export const methodOf = ({ method, alsoPost }: Address) => (alsoPost ? 'POST' : method);

const isList = (input: Fields | readonly unknown[]): input is readonly unknown[] => Array.isArray(input);

/** Moves the input fields that the path names into the address. A list is the body itself. */
export function addressOf(call: Address, input: Fields | readonly unknown[]) {
  if (isList(input)) return { url: root + call.path, body: JSON.stringify(input) };
  const rest: Fields = { ...input };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  if (methodOf(call) !== 'GET') return { url: root + path, body: JSON.stringify(rest) };
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return { url: root + path + (search && `?${search}`), body: undefined };
}
