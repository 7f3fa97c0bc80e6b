import { once } from 'node:events';
import { connect } from 'node:net';

/** The bytes of one HTTP request, and the name under which its answers are counted. */
export type NextRequest = (connection: number, turn: number) => Buffer;

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly ms: number;
  readonly next: NextRequest;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

export const httpRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): Buffer => {
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    ...Object.entries({ 'accept-encoding': 'identity', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    ...(body === '' ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]),
  ];
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`);
};

/**
 * Sends requests over kept connections, the next one after the whole answer to the last. It parses only the HTTP that
 * our servers write, so that it takes little of the measured processors. Returns the milliseconds of each request.
 * Throws for any status but 200.
 */
export async function load({ port, connections, ms, next }: Load): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + ms;
  const one = async (connection: number) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const ended = Promise.withResolvers<void>();
    let parts: Buffer[] = [];
    let expected: number | 'chunks' | null = null;
    let length = 0;
    let turn = 0;
    let started = 0;
    const ask = () => {
      parts = [];
      expected = null;
      length = 0;
      started = performance.now();
      socket.write(next(connection, turn));
      turn += 1;
    };
    socket.on('data', (part) => {
      parts.push(part);
      length += part.length;
      if (expected === null) {
        const so = parts.length === 1 ? part : Buffer.concat(parts);
        const at = so.indexOf(headEnd);
        if (at === -1) return;
        const head = so.toString('latin1', 0, at).toLowerCase();
        if (!head.startsWith('http/1.1 200 ')) {
          socket.destroy(new Error(so.toString()));
          return;
        }
        const given = /\r\ncontent-length: (\d+)/.exec(head)?.[1];
        expected = given === undefined ? 'chunks' : at + headEnd.length + Number(given);
      }
      const isWhole = expected === 'chunks' ? endsWith(parts, lastChunk) : length >= expected;
      if (!isWhole) return;
      const now = performance.now();
      took.push(now - started);
      if (now < until) ask();
      else socket.destroy();
    });
    socket.once('error', ended.reject);
    socket.once('close', () => ended.resolve());
    ask();
    await ended.promise;
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  return took;
}

/** The end may be split across two parts. */
function endsWith(parts: readonly Buffer[], end: Buffer): boolean {
  const tail = Buffer.concat(parts.slice(-2));
  return tail.subarray(-end.length).equals(end);
}
