import { appendFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Pushed } from '@gurukul/contract/push';
import type { Plugin, ResolvedConfig } from 'vite';

/** What the worker's global has for notifications. The portal is compiled for pages, whose types know none of it. */
interface WorkerScope {
  readonly registration: {
    showNotification(title: string, options: object): Promise<void>;
  };
  readonly clients: {
    matchAll(options: object): Promise<readonly WorkerPage[]>;
    openWindow(path: string): Promise<unknown>;
  };
  addEventListener(type: string, listener: (event: WorkerEvent) => void): void;
}

interface WorkerPage {
  readonly url: string;
  focus(): Promise<unknown>;
  navigate(path: string): Promise<unknown>;
}

interface WorkerEvent {
  readonly data: { json(): Pushed };
  readonly notification: { close(): void; readonly data: unknown };
  waitUntil(work: Promise<unknown>): void;
}

/** Shows what the server tells, and leads to its place at a press. It is written into the worker as it stands here. */
function tellOnDevice(worker: WorkerScope): void {
  worker.addEventListener('push', (event) => {
    const show = async () => {
      const { title, body, path, tag } = event.data.json();
      await worker.registration.showNotification(title, {
        body,
        tag,
        data: path,
        icon: '/icons/app-192.png',
        badge: '/icons/app-192.png',
      });
    };
    event.waitUntil(show());
  });
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const lead = async () => {
      // Only a place of this portal.
      const path = String(event.notification.data);
      const place = /^\/(?!\/)/.test(path) ? path : '/';
      const pages = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
      const open = pages.find(({ url }) => new URL(url).pathname + new URL(url).search === place);
      if (open) return open.focus();
      return worker.clients.openWindow(place);
    };
    event.waitUntil(lead());
  });
}

/**
 * Writes the listeners behind the built worker. They are no file of their own, because the policy of the pages lets the
 * worker load no script by address.
 */
export function pushWorker(): Plugin {
  let config: ResolvedConfig;
  return {
    name: 'gurukul-push-worker',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      // The service worker is written after all other files.
      order: 'post',
      sequential: true,
      async handler() {
        const worker = join(resolve(config.root, config.build.outDir), 'sw.js');
        await appendFile(worker, `\n;(${tellOnDevice.toString()})(self);\n`);
      },
    },
  };
}
