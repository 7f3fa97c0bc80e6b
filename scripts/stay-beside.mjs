import { spawn } from 'node:child_process';
import { root } from './setup.mjs';

/** Runs a program of ours on Node 24, waits until it has ended, and ends with the same result. */
export function stayBeside(node, args) {
  // The channel tells the program when this process ends, also when it is killed. The program then stops cleanly.
  const program = spawn(node, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] });

  let isAsked = false;
  const ask = (signal) => {
    // One Ctrl-C arrives from the terminal and once more from npm. A second request would not stop the program any
    // sooner.
    if (isAsked) return;
    isAsked = true;
    program.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ask(signal));
  stopWithNpm(() => ask('SIGTERM'));

  program.once('error', (error) => {
    process.stderr.write(`Gurukul cannot start: ${error.message}\n`);
    process.exit(1);
  });
  program.once('exit', (code) => process.exit(code ?? 1));
}

/** A killed npm tells nobody, but its child gets another parent. */
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
