// `npm start`: makes the clone ready, then runs the server.
import { createServer } from 'node:net';
import { ensureBuilt, ensureInstalled, findNode, stop } from './setup.mjs';
import { stayBeside } from './stay-beside.mjs';

/** Asked before minutes of installing and building. The server asks again, with all its settings. */
async function ensurePortIsFree() {
  const port = Number(process.env.PORT || 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_534) return;
  const host = process.env.HOST || '127.0.0.1';
  const probe = createServer();
  await new Promise((resolve) => {
    probe.once('error', ({ code }) => {
      if (code === 'EADDRINUSE')
        stop(`port ${port} on ${host} is already in use: choose another one, PORT=${port + 1} npm start`);
      resolve();
    });
    probe.listen({ host, port, exclusive: true }, () => probe.close(resolve));
  });
}

await ensurePortIsFree();
await ensureInstalled();
await ensureBuilt();
stayBeside(findNode(), ['server/main.ts']);
