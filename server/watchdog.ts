import { spawn } from 'node:child_process';

/**
 * Tells systemd twice in each period that the event loop turns; without that for a whole period, systemd kills and
 * restarts the service. Node has no datagram sockets of the machine, so systemd's own program sends it.
 */
export function feedWatchdog(periodMs: number, program = 'systemd-notify'): () => Promise<void> {
  const feed = () => {
    const child = spawn(program, ['WATCHDOG=1'], { stdio: 'ignore' });
    // Without the program systemd will kill the service, and its log says why.
    child.once('error', () => undefined);
  };
  feed();
  const timer = setInterval(feed, periodMs / 2);
  return async () => clearInterval(timer);
}
