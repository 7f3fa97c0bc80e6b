import { once } from 'node:events';
import { createConnection, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

/**
 * A network between the tests and the socket of a PostgreSQL. When silent, it accepts everything, passes nothing on, and
 * remembers what it was given.
 */
export async function openNetwork(socketDir: string) {
  let isSilent = false;
  let swallowed = '';
  const sockets = new Set<Socket>();
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const server = createServer((client) => {
    const database = createConnection(`${socketDir}/.s.PGSQL.5432`);
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('data', (bytes) => {
        if (isSilent) swallowed += bytes.toString('latin1');
        else to.write(bytes);
      });
      from.once('close', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent: () => void (isSilent = true),
    swallowed: () => swallowed,
    speakAgain: () => void (isSilent = false),
    cut,
    close() {
      server.close();
      cut();
    },
  };
}
