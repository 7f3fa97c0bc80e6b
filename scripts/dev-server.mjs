// The portal with hot reload, and behind it the API, which restarts when one of its files changes. Arguments of the
// command line go to the API's Node: `npm run dev -- --inspect`.
import { fork } from 'node:child_process';
import { join, relative } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createServer, mergeConfig } from 'vite';
import { findPort } from '../server/free-port.ts';
import config from '../web/vite.config.ts';
import { root } from './setup.mjs';

const host = '127.0.0.1';
const port = await findPort(host, Number(process.env.PORT ?? 5173)).catch(({ message }) => {
  process.stderr.write(`The development server cannot start: ${message}\n`);
  process.exit(1);
});
const apiPort = await findPort(host, 0);
const apiRooms = [join(root, 'contract'), join(root, 'server')];

// No other setting comes from the shell. So the development server never uses a database or a mail server that is set
// there.
const fromShell = Object.entries(process.env).filter(([name]) =>
  ['PATH', 'HOME', 'LANG', 'TMPDIR'].includes(name),
);
const settings = {
  ...Object.fromEntries(fromShell),
  PORT: String(apiPort),
  APP_URL: `http://${host}:${port}`,
  DATA_DIR: join(root, '.cache', 'dev'),
};

/** One process of the API. `settled` resolves when it serves or has failed to start, `ended` when it is gone. */
function startApi() {
  const child = fork(join(root, 'server', 'main.ts'), {
    env: settings,
    execArgv: process.argv.slice(2),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const serving = new Promise((resolve) => {
    child.stdout.on('data', (text) => {
      process.stdout.write(text);
      if (String(text).includes('Gurukul is ready')) resolve();
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { settled: Promise.race([serving, ended]), stop };
}

let api = startApi();
let restart = null;
let isStopping = false;

async function restartApi() {
  // An editor or git writes several files at once.
  await wait(50);
  await api.stop();
  restart = null;
  if (!isStopping) api = startApi();
}

function onChange(_event, file) {
  const isOfApi = apiRooms.some((room) => file.startsWith(`${room}/`)) && !file.endsWith('.test.ts');
  if (!isOfApi || restart !== null || isStopping) return;
  process.stdout.write(`${relative(root, file)} changed: the API starts again\n`);
  restart = restartApi();
}

/** A request that comes while the API starts waits for it. */
const waitForApi = {
  name: 'wait-for-api',
  configureServer({ middlewares }) {
    middlewares.use(async (request, _response, next) => {
      if (/^\/(api|files|calendar|me)\//.test(request.url)) {
        await restart;
        await api.settled;
      }
      next();
    });
  },
};

const vite = await createServer(
  mergeConfig(config, {
    // Loaded here and not by Vite, which would restart after a change of any text that the build reads.
    configFile: false,
    plugins: [waitForApi],
    server: {
      host,
      port,
      strictPort: true,
      proxy: { '^/(api|files|calendar|me)/': `http://${host}:${apiPort}` },
    },
  }),
);
await vite.listen();
vite.watcher.add(apiRooms).on('all', onChange);

async function stop() {
  if (isStopping) return;
  isStopping = true;
  await Promise.all([vite.close(), restart]);
  await api.stop();
  process.exit();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void stop());
// The parent process has ended; perhaps it was killed.
process.on('disconnect', () => void stop());
