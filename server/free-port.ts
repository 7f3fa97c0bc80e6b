import { createServer } from 'node:net';
import { codeOf } from './error-code.ts';
import { StartError } from './start-error.ts';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'is not allowed for this user',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'is not a known host name',
};

/** One line for an address that cannot be used; the error itself when it is about something else. */
export function listenFailure(host: string, port: number, error: unknown): unknown {
  const reason = reasons[codeOf(error) ?? ''];
  if (reason === undefined) return error;
  const remedy = codeOf(error) === 'EADDRINUSE' ? `: choose another one, PORT=${port + 1} npm start` : '';
  return new StartError(`port ${port} on ${host} ${reason}${remedy}`, { cause: error });
}

/** Tries the address before anything else starts. Returns the port, chosen by the system for 0. */
export function findPort(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error) => reject(listenFailure(host, port, error)));
    probe.listen({ host, port, exclusive: true }, () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}
