// `npm start`: makes the clone ready, then runs the server on Node 24 and stays beside it until it has ended.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt, ensureInstalled, findNode, root } from './setup.mjs';

await ensureInstalled();
const node = findNode();
await ensureBuilt();
serve();

function serve() {
  // The channel tells the server when this process dies, whatever way it dies: the server then stops cleanly.
  const server = spawn(node, [join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  });

  let isAsked = false;
  const ask = (signal) => {
    // A Ctrl-C arrives from the terminal and once more from npm; asking twice would not stop it any sooner.
    if (isAsked) return;
    isAsked = true;
    server.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ask(signal));
  stopWithNpm(() => ask('SIGTERM'));

  server.once('error', (error) => {
    process.stderr.write(`Gurukul cannot start: ${error.message}\n`);
    process.exit(1);
  });
  server.once('exit', (code) => process.exit(code ?? 1));
}

/** A killed npm tells nobody; its child gets another parent. */
function stopWithNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === npm) return;
    clearInterval(timer);
    stop();
  }, 500);
  timer.unref();
}
