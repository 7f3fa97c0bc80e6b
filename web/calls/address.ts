import type { Call } from '@gurukul/contract/shared/call';

const root = '/api';

export type Fields = Record<string, unknown>;

type Address = Pick<Call, 'method' | 'path' | 'alsoPost'>;

/**
 * What older clients ask for by GET goes by POST where it changes something, since a browser may fetch ahead of time,
 * and where people search, since addresses are written into logs.
 */
export const methodOf = ({ method, alsoPost }: Address) => (alsoPost ? 'POST' : method);

const isList = (input: Fields | readonly unknown[]): input is readonly unknown[] => Array.isArray(input);

/** Moves the fields named in the path out of the input and into the address. A list is the body as it is. */
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
